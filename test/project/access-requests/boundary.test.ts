import { expect } from 'chai';
import { createStores } from '../../../src/stores.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';
import { expectError } from '../../support/expect/expect.ts';
import { approvalSetting, packed, readBelow, type ApprovalSetting } from '../../support/fixtures/access-requests.ts';
import { membershipIdOf, newGroup, addToGroup } from '../../support/fixtures/groups.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('an approval of access', (world) => {
  /** A policy whose author holds nothing of what it is about. */
  const setting = async () => {
    const base = await approvalSetting(world());
    const author = await base.newMember([{ subject: 'secret-approval', action: ['create', 'edit'] }]);
    return { ...base, author };
  };
  const approvers = (...users: readonly { id: string }[]) => users.map(({ id }) => ({ type: 'user', id }));
  const updatePolicy = (
    { call }: Pick<ApprovalSetting, 'call'>,
    { id }: { id: string },
    body: object,
    as: { token: string },
  ) => call('updateAccessPolicy', { as, params: { accessPolicyId: id }, body });

  /** Replaces all roles of the member in the project by one. */
  const setRole = async ({ admin, project, call }: ApprovalSetting, { id }: { id: string }, role: string) => {
    const { body } = await call('getProjectMembershipOfUser', {
      as: admin,
      params: { projectId: project.id, userId: id },
    });
    const params = { projectId: project.id, projectMembershipId: body.membership.id as string };
    const { status } = await call('updateProjectUserRoles', {
      as: admin,
      params,
      body: { roles: [{ role, isTemporary: false }] },
    });
    expect(status).to.equal(200);
    return params;
  };

  it('hands on what one approver has, whatever the others have', async () => {
    const { author, approver, newMember, newPolicy, asked, review, mayRead } = await setting();
    const weak = await newMember([{ subject: 'tags', action: 'read' }]);
    await newPolicy({ approvers: approvers(weak, approver), approvals: 2 }, author);
    const { id } = await asked();
    expect((await review(id, approver)).status).to.equal(200);
    expect((await review(id, weak)).status).to.equal(200);
    expect(await mayRead()).to.equal(true);
  });

  it('grants nothing that neither an approver nor the author of the policy has, and says what is missing', async () => {
    const { author, newMember, newPolicy, asked, review, find, mayRead } = await setting();
    const weak = await newMember([readBelow('/payments/cards')]);
    await newPolicy({ approvers: approvers(weak) }, author);
    const { id } = await asked();
    const refused = await review(id, weak);
    expectError(refused, 403, 'PermissionBoundaryError', /Somebody who has it must approve/);
    expect(refused.body.details.missingPermissions).to.have.length(2);
    expect((await find(id)).reviewers).to.deep.equal([]);
    expect(await mayRead()).to.equal(false);
    const { id: less } = await asked({ permissions: [packed(readBelow('/payments/cards'))] });
    expect((await review(less, weak)).status).to.equal(200);
    expect(await mayRead()).to.equal(true);
  });

  it('hands on what the author of the policy has, until somebody else saves it', async () => {
    const { admin, author, newMember, newPolicy, asked, review, call } = await setting();
    const weak = await newMember([{ subject: 'tags', action: 'read' }]);
    const policy = await newPolicy({ approvers: approvers(weak) }, admin);
    const first = await asked();
    expect((await review(first.id, weak)).status).to.equal(200);
    await updatePolicy({ call }, policy, { name: 'taken over' }, author);
    const second = await asked({ permissions: [packed(readBelow('/payments/cards'))] });
    expectError(await review(second.id, weak), 403, 'PermissionBoundaryError');
  });

  it('grants for no longer than the approver has it', async () => {
    const { author, project, organization, newPolicy, asked, review, mayRead } = await setting();
    const start = '2030-01-01T00:00:00.000Z';
    const forAnHour = {
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '1h',
      temporaryAccessStartTime: start,
      temporaryAccessEndTime: '2030-01-01T01:00:00.000Z',
    };
    const guest = await world().newUser(organization, 'no-access');
    await addToProject(world(), project, guest, 'admin', forAnHour);
    await newPolicy({ approvers: approvers(guest) }, author);
    const long = await asked();
    expectError(await review(long.id, guest), 403, 'PermissionBoundaryError');
    const endless = await asked({ isTemporary: false, temporaryRange: '' });
    expectError(await review(endless.id, guest), 403, 'PermissionBoundaryError');
    const short = await asked({ temporaryRange: '1h', permissions: [packed(readBelow('/payments/cards'))] });
    expect((await review(short.id, guest)).status).to.equal(200);
    expect(await mayRead()).to.equal(true);
  });

  it('is judged by the rights of the approvers when it is granted', async () => {
    const base = await setting();
    const { author, newMember, newPolicy, asked, review, mayRead } = base;
    const [strong, weak] = [await newMember('admin'), await newMember('viewer')];
    await newPolicy({ approvers: approvers(strong, weak, author), approvals: 2, secretPath: '/**' }, author);
    const write = ['edit', 'secrets', { environment: 'prod', secretPath: { $glob: '/**' } }];
    const { id } = await asked({ permissions: [write] });
    expect((await review(id, strong)).status).to.equal(200);
    await setRole(base, strong, 'viewer');
    expectError(await review(id, weak), 403, 'PermissionBoundaryError');
    await setRole(base, strong, 'admin');
    expect((await review(id, weak)).status).to.equal(200);
    expect(await mayRead()).to.equal(false);
  });

  it('counts no approval of somebody who left, has no access or is no approver any more', async () => {
    const base = await setting();
    const { admin, approver, newMember, newPolicy, asked, review, find, mayRead, call } = base;
    const [ada, bo] = [await newMember('viewer'), await newMember('viewer')];
    const policy = await newPolicy({ approvers: approvers(ada, bo, approver), approvals: 2 });
    const { id } = await asked();
    expect((await review(id, ada)).status).to.equal(200);
    const params = await setRole(base, ada, 'no-access');
    expect((await review(id, bo)).status).to.equal(200);
    expect((await find(id)).status).to.equal('pending');
    const removal = await call('removeProjectUser', { as: admin, params });
    expect(removal.status, JSON.stringify(removal.body)).to.equal(200);
    expect((await review(id, approver)).status).to.equal(200);
    expect(await mayRead()).to.equal(true);
    const next = await asked({ permissions: [packed(readBelow('/payments/next'))] });
    expectError(await review(next.id, ada), 403, 'ProjectMembershipNotFound');
    await updatePolicy({ call }, policy, { approvers: approvers(approver), approvals: 1 }, admin);
    expectError(await review(next.id, bo), 403, 'ForbiddenError');
  });

  it('counts no approval of somebody who is not in the group any more', async () => {
    const { organization, project, newMember, newPolicy, asked, review, find } = await setting();
    const [ada, bo] = [await newMember('viewer'), await newMember('viewer')];
    const group = await newGroup(world(), organization);
    await addToGroup(world(), group, ada, bo);
    await addToProject(world(), project, { groupId: group.id }, 'viewer');
    await newPolicy({ approvers: [{ type: 'group', id: group.id }], approvals: 2 });
    const { id } = await asked();
    expect((await review(id, ada)).status).to.equal(200);
    const membershipId = await membershipIdOf(world(), group, ada);
    await world().server.parts.database.transaction(ofInstance, ({ db }) =>
      createStores(db).groupMembers.delete(group.id, membershipId),
    );
    expect((await review(id, bo)).status).to.equal(200);
    expect((await find(id)).status).to.equal('pending');
  });

  it('is refused once another policy governs, or the policy does not cover it any more', async () => {
    const { admin, approver, newPolicy, asked, review, call } = await setting();
    const policy = await newPolicy();
    const { id } = await asked({ permissions: [packed(readBelow('/payments/cards'))] });
    const stricter = await newPolicy({ secretPath: '/payments/cards', name: 'stricter' });
    expectError(await review(id, approver), 400, 'BadRequest', /"stricter" governs this now/);
    await call('deleteAccessPolicy', { as: admin, params: { accessPolicyId: stricter.id } });
    await updatePolicy({ call }, policy, { maxTimePeriod: '1h' }, admin);
    expectError(await review(id, approver), 400, 'BadRequest', /at most 1h/);
    await updatePolicy({ call }, policy, { maxTimePeriod: null, secretPath: '/other/**' }, admin);
    expectError(await review(id, approver), 404, 'NotFound');
    await updatePolicy({ call }, policy, { secretPath: '/payments/**', environments: ['dev'] }, admin);
    expectError(await review(id, approver), 404, 'NotFound');
  });

  it('grants nothing to somebody who left the project', async () => {
    const { project, requester, approver, newPolicy, asked, review, mayRead, call } = await setting();
    await newPolicy();
    const { id } = await asked();
    expect((await call('leaveProject', { as: requester, params: { projectId: project.id } })).status).to.equal(200);
    expectError(await review(id, approver), 400, 'BadRequest', /direct members/);
    await addToProject(world(), project, requester, 'no-access');
    expect(await mayRead()).to.equal(false);
  });

  it('of an own request needs a policy that allows it, and somebody who has it all the same', async () => {
    const { author, newMember, newPolicy, asked, review, mayRead } = await setting();
    const own = await newMember([{ subject: 'tags', action: 'read' }]);
    await newPolicy({ approvers: approvers(own), allowedSelfApprovals: false });
    const { id } = await asked({}, own);
    expectError(await review(id, own), 400, 'BadRequest', /approve their own requests/);
    await newPolicy({ approvers: approvers(own), secretPath: '/own' }, author);
    const { id: second } = await asked({ permissions: [packed(readBelow('/own'))] }, own);
    expectError(await review(second, own), 403, 'PermissionBoundaryError');
    for (const path of ['/payments/cards', '/own']) expect(await mayRead(own, path)).to.equal(false);
  });
});

