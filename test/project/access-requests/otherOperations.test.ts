import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { approvalSetting, packed, readBelow } from '../../support/fixtures/access-requests.ts';
import { memberGranter } from '../../support/fixtures/user-privileges.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const rejected = { status: 'rejected' };

onEachDatabase('listAccessRequests', (world) => {
  it('shows everybody their own requests, and approvers what they may approve', async () => {
    const setting = await approvalSetting(world());
    const { project, admin, approver, requester, newMember, newPolicy, asked, review, call } = setting;
    await newPolicy();
    const stranger = await newMember('viewer');
    await newPolicy({ secretPath: '/other', approvers: [{ type: 'user', id: admin.id }] });
    const first = await asked();
    const second = await asked({ permissions: [packed(readBelow('/other'))] });
    const third = await asked({ permissions: [packed(readBelow('/payments/x'))] }, stranger);
    await review(third.id, approver, rejected);
    const list = async (as: { token: string }, query = {}) => {
      const { body } = await call('listAccessRequests', { as, query: { projectId: project.id, ...query } });
      expect(body.totalCount).to.equal(body.requests.length);
      return body.requests.map(({ id }: { id: string }) => id);
    };
    expect(await list(admin)).to.have.members([first.id, second.id, third.id]);
    expect(await list(requester)).to.have.members([first.id, second.id]);
    expect(await list(approver)).to.have.members([first.id, third.id]);
    expect(await list(stranger)).to.deep.equal([third.id]);
    expect(await list(approver, { status: 'reviewable' })).to.deep.equal([first.id]);
    expect(await list(admin, { status: 'reviewable' })).to.deep.equal([second.id]);
    expect(await list(admin, { status: 'pending' })).to.have.members([first.id, second.id]);
    expect(await list(admin, { status: 'finalized' })).to.deep.equal([third.id]);
    expect(await list(admin, { authorUserId: stranger.id })).to.deep.equal([third.id]);
    expect(await list(admin, { envSlug: 'dev' })).to.deep.equal([]);
    const machine = await newProjectIdentity(world(), setting, 'admin');
    expect(await list(machine)).to.have.length(3);
    expect(await list(await newProjectIdentity(world(), setting, 'viewer'))).to.deep.equal([]);
    const { body: counted } = await call('countAccessRequests', { as: approver, query: { projectId: project.id } });
    expect(counted).to.deep.equal({ pendingCount: 1, finalizedCount: 1, reviewableCount: 1 });
    expectError(
      await call('getAccessRequest', { as: approver, params: { accessRequestId: second.id } }),
      403,
      'ForbiddenError',
    );
  });

  it('shows requests with their policy, people and reviews', async () => {
    const { admin, approver, requester, newMember, newPolicy, asked, review, find } = await approvalSetting(world());
    const second = await newMember('viewer');
    const policy = await newPolicy({
      approvers: [
        { type: 'user', id: approver.id },
        { type: 'user', id: second.id },
      ],
      approvals: 2,
      maxTimePeriod: '8h',
    });
    const request = await asked();
    await review(request.id, approver);
    const found = await find(request.id, second);
    expect(found).to.deep.include({
      environmentName: 'prod',
      secretPath: '/payments/**',
      isApproved: false,
      canReview: true,
      canBypass: false,
      currentStep: 1,
      privilege: null,
      approvedByUser: null,
      requestedByUser: {
        userId: requester.id,
        username: requester.email,
        email: requester.email,
        firstName: 'Test',
        lastName: 'User',
      },
      reviewers: [{ userId: approver.id, username: approver.email, status: 'approved', isOrgMembershipActive: true }],
    });
    expect(found.policy).to.deep.include({ id: policy.id, name: policy.name, maxTimePeriod: '8h', bypassers: [] });
    expect(found.policy.approvers.map(({ userId }: { userId: string }) => userId)).to.have.members([
      approver.id,
      second.id,
    ]);
    expect((await find(request.id, admin)).canReview).to.equal(false);
  });
});

onEachDatabase('updateAccessRequest', (world) => {
  it('shortens what is asked for, and removes the reviews', async () => {
    const { admin, approver, requester, newMember, newPolicy, asked, review, find, call } =
      await approvalSetting(world());
    const second = await newMember('viewer');
    await newPolicy({
      approvers: [
        { type: 'user', id: approver.id },
        { type: 'user', id: second.id },
      ],
      approvals: 2,
    });
    const { id } = await asked();
    await review(id, approver);
    const update = (as: { token: string }, temporaryRange: string) =>
      call('updateAccessRequest', { as, params: { accessRequestId: id }, body: { temporaryRange, editNote: 'less' } });
    expectError(await update(requester, '1h'), 403, 'ForbiddenError', /Only approvers/);
    expectError(await update(approver, '3h'), 400, 'BadRequest', /only be made shorter/);
    const response = await update(second, '1h');
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    expect(response.body.approval).to.include({ temporaryRange: '1h', editNote: 'less', editedByUserId: second.id });
    expect((await entriesOf(world(), response))[0]!.eventType).to.equal('access-approval-request-update');
    expect((await find(id)).reviewers).to.deep.equal([]);
    expect((await update(admin, '30m')).status).to.equal(200);
    expect((await review(id, approver)).status).to.equal(200);
    expect((await review(id, second)).status).to.equal(200);
    expect((await find(id)).privilege.temporaryAccessEndTime).to.equal('2030-01-01T00:30:00.000Z');
    expectError(await update(approver, '1m'), 400, 'BadRequest', /approved already/);
  });
});

onEachDatabase('revokeAccessRequest', (world) => {
  const setting = async () => {
    const base = await approvalSetting(world());
    await base.newPolicy();
    const { id } = await base.asked();
    const revoke = (as: { token: string }) => base.call('revokeAccessRequest', { as, params: { accessRequestId: id } });
    return { ...base, id, revoke };
  };

  it('ends the access with the next request', async () => {
    const { approver, id, review, revoke, find, mayRead } = await setting();
    expectError(await revoke(approver), 400, 'BadRequest', /this one is pending/);
    await review(id, approver);
    expect(await mayRead()).to.equal(true);
    const response = await revoke(approver);
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    expect(await mayRead()).to.equal(false);
    expect(await find(id)).to.deep.include({
      status: 'revoked',
      revokedAt: '2030-01-01T00:00:00.000Z',
      revokedByUserId: approver.id,
      privilegeId: null,
      privilege: null,
    });
    expect((await entriesOf(world(), response))[0]!.eventType).to.equal('access-approval-request-revoke');
    expectError(await revoke(approver), 400, 'BadRequest', /this one is revoked/);
  });

  it('is for approvers, whoever has the access, and those who assign privileges and hold what they take', async () => {
    const { approver, requester, id, newMember, review, revoke } = await setting();
    await review(id, approver);
    expectError(await revoke(await newMember('viewer')), 403, 'PermissionDenied');
    const weak = await newMember(memberGranter());
    expectError(await revoke(weak), 403, 'PermissionBoundaryError');
    expect((await revoke(requester)).status).to.equal(200);
    const again = await setting();
    await again.review(again.id, again.approver);
    expect((await again.revoke(again.admin)).status).to.equal(200);
  });
});
