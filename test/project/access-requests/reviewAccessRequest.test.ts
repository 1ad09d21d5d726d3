import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { approvalSetting } from '../../support/fixtures/access-requests.ts';
import { newGroupOf } from '../../support/fixtures/groups.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const rejected = { status: 'rejected' };

onEachDatabase('reviewAccessRequest', (world) => {
  it('grants what was asked for, from the approval on and for the period', async () => {
    const { project, approver, requester, newPolicy, asked, review, find, mayRead } = await approvalSetting(world());
    await newPolicy();
    const { id } = await asked();
    await world().clock.later(600, async () => {
      const response = await review(id, approver);
      expect(response.status, JSON.stringify(response.body)).to.equal(200);
      expect(response.body.review).to.include({ requestId: id, status: 'approved', reviewerUserId: approver.id });
      const found = await find(id);
      expect(found).to.deep.include({
        status: 'approved',
        isApproved: true,
        approvedAt: '2030-01-01T00:10:00.000Z',
        approvedByUserId: approver.id,
        canReview: false,
        currentStep: null,
      });
      expect(found.privilege).to.include({
        isTemporary: true,
        temporaryRange: '2h',
        temporaryAccessStartTime: '2030-01-01T00:10:00.000Z',
        temporaryAccessEndTime: '2030-01-01T02:10:00.000Z',
      });
      const [entry] = await entriesOf(world(), response);
      expect(entry).to.deep.include({ eventType: 'access-approval-request-review', projectId: project.id });
      expect(entry!.eventMetadata).to.include({ requestId: id, reviewStatus: 'approved', isBypass: false });
      expect(await mayRead()).to.equal(true);
      expect(await mayRead(requester, '/other')).to.equal(false);
    });
    await world().clock.later(7_799, async () => expect(await mayRead()).to.equal(true));
    await world().clock.later(7_800, async () => expect(await mayRead()).to.equal(false));
  });

  it('shows who has the access in explanations and lists, linked to the request', async () => {
    const { admin, approver, requester, project, newPolicy, asked, review, find, call } =
      await approvalSetting(world());
    await newPolicy();
    const { id } = await asked();
    await review(id, approver);
    const { privilegeId, privilege } = await find(id);
    const { body: who } = await call('listAllowedActors', {
      as: admin,
      params: { projectId: project.id },
      body: { action: 'readValue', subject: 'secrets', object: { environment: 'prod', secretPath: '/payments/a' } },
    });
    expect(who.actors.map((actor: { id: string }) => actor.id)).to.include(requester.id);
    const { body: listed } = await call('listUserPrivileges', {
      as: admin,
      query: { projectMembershipId: privilege.membershipId },
    });
    expect(listed.privileges).to.have.length(1);
    expect(listed.privileges[0]).to.deep.include({
      id: privilegeId,
      slug: `requested-privilege-${id}`,
      isLinkedToAccessApproval: true,
      accessApprovalRequestId: id,
      policyApproverUserIds: [approver.id],
    });
    const params = { privilegeId };
    for (const response of [
      await call('deleteUserPrivilege', { as: admin, params }),
      await call('updateUserPrivilege', { as: admin, params, body: { type: { isTemporary: false } } }),
      await call('endTemporaryAccess', {
        as: admin,
        params: { projectId: project.id, temporaryAccessId: privilegeId },
      }),
    ])
      expectError(response, 400, 'BadRequest', /Revoke the request instead/);
  });

  it('takes as many approvals as each step needs, in their order, and one of each person', async () => {
    const { approver, newMember, newPolicy, asked, review, find, mayRead } = await approvalSetting(world());
    const [ada, bo, cy] = [await newMember('viewer'), await newMember('viewer'), await newMember('viewer')];
    await newPolicy({
      approvers: [
        { type: 'user', id: ada.id },
        { type: 'user', id: bo.id },
        { type: 'user', id: approver.id, sequence: 2 },
        { type: 'user', id: cy.id, sequence: 2 },
      ],
      approvalsRequired: [{ stepNumber: 1, numberOfApprovals: 2 }],
    });
    const { id } = await asked();
    expectError(await review(id, approver), 400, 'BadRequest', /at step 1/);
    expect((await review(id, ada)).status).to.equal(200);
    expectError(await review(id, ada), 400, 'BadRequest', /already/);
    expect((await find(id, bo)).canReview).to.equal(true);
    expect((await find(id, ada)).canReview).to.equal(false);
    expect((await review(id, bo)).status).to.equal(200);
    expect(await find(id, approver)).to.include({ status: 'pending', canReview: true, currentStep: 2 });
    expect(await mayRead()).to.equal(false);
    expect((await review(id, approver)).status).to.equal(200);
    expect(await mayRead()).to.equal(true);
    expectError(await review(id, cy), 400, 'BadRequest', /approved already/);
  });

  it('lets the members of a group approve', async () => {
    const { organization, project, newMember, newPolicy, asked, review, mayRead } = await approvalSetting(world());
    const lead = await newMember('no-access');
    const group = await newGroupOf(world(), organization, lead);
    await addToProject(world(), project, group, 'admin');
    await newPolicy({ approvers: [{ type: 'group', id: group.groupId }] });
    const { id } = await asked();
    expect((await review(id, lead)).status).to.equal(200);
    expect(await mayRead()).to.equal(true);
  });

  it('closes the request with one rejection, and whoever asked can withdraw', async () => {
    const { approver, requester, newPolicy, asked, review, find, mayRead } = await approvalSetting(world());
    await newPolicy();
    const first = await asked();
    expect((await review(first.id, approver, rejected)).status).to.equal(200);
    expect((await find(first.id)).status).to.equal('rejected');
    expectError(await review(first.id, approver), 400, 'BadRequest', /rejected already/);
    const second = await asked();
    expect((await review(second.id, requester, rejected)).status).to.equal(200);
    expect(await find(second.id)).to.deep.include({ status: 'rejected', canReview: false });
    expect(await mayRead()).to.equal(false);
  });

  it('is for approvers', async () => {
    const { admin, newMember, newPolicy, asked, review, find } = await approvalSetting(world());
    await newPolicy();
    const { id } = await asked();
    for (const as of [admin, await newMember('admin')]) {
      expectError(await review(id, as), 403, 'ForbiddenError', /Only approvers/);
      expectError(await review(id, as, rejected), 403, 'ForbiddenError', /Only approvers/);
    }
    expect((await find(id)).status).to.equal('pending');
  });

  it('ends when the request expires', async () => {
    const { approver, newPolicy, asked, review, find } = await approvalSetting(world());
    await newPolicy({ requestExpirationTime: '1h' });
    const { id } = await asked();
    await world().clock.later(3_600, async () => {
      expectError(await review(id, approver), 400, 'BadRequest', /could be approved until/);
      expect(await find(id, approver)).to.include({ canReview: false, currentStep: null });
    });
    await world().clock.later(3_599, async () => expect((await review(id, approver)).status).to.equal(200));
  });
});

