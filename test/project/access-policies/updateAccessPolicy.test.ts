import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { approvalSetting } from '../../support/fixtures/access-requests.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('updateAccessPolicy', (world) => {
  const setting = async () => {
    const base = await approvalSetting(world());
    const { admin, requester, newPolicy, call } = base;
    const policy = await newPolicy({ bypassers: [{ type: 'user', id: requester.id }], maxTimePeriod: '8h' });
    const params = { accessPolicyId: policy.id };
    return {
      ...base,
      policy,
      params,
      update: (body: object, as: { token: string } = admin) => call('updateAccessPolicy', { as, params, body }),
    };
  };

  it('changes what is sent, and nothing else', async () => {
    const { policy, update } = await setting();
    expect((await update({})).body.approval).to.deep.equal(policy);
    const response = await update({ name: 'other', allowedSelfApprovals: false, environments: ['dev', 'prod'] });
    const { approval } = response.body;
    expect(approval).to.deep.include({
      ...policy,
      name: 'other',
      allowedSelfApprovals: false,
      environment: approval.environment,
      environments: approval.environments,
      envId: approval.envId,
    });
    expect(approval.environments.map(({ slug }: { slug: string }) => slug)).to.deep.equal(['dev', 'prod']);
    expect((await entriesOf(world(), response))[0]!.eventType).to.equal('update-access-approval-policy');
    expect((await update({ maxTimePeriod: 'permanent' })).body.approval.maxTimePeriod).to.equal(null);
  });

  it('replaces approvers and bypassers together', async () => {
    const { admin, update } = await setting();
    const { body } = await update({ approvers: [{ type: 'user', id: admin.id }] });
    expect(body.approval.approvers.map(({ id }: { id: string }) => id)).to.deep.equal([admin.id]);
    expect(body.approval.bypassers).to.deep.equal([]);
    const { body: again } = await update({ bypassers: [{ type: 'user', id: admin.id }] });
    expect(again.approval.approvers).to.deep.equal(body.approval.approvers);
    expect(again.approval.bypassers).to.have.length(1);
  });

  it('removes the reviews of pending requests', async () => {
    const { approver, newMember, update, asked, review, find } = await setting();
    const second = await newMember('viewer');
    await update({
      approvers: [
        { type: 'user', id: approver.id },
        { type: 'user', id: second.id },
      ],
      approvals: 2,
    });
    const { id } = await asked();
    expect((await review(id, approver)).status).to.equal(200);
    expect((await find(id)).reviewers).to.have.length(1);
    await update({ name: 'changed' });
    expect((await find(id)).reviewers).to.deep.equal([]);
  });

  it('refuses too few people, unknown environments and a path that another policy has', async () => {
    const { newPolicy, update } = await setting();
    expectError(await update({ approvals: 2 }), 400, 'BadRequest', /needs 2 approvals/);
    expectError(await update({ environments: ['none'] }), 404, 'NotFound');
    await newPolicy({ secretPath: '/a', name: 'other' });
    expectError(await update({ secretPath: '/a' }), 400, 'BadRequest', /"other" has the same path/);
  });

  it('is for whoever may edit policies, of a policy that is not deleted', async () => {
    const { params, admin, newMember, call, update } = await setting();
    expectError(await update({}, await newMember('viewer')), 403, 'PermissionDenied');
    await call('deleteAccessPolicy', { as: admin, params });
    expectError(await update({ name: 'x' }), 404, 'NotFound');
  });
});
