import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { approvalSetting } from '../../support/fixtures/access-requests.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('deleteAccessPolicy', (world) => {
  it('deletes the policy, which can still be read but governs nothing', async () => {
    const { admin, project, newPolicy, call, ask } = await approvalSetting(world());
    const policy = await newPolicy();
    const params = { accessPolicyId: policy.id };
    const response = await call('deleteAccessPolicy', { as: admin, params });
    expect(response.status).to.equal(200);
    expect((await entriesOf(world(), response))[0]!.eventType).to.equal('delete-access-approval-policy');
    const { body } = await call('getAccessPolicy', { as: admin, params });
    expect(body.approval.deletedAt).to.equal('2030-01-01T00:00:00.000Z');
    const query = { projectId: project.id };
    expect((await call('listAccessPolicies', { as: admin, query })).body).to.deep.equal({ approvals: [] });
    expect((await call('countAccessPolicies', { as: admin, query })).body).to.deep.equal({ count: 0 });
    expectError(await ask(), 404, 'NotFound', /No access policy/);
    expectError(await call('deleteAccessPolicy', { as: admin, params }), 404, 'NotFound');
  });

  it('ends all access that was granted through it, and rejects what waits', async () => {
    const { admin, approver, newPolicy, call, asked, review, find, mayRead } = await approvalSetting(world());
    const policy = await newPolicy();
    const granted = await asked();
    const waiting = await asked({
      isTemporary: true,
      temporaryRange: '1h',
      permissions: [['describeSecret', 'secrets', { environment: 'prod', secretPath: { $glob: '/payments/**' } }]],
    });
    expect((await review(granted.id, approver)).status).to.equal(200);
    expect(await mayRead()).to.equal(true);
    await call('deleteAccessPolicy', { as: admin, params: { accessPolicyId: policy.id } });
    expect(await mayRead()).to.equal(false);
    expect(await find(granted.id)).to.include({ privilegeId: null, privilegeDeletedAt: '2030-01-01T00:00:00.000Z' });
    expect((await find(waiting.id)).status).to.equal('rejected');
    expectError(await review(waiting.id, approver), 400, 'BadRequest', /rejected already/);
  });
});

onEachDatabase('an access policy', (world) => {
  it('keeps its environments and its listed approvers', async () => {
    const { admin, project, approver, newPolicy, call } = await approvalSetting(world());
    const { envId, name } = await newPolicy();
    const removal = { as: admin, params: { projectId: project.id, id: envId } };
    expectError(await call('deleteEnvironment', removal), 400, 'DeleteEnvironment', new RegExp(name));
    const leave = await call('leaveProject', { as: approver, params: { projectId: project.id } });
    expectError(leave, 400, 'BadRequest', new RegExp(`approver of these policies: ${name}`));
    expect((await call('listTags', { as: admin, params: { projectId: project.id } })).status).to.equal(200);
  });

  it('is counted by environment', async () => {
    const { requester, project, newPolicy, call } = await approvalSetting(world());
    await newPolicy();
    const count = (query: object) =>
      call('countAccessPolicies', { as: requester, query: { projectSlug: project.slug, ...query } });
    expect((await count({})).body).to.deep.equal({ count: 1 });
    expect((await count({ envSlug: 'prod' })).body).to.deep.equal({ count: 1 });
    expect((await count({ envSlug: 'dev' })).body).to.deep.equal({ count: 0 });
    expectError(await count({ envSlug: 'none' }), 404, 'NotFound');
  });
});