onEachDatabase('reviews at the same time', (world) => {
  const approvers = (...users: readonly { id: string }[]) => users.map(({ id }) => ({ type: 'user', id }));

  it('grant once, however many approve in the same moment', async () => {
    const { newMember, requester, newPolicy, asked, review, find } = await approvalSetting(world());
    const users = await Promise.all(Array.from({ length: 6 }, () => newMember('viewer')));
    await newPolicy({ approvers: approvers(...users), approvals: 2 });
    const { id } = await asked();
    const answers = await Promise.all(users.map((user) => review(id, user)));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(2);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect(status).to.equal(400);
      expect(body.message).to.match(/approved already/);
    }
    const found = await find(id);
    expect(found.reviewers).to.have.length(2);
    const privileges = await world()
      .server.parts.database.read('project_privileges')
      .where({ projectMembershipId: found.privilege.membershipId });
    expect(privileges).to.have.length(1);
    expect(found.requestedByUserId).to.equal(requester.id);
  });

  it('end in a grant or in a withdrawal, never in both', async () => {
    const { approver, requester, newPolicy, asked, review, find, mayRead } = await approvalSetting(world());
    await newPolicy();
    for (let round = 0; round < 5; round += 1) {
      const permissions = [packed(readBelow(`/payments/${round}`))];
      const { id } = await asked({ permissions });
      const [approval, withdrawal] = await Promise.all([
        review(id, approver),
        review(id, requester, { status: 'rejected' }),
      ]);
      expect([approval.status, withdrawal.status].sort()).to.deep.equal([200, 400]);
      const { status, privilege } = await find(id);
      expect(status).to.equal(approval.status === 200 ? 'approved' : 'rejected');
      expect(privilege !== null).to.equal(approval.status === 200);
      expect(await mayRead(requester, `/payments/${round}`)).to.equal(approval.status === 200);
    }
  });

  it('lose against a policy that is deleted, or are undone by it', async () => {
    const { admin, approver, newPolicy, asked, review, mayRead, call } = await approvalSetting(world());
    for (let round = 0; round < 3; round += 1) {
      const policy = await newPolicy();
      const { id } = await asked();
      await Promise.all([
        review(id, approver),
        call('deleteAccessPolicy', { as: admin, params: { accessPolicyId: policy.id } }),
      ]);
      expect(await mayRead()).to.equal(false);
    }
  });
});
