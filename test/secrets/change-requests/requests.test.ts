import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newGovernedProject } from '../../support/fixtures/change-policies.ts';
import { addToProject, newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const mask = '<hidden-by-infisical>';

onEachDatabase('change requests', (world) => {
  /** A request of the author to change API_KEY from old to new. */
  const asked = async (policy: Parameters<typeof newGovernedProject>[1] = {}) => {
    const setting = await newGovernedProject(world(), policy);
    await setting.existing('API_KEY', 'old');
    await setting.govern();
    const id = await setting.ask('updateSecret', setting.author, 'API_KEY', { secretValue: 'new' });
    return { ...setting, id };
  };

  it('are listed and counted for those whom they concern: listChangeRequests, countChangeRequests', async () => {
    const setting = await asked();
    const { author, approver, admin, call, project, organization, id } = setting;
    const bystander = await world().newUser(organization, 'member');
    await addToProject(world(), project, bystander, 'member');
    const query = { projectId: project.id };
    const seenBy = async (as: { readonly token: string }, more = {}) =>
      (await call('listChangeRequests', as, { query: { ...query, ...more } })).body.approvals.map(
        (one: { id: string }) => one.id,
      );
    for (const as of [author, approver, admin, await newProjectIdentity(world(), setting, 'admin')])
      expect(await seenBy(as)).to.deep.equal([id]);
    expect(await seenBy(bystander)).to.deep.equal([]);
    for (const more of [{ search: 'api_k' }, { environment: 'dev' }, { committer: author.id }, { status: 'open' }])
      expect(await seenBy(approver, more), JSON.stringify(more)).to.deep.equal([id]);
    for (const more of [{ search: 'nothing' }, { environment: 'prod' }, { committer: admin.id }, { status: 'close' }])
      expect(await seenBy(approver, more), JSON.stringify(more)).to.deep.equal([]);
    const count = async (as: { readonly token: string }) =>
      (await call('countChangeRequests', as, { query })).body.approvals;
    expect(await count(approver)).to.deep.equal({ open: 1, closed: 0 });
    expect(await count(bystander)).to.deep.equal({ open: 0, closed: 0 });
    expectError(
      await call('getChangeRequest', bystander, { params: { changeRequestId: id } }),
      403,
      'PermissionDenied',
    );
    expectError(
      await call('reviewChangeRequest', bystander, {
        params: { changeRequestId: id },
        body: { status: 'approved' },
      }),
      403,
      'PermissionDenied',
    );
  });

  it('show values only to those who may read them: getChangeRequest', async () => {
    const { organization, project, govern, existing, ask, author, show } = await newGovernedProject(world());
    await existing('API_KEY', 'old', { secretComment: 'of the database' });
    const blind = await world().newUser(organization, 'member');
    await addToProject(world(), project, blind, [{ subject: 'secrets', action: ['describeSecret'] }]);
    await govern({ approvers: [blind] });
    const id = await ask('updateSecret', author, 'API_KEY', { secretValue: 'new', secretComment: 'changed' });
    const [commit] = (await show(blind, id)).commits;
    expect(commit).to.deep.include({
      secretValue: mask,
      secretValueHidden: true,
      secretComment: mask,
      valueChange: { length: '1-15', isSame: false },
    });
    expect(commit.secret).to.include({ secretValue: mask, secretComment: mask });
    expect(JSON.stringify(commit)).not.to.match(/"(new|old|changed)"|of the database/);
    const [seen] = (await show(author, id)).commits;
    expect(seen).to.deep.include({ secretValue: 'new', secretComment: 'changed' });
    expect(seen.secretVersion).to.include({ secretValue: 'old', secretComment: 'of the database', version: 1 });
  });

  it('cannot be approved by those who may not read, if the policy says so', async () => {
    const { organization, project, govern, ask, author, approve, merge } = await newGovernedProject(world());
    const blind = await world().newUser(organization, 'member');
    const rules = [{ subject: 'secrets', action: ['describeSecret'] }];
    await addToProject(world(), project, blind, rules);
    await govern({ approvers: [blind], approversMustRead: true });
    const id = await ask('createSecret', author, 'FRESH', { secretValue: 'x' });
    expectError(await approve(blind, id), 403, 'PermissionDenied');
    expectError(await merge(author, id), 400, 'BadRequest');
  });

  it('take a change of mind, and are closed, reopened and closed for good: setChangeRequestStatus', async () => {
    const { id, approve, approver, second, author, merge, setStatus, valueOf, show } = await asked({ approvals: 2 });
    await approve(approver, id);
    await approve(second, id, { status: 'approved', comment: 'fine' });
    expect((await approve(second, id, { status: 'rejected', comment: 'wait' })).body.review.comment).to.equal('wait');
    expectError(await merge(author, id), 400, 'BadRequest');
    expect((await setStatus(author, id, 'close')).status).to.equal(200);
    expectError(await setStatus(author, id, 'close'), 400, 'BadRequest');
    expectError(await approve(second, id), 400, 'BadRequest');
    expect((await setStatus(approver, id, 'open')).body.approval.status).to.equal('open');
    expect((await show(author, id)).reviewers).to.have.length(2);
    await approve(second, id);
    expect((await merge(approver, id)).status).to.equal(200);
    expect(await valueOf('API_KEY')).to.equal('new');
    expectError(await setStatus(author, id, 'open'), 400, 'BadRequest');
  });

  it('count only approvers of now, and never their author: reviewChangeRequest', async () => {
    const { id, approve, approver, author, admin, merge, call, project } = await asked();
    await approve(admin, id);
    expectError(await approve(author, id), 400, 'BadRequest');
    expectError(await merge(author, id), 400, 'BadRequest');
    await approve(approver, id);
    const { body } = await call('listChangePolicies', admin, { query: { projectId: project.id } });
    const changed = await call('updateChangePolicy', admin, {
      params: { changePolicyId: body.approvals[0].id },
      body: { approvers: [{ type: 'user', id: admin.id }], approvals: 1 },
    });
    expect(changed.status, JSON.stringify(changed.body)).to.equal(200);
    // The administrator approved before, and is an approver now.
    expect((await merge(author, id)).status).to.equal(200);
  });

  it('are not merged if their author may not make the change any more', async () => {
    const { id, approve, approver, author, admin, call, project, merge, valueOf } = await asked();
    await approve(approver, id);
    const { body } = await call('listProjectUsers', admin, { params: { projectId: project.id } });
    const membership = body.memberships.find(({ user }: { user: { id: string } }) => user.id === author.id);
    const removed = await call('removeProjectUser', admin, {
      params: { projectId: project.id, projectMembershipId: membership.id },
    });
    expect(removed.status, JSON.stringify(removed.body)).to.equal(200);
    expectError(await merge(approver, id), 403, 'CommitterNotAllowed');
    expect(await valueOf('API_KEY')).to.equal('old');
  });

  it('are bypassed only by a listed bypasser of a soft policy, with a reason: mergeChangeRequest', async () => {
    const setting = await newGovernedProject(world());
    const { ask, author, approver, admin, govern, merge, valueOf, show, entries } = setting;
    await govern({ enforcementLevel: 'soft', bypassers: [author] });
    const id = await ask('createSecret', author, 'URGENT', { secretValue: 'now' });
    for (const as of [approver, admin])
      expectError(await merge(as, id, { bypassReason: 'it burns, it burns' }), 400, 'BadRequest');
    expectError(await merge(author, id), 400, 'BadRequest');
    expect((await show(author, id)).mayBypass).to.equal(true);
    const merged = await merge(author, id, { bypassReason: 'it burns, it burns' });
    expect(merged.body.approval.bypassReason).to.equal('it burns, it burns');
    expect(await valueOf('URGENT')).to.equal('now');
    const entry = (await entries()).find(
      ({ eventType }: { eventType: string }) => eventType === 'secret-approval-merged',
    );
    expect(entry.eventMetadata).to.include({ isMergedViaBypass: true, bypassReason: 'it burns, it burns' });
    expect(JSON.stringify(entry)).not.to.include('"now"');
  });

  it('conflict with what was written since, and are rebased: rebaseChangeRequest', async () => {
    const setting = await asked();
    const { id, approve, approver, author, merge, rebase, valueOf, show, write } = setting;
    await approve(approver, id);
    const machine = await newProjectIdentity(world(), setting, 'admin');
    expect((await write('updateSecret', machine, 'API_KEY', { secretValue: 'by a machine' })).status).to.equal(200);
    const refused = await merge(author, id);
    expectError(refused, 409, 'ChangeConflict');
    expect(refused.body.details.changes).to.have.length(1);
    expect(refused.body.details.changes[0]).to.include({ op: 'update', secretKey: 'API_KEY', reason: 'changed' });
    expect(await valueOf('API_KEY')).to.equal('by a machine');
    expectError(await rebase(approver, id), 400, 'BadRequest');
    expect((await rebase(author, id)).status).to.equal(200);
    const shown = await show(author, id);
    expect(shown).to.deep.include({ reviewers: [], hasConflicts: false, isApproved: false });
    expect(shown.commits[0].secretVersion).to.include({ version: 2, secretValue: 'by a machine' });
    expectError(await merge(author, id), 400, 'BadRequest');
    await approve(approver, id);
    expect((await merge(author, id)).status).to.equal(200);
    expect(await valueOf('API_KEY')).to.equal('new');
  });

  it('for a new secret whose name was taken become an update; deletions of what is gone are left out', async () => {
    const setting = await newGovernedProject(world());
    const { govern, existing, ask, author, approver, approve, merge, rebase, valueOf, write, show } = setting;
    await existing('GONE', 'x');
    await govern();
    const fresh = await ask('createSecret', author, 'FRESH', { secretValue: 'mine' });
    const deletion = await ask('deleteSecret', author, 'GONE');
    const machine = await newProjectIdentity(world(), setting, 'admin');
    await write('createSecret', machine, 'FRESH', { secretValue: 'theirs' });
    await write('deleteSecret', machine, 'GONE');
    await approve(approver, fresh);
    expect((await merge(author, fresh)).body.details.changes[0].reason).to.equal('name-taken');
    expect((await merge(author, deletion)).status).to.equal(400);
    expectError(await rebase(author, deletion), 400, 'BadRequest');
    await rebase(author, fresh);
    expect((await show(author, fresh)).commits[0]).to.include({ op: 'update', secretKey: 'FRESH' });
    await approve(approver, fresh);
    expect((await merge(author, fresh)).status).to.equal(200);
    expect(await valueOf('FRESH')).to.equal('mine');
  });

  it('are closed with their policy, and never found in another organization', async () => {
    const { id, call, admin, project, show, merge, author } = await asked();
    const { body } = await call('listChangePolicies', admin, { query: { projectId: project.id } });
    await call('deleteChangePolicy', admin, { params: { changePolicyId: body.approvals[0].id } });
    expect((await show(author, id)).status).to.equal('close');
    expectError(await merge(author, id), 400, 'BadRequest');
    const elsewhere = await world().newUser(await world().newOrganization(), 'admin');
    expectError(await call('getChangeRequest', elsewhere, { params: { changeRequestId: id } }), 404, 'NotFound');
  });
});