onEachDatabase('a bypass', (world) => {
  const reason = { status: 'approved', bypassReason: 'Payments are down, nobody answers.' };

  it('grants at once to a listed bypasser of a soft policy who gives a reason', async () => {
    const { requester, newPolicy, asked, review, find, mayRead } = await approvalSetting(world());
    await newPolicy({ enforcementLevel: 'soft', bypassers: [{ type: 'user', id: requester.id }] });
    const { id } = await asked();
    expect(await find(id, requester)).to.include({ canReview: false, canBypass: true });
    expectError(await review(id, requester), 403, 'ForbiddenError', /Only approvers/);
    const response = await review(id, requester, reason);
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    expect(await find(id)).to.include({ status: 'approved', bypassReason: reason.bypassReason });
    expect(await mayRead()).to.equal(true);
    const [entry] = await entriesOf(world(), response);
    expect(entry!.eventMetadata).to.include({ isBypass: true, bypassReason: reason.bypassReason });
  });

  it('is refused under a hard policy, without being listed, and for requests of others', async () => {
    const { requester, newMember, newPolicy, asked, review, mayRead } = await approvalSetting(world());
    const other = await newMember('viewer');
    const bypassers = [{ type: 'user', id: other.id }];
    const policy = { enforcementLevel: 'soft', bypassers };
    await newPolicy(policy);
    const { id } = await asked();
    for (const as of [requester, other])
      expectError(await review(id, as, reason), 400, 'BadRequest', /Only a bypasser/);
    const hard = { secretPath: '/hard', enforcementLevel: 'hard', bypassers: [{ type: 'user', id: requester.id }] };
    await newPolicy(hard);
    const rule = ['readValue', 'secrets', { environment: 'prod', secretPath: { $glob: '/hard' } }];
    const { id: second } = await asked({ permissions: [rule] });
    expectError(await review(second, requester, reason), 400, 'BadRequest', /Only a bypasser/);
    expect(await mayRead()).to.equal(false);
  });

  it('hands on only what whoever saved the policy has', async () => {
    const { requester, newMember, newPolicy, asked, review, mayRead } = await approvalSetting(world());
    const author = await newMember([{ subject: 'secret-approval', action: 'create' }]);
    const bypassers = [{ type: 'user', id: requester.id }];
    await newPolicy({ enforcementLevel: 'soft', bypassers }, author);
    const { id } = await asked();
    expectError(await review(id, requester, reason), 403, 'PermissionBoundaryError', /None of those/);
    expect(await mayRead()).to.equal(false);
  });
});
