import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { approvalSetting } from '../../support/fixtures/access-requests.ts';
import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import { addToProject, newProject, newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const at = '2030-01-01T00:00:00.000Z';

onEachDatabase('createAccessPolicy', (world) => {
  it('creates a policy that the list and the policy itself show', async () => {
    const { project, admin, approver, requester, call, createPolicy } = await approvalSetting(world());
    const response = await createPolicy({
      name: 'payments',
      secretPath: ' /payments/ ',
      approvers: [
        { type: 'user', username: approver.email.toUpperCase(), sequence: 2 },
        { type: 'user', id: admin.id },
      ],
      bypassers: [{ type: 'user', id: requester.id }],
      approvalsRequired: [{ stepNumber: 2, numberOfApprovals: 1 }],
      enforcementLevel: 'soft',
      allowedSelfApprovals: false,
      maxTimePeriod: '8h',
      requestExpirationTime: 'never',
    });
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    const { approval } = response.body;
    expect(approval).to.deep.include({
      projectId: project.id,
      name: 'payments',
      secretPath: '/payments',
      approvals: 1,
      approvers: [
        { type: 'user', id: approver.id, name: approver.email, sequence: 2, approvalsRequired: 1 },
        { type: 'user', id: admin.id, name: admin.email, sequence: 1, approvalsRequired: 1 },
      ],
      bypassers: [{ type: 'user', id: requester.id, name: requester.email }],
      enforcementLevel: 'soft',
      allowedSelfApprovals: false,
      maxTimePeriod: '8h',
      requestExpirationTime: null,
      createdAt: at,
      updatedAt: at,
      deletedAt: null,
    });
    expect(approval.environments).to.deep.equal([approval.environment]);
    expect(approval.environment).to.include({ id: approval.envId, slug: 'prod' });
    const query = { projectId: project.id };
    const { body: listed } = await call('listAccessPolicies', { as: requester, query });
    expect(listed).to.deep.equal({ approvals: [approval] });
    const { body: found } = await call('getAccessPolicy', { as: admin, params: { accessPolicyId: approval.id } });
    expect(found).to.deep.equal({ approval });
    const [entry] = await entriesOf(world(), response);
    expect(entry).to.deep.include({ eventType: 'create-access-approval-policy', projectId: project.id });
    expect(entry!.eventMetadata).to.include({ policyId: approval.id, name: 'payments' });
  });

  it('takes one environment, ignores an empty one beside the list, and makes up a name, as for Terraform', async () => {
    const { createPolicy } = await approvalSetting(world());
    const { body } = await createPolicy({ environments: undefined, environment: 'prod' });
    expect(body.approval.name).to.match(/^prod-.{3}$/);
    const { body: both } = await createPolicy({ environment: '', environments: ['dev'], maxTimePeriod: null });
    expect(both.approval.environment.slug).to.equal('dev');
    expectError(await createPolicy({ environments: undefined, environment: '' }), 400, 'BadRequest', /at least one/);
    expectError(await createPolicy({ environments: ['none', 'dev'] }), 404, 'NotFound', /no environment "none"/);
  });

  it('takes what the Terraform provider sends, and shows what it reads', async () => {
    const setting = await approvalSetting(world());
    const { project, approver, call } = setting;
    const as = await newProjectIdentity(world(), setting, 'admin');
    const sent = {
      name: 'payments',
      environment: '',
      environments: ['prod'],
      secretPath: '/payments',
      approvers: [{ type: 'user', username: approver.email, sequence: 1 }],
      approvals: 1,
      approvalsRequired: [{ numberOfApprovals: 1, stepNumber: 1 }],
      enforcementLevel: 'hard',
      allowedSelfApprovals: true,
      maxTimePeriod: null,
      requestExpirationTime: null,
    };
    const { body } = await call('createAccessPolicy', { as, body: { projectSlug: project.slug, ...sent } });
    const params = { accessPolicyId: body.approval.id as string };
    const read = async () => (await call('getAccessPolicy', { as, params })).body.approval;
    const shown = async () => {
      const { name, secretPath, environments, approvers, bypassers, deletedAt } = await read();
      const slugs = environments.map(({ slug }: { slug: string }) => slug);
      return { name, secretPath, slugs, approvers, bypassers, deletedAt };
    };
    const user = { type: 'user', id: approver.id, name: approver.email, sequence: 1, approvalsRequired: 1 };
    const expected = { name: 'payments', secretPath: '/payments', slugs: ['prod'], approvers: [user], bypassers: [] };
    expect(await shown()).to.deep.equal({ ...expected, deletedAt: null });
    const changed = { ...sent, name: 'other', environments: ['dev', 'prod'], maxTimePeriod: '8h' };
    expect((await call('updateAccessPolicy', { as, params, body: changed })).status).to.equal(200);
    expect(await shown()).to.deep.equal({ ...expected, name: 'other', slugs: ['dev', 'prod'], deletedAt: null });
    expect((await call('deleteAccessPolicy', { as, params })).status).to.equal(200);
    expect((await read()).deletedAt).to.equal(at);
  });

  it('says which approvers could grant everything today, and warns if none could', async () => {
    const { approver, requester, newMember, createPolicy } = await approvalSetting(world());
    const { body } = await createPolicy({
      approvers: [
        { type: 'user', id: requester.id },
        { type: 'user', id: approver.id },
      ],
    });
    expect(body.ableApprovers).to.deep.equal([{ userId: approver.id, username: approver.email }]);
    expect(body.warning).to.equal(null);
    const empty = { secretPath: '/a', approvers: [{ type: 'user', id: requester.id }] };
    const { body: byAdmin } = await createPolicy(empty);
    expect(byAdmin).to.deep.include({ ableApprovers: [] });
    expect(byAdmin.warning).to.match(/whoever saved the policy has it/);
    const author = await newMember([{ subject: 'secret-approval', action: ['read', 'create'] }]);
    const { body: byAuthor } = await createPolicy({ ...empty, secretPath: '/b' }, author);
    expect(byAuthor.warning).to.match(/^Nothing could be granted/);
  });

  it('refuses the same path in one of the environments', async () => {
    const { createPolicy, newPolicy } = await approvalSetting(world());
    await newPolicy({ name: 'first', environments: ['dev', 'prod'] });
    expectError(await createPolicy({ secretPath: '/payments/**/' }), 400, 'BadRequest', /"first" has the same path/);
    expect((await createPolicy({ secretPath: '/payments/*' })).status).to.equal(200);
  });

  it('takes people and groups of the project only, and as many approvals as they can give', async () => {
    const { organization, project, approver, createPolicy } = await approvalSetting(world());
    const stranger = await world().newUser(organization, 'admin');
    const withApprovers = (...approvers: object[]) => createPolicy({ approvers });
    expectError(await withApprovers({ type: 'user', id: stranger.id }), 400, 'BadRequest', /not in the project/);
    expectError(await withApprovers({ type: 'user', username: 'nobody' }), 400, 'BadRequest', /"nobody"/);
    const group = await newGroup(world(), organization);
    expectError(await withApprovers({ type: 'group', id: group.id }), 400, 'BadRequest', /This group is not/);
    expectIssues(await withApprovers({ type: 'group' }), 'body approvers.0.id required');
    expectIssues(await withApprovers({ type: 'user' }), 'body approvers.0.id required');
    await addToProject(world(), project, { groupId: group.id }, 'viewer');
    await addToGroup(world(), group, stranger);
    const both = [
      { type: 'group', id: group.id },
      { type: 'user', id: stranger.id },
    ];
    const { body } = await createPolicy({ approvers: both, approvals: 5 });
    expect(body.approval.approvers).to.deep.equal([
      { type: 'group', id: group.id, sequence: 1, approvalsRequired: 5 },
      { type: 'user', id: stranger.id, name: stranger.email, sequence: 1, approvalsRequired: 5 },
    ]);
    const twice = [
      { type: 'user', id: approver.id },
      { type: 'user', username: approver.email },
    ];
    expectError(
      await createPolicy({ secretPath: '/x', approvers: twice, approvals: 2 }),
      400,
      'BadRequest',
      /needs 2 approvals, but has only 1/,
    );
  });

  it('validates durations and patterns', async () => {
    const { createPolicy } = await approvalSetting(world());
    expectIssues(
      await createPolicy({ maxTimePeriod: 'soon', requestExpirationTime: '2 years' }),
      'body maxTimePeriod format',
      'body requestExpirationTime invalid',
    );
    expectIssues(await createPolicy({ secretPath: `/${'*a'.repeat(30)}` }), 'body secretPath invalid');
    expectIssues(await createPolicy({ secretPath: '/{{identity.username}}' }), 'body secretPath invalid');
    expectIssues(await createPolicy({ projectSlug: undefined }), 'body projectSlug required');
  });

  it('is for whoever may create policies, also machine identities, in projects with environments', async () => {
    const setting = await approvalSetting(world());
    const { organization, admin, newMember, createPolicy } = setting;
    const member = await newMember('member');
    expectError(await createPolicy({}, member), 403, 'PermissionDenied', /create secret approval policies/);
    const machine = await newProjectIdentity(world(), setting, [{ subject: 'secret-approval', action: 'create' }]);
    expect((await createPolicy({}, machine)).status).to.equal(200);
    const certificates = await newProject(world(), organization, { type: 'cert-manager' });
    await addToProject(world(), certificates, admin, 'admin');
    expectError(await createPolicy({ projectSlug: certificates.slug }), 400, 'BadRequest', /have environments/);
  });
});
