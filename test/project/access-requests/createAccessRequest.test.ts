import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { approvalSetting, packed, readBelow } from '../../support/fixtures/access-requests.ts';
import { newGroupOf } from '../../support/fixtures/groups.ts';
import { addToProject, newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const at = '2030-01-01T00:00:00.000Z';

onEachDatabase('createAccessRequest', (world) => {
  it('asks for what a policy covers, and grants nothing yet', async () => {
    const { requester, project, newPolicy, ask, mayRead } = await approvalSetting(world());
    const policy = await newPolicy({ requestExpirationTime: '3d', maxTimePeriod: '2h' });
    const response = await ask({ note: 'a failed payment' });
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    const { id, ...request } = response.body.approval;
    expect(request).to.deep.equal({
      policyId: policy.id,
      requestedByUserId: requester.id,
      status: 'pending',
      permissions: [packed()],
      isTemporary: true,
      temporaryRange: '2h',
      note: 'a failed payment',
      editedByUserId: null,
      editNote: null,
      expiresAt: '2030-01-04T00:00:00.000Z',
      approvedAt: null,
      approvedByUserId: null,
      bypassReason: null,
      revokedAt: null,
      revokedByUserId: null,
      privilegeId: null,
      privilegeDeletedAt: null,
      createdAt: at,
      updatedAt: at,
    });
    expect(await mayRead()).to.equal(false);
    const [entry] = await entriesOf(world(), response);
    expect(entry).to.deep.include({ eventType: 'access-approval-request-create', projectId: project.id });
    expect(entry!.eventMetadata).to.include({ requestId: id, policyId: policy.id, note: 'a failed payment' });
  });

  it('takes less than the policy covers, under the most specific policy', async () => {
    const { newPolicy, asked, ask } = await approvalSetting(world());
    const wide = await newPolicy({ secretPath: '/**' });
    const narrow = await newPolicy();
    const policyOf = async (path: string) => (await asked({ permissions: [packed(readBelow(path))] })).policyId;
    expect(await policyOf('/payments/cards')).to.equal(narrow.id);
    expect(await policyOf('/payments/**')).to.equal(narrow.id);
    expect(await policyOf('/other/*')).to.equal(wide.id);
    expect(await policyOf('/**')).to.equal(wide.id);
    const inDev = { permissions: [packed(readBelow('/payments/**', 'dev'))] };
    expectError(await ask(inDev), 404, 'NotFound', /No access policy/);
    const nowhere = { permissions: [packed(readBelow('/**', 'none'))] };
    expectError(await ask(nowhere), 404, 'NotFound', /no environment "none"/);
  });

  it('takes only rules on folders of one environment', async () => {
    const { newPolicy, ask } = await approvalSetting(world());
    await newPolicy();
    const conditions = { environment: 'prod', secretPath: { $glob: '/payments/**' } };
    const bad: unknown[][] = [
      ['read', 'tags', conditions],
      ['own', 'secrets', conditions],
      ['', 'secrets', conditions],
      ['read', 'secrets', conditions, 1],
      ['read', 'secrets', {}],
      ['read', 'secrets', { ...conditions, secretPath: '/payments' }],
      ['read', 'secrets', { environment: { $ne: 'dev' }, secretPath: { $glob: '/payments/**' } }],
      ['read', 'secrets', { environment: 'prod', secretPath: { $glob: 'payments' } }],
      ['read', 'secrets', { secretName: 'A', secretPath: { $glob: '/payments/**' } }],
    ];
    for (const rule of bad) {
      const { status } = await ask({ permissions: [rule] });
      expect([400, 422], JSON.stringify(rule)).to.include(status);
    }
    const elsewhere = ['read', 'secret-folders', { ...conditions, environment: 'dev' }];
    expectError(await ask({ permissions: [packed(), elsewhere] }), 400, 'BadRequest', /same environment and path/);
    expectIssues(
      await ask({ permissions: [['read,readValue', 'secrets', conditions]] }),
      'body permissions.0.action invalid',
    );
  });

  it('takes a period within that of the policy', async () => {
    const { newPolicy, ask } = await approvalSetting(world());
    await newPolicy({ maxTimePeriod: '8h' });
    expectError(await ask({ temporaryRange: '9h' }), 400, 'BadRequest', /at most 8h/);
    expectError(await ask({ isTemporary: false, temporaryRange: 'permanent' }), 400, 'BadRequest', /at most 8h/);
    expectIssues(await ask({ temporaryRange: '' }), 'body temporaryRange invalid');
    expectIssues(await ask({ isTemporary: false }), 'body temporaryRange invalid');
    expectIssues(await ask({ temporaryRange: 'soon' }), 'body temporaryRange invalid');
    expect((await ask({ temporaryRange: '480m' })).status).to.equal(200);
  });

  it('is refused while the same waits or is granted, and for the 21st that waits', async () => {
    const { approver, newPolicy, ask, asked, review } = await approvalSetting(world());
    await newPolicy();
    const { id } = await asked();
    expectError(await ask({ temporaryRange: '1h' }), 400, 'BadRequest', /asked for this already/);
    expect((await review(id, approver)).status).to.equal(200);
    expectError(await ask(), 400, 'BadRequest', /have this access already/);
    await world().clock.later(7_201, async () => expect((await ask()).status).to.equal(200));
    for (let count = 1; count < 20; count += 1) await asked({ permissions: [packed(readBelow(`/payments/${count}`))] });
    expectError(await ask({ permissions: [packed(readBelow('/payments/x'))] }), 400, 'BadRequest', /20 requests/);
  });

  it('is for people who are direct members of the project', async () => {
    const setting = await approvalSetting(world());
    const { organization, project, newPolicy, ask } = setting;
    await newPolicy();
    const machine = await newProjectIdentity(world(), setting, 'admin');
    expectError(await ask({}, machine), 403, 'ForbiddenError');
    const stranger = await world().newUser(organization, 'admin');
    expectError(await ask({}, stranger), 403, 'ProjectMembershipNotFound');
    await addToProject(world(), project, await newGroupOf(world(), organization, stranger), 'viewer');
    expectError(await ask({}, stranger), 400, 'BadRequest', /direct members/);
  });
});
