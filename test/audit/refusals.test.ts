import { expect } from 'chai';
import { auditLogSettled, entriesOf, entriesWhere } from '../support/expect/audit.ts';
import { expectError } from '../support/expect/expect.ts';
import { newProject, newProjectIdentity, newProjectWithAdmin } from '../support/fixtures/projects.ts';
import { newMachine } from '../support/fixtures/universal-auth.ts';
import { onEachDatabase } from '../support/world/world.ts';
import { ofInstance } from '../../src/transaction-keys.ts';

onEachDatabase('refused changes in the audit log', (world) => {
  it('contain what was refused, to whom and on which object, and are counted', async () => {
    const { organization, params } = await newMachine(world());
    const as = await world().newIdentity(organization, 'no-access');
    const first = await world().call('updateIdentity', { as, params, body: { name: 'Mine' } });
    expectError(first, 403, 'PermissionDenied');
    // PostgreSQL writes several batches at once, in any order.
    await auditLogSettled(world());
    await world().call('updateIdentity', { as, params: { identityId: 'x'.repeat(1000) }, body: { name: 'Mine' } });
    const [entry, ...others] = await entriesWhere(world(), { actorId: as.id });
    expect(others).to.deep.equal([]);
    expect(entry).to.deep.include({
      eventType: 'update-identity-refused',
      eventMetadata: { target: params, reasonCode: 'PermissionDenied' },
      actorType: 'identity',
      operation: 'updateIdentity',
      requestId: first.headers['x-request-id'],
      organizationId: organization.id,
      repeats: 1,
    });
  });

  it('are limited in length', async () => {
    const as = await world().newUser(await world().newOrganization(), 'no-access');
    const [entry] = await entriesOf(
      world(),
      await world().call('updateIdentity', { as, params: { identityId: 'x'.repeat(1000) }, body: {} }),
    );
    expect(entry!.eventMetadata.target).to.deep.equal({ identityId: 'x'.repeat(128) });
  });

  it('distinguish granting too much from a missing permission', async () => {
    const organization = await world().newOrganization();
    const role = await world().newRole(organization, [{ subject: 'identity', action: ['create', 'grant-privileges'] }]);
    const as = await world().newUser(organization, role);
    const [entry] = await entriesOf(
      world(),
      await world().call('createIdentity', { as, body: { name: 'Strong', role: 'admin' } }),
    );
    expect(entry!.eventMetadata).to.deep.equal({ target: {}, reasonCode: 'PermissionBoundaryError' });
    const machine = await world().newIdentity(organization, 'admin');
    const [wrongKind] = await entriesOf(world(), await world().call('logout', { as: machine }));
    expect(wrongKind).to.deep.include({ eventType: 'user-logout-refused', actorId: machine.id });
  });

  it('belong to the project in which they were refused, and are shown only there', async () => {
    const { organization, project, admin } = await newProjectWithAdmin(world(), { auditLogsRetentionDays: 7 });
    const stranger = await world().newUser(organization, 'member');
    const viewer = await newProjectIdentity(world(), { organization, project }, 'viewer');
    const steward = await newProjectIdentity(world(), { organization, project }, [
      { subject: 'identity', action: ['edit', 'assign-additional-privileges'] },
      { subject: 'workspace', action: 'edit' },
    ]);
    const params = { projectId: project.id };
    const grant = {
      identityId: viewer.id,
      projectId: project.id,
      permissions: [{ subject: 'tags', action: 'read' }],
      type: { isTemporary: false },
    };
    const answers = [
      await world().call('updateProject', { as: stranger, params, body: { name: 'Mine' } }),
      await world().call('createEnvironment', { as: viewer, params, body: { name: 'Mine', slug: 'mine' } }),
      await world().call('createPrivilege', { as: steward, body: grant }),
      await world().call('setAuditLogsRetention', { as: steward, params, body: { auditLogsRetentionDays: 1 } }),
    ];
    expect(answers.map(({ body }) => body.error)).to.deep.equal([
      'ProjectMembershipNotFound',
      'PermissionDenied',
      'PermissionBoundaryError',
      'ForbiddenError',
    ]);
    for (const answer of answers) {
      const [entry] = await entriesOf(world(), answer);
      expect(entry).to.deep.include({
        projectId: project.id,
        projectName: project.name,
        expiresAt: '2030-01-08T00:00:00.000Z',
      });
    }
    const list = async (as: { token: string }, query = {}): Promise<string[]> =>
      (await world().call('listAuditLogs', { as, query })).body.auditLogs.map(({ event }: any) => event.type);
    const refused = [
      'update-project-refused',
      'create-environment-refused',
      'create-identity-project-additional-privilege-refused',
      'update-project-audit-logs-retention-refused',
    ];
    expect(await list(admin, params)).to.include.members(refused);
    expect(await list(stranger)).to.not.include.members(refused);
    const elsewhere = await newProject(world(), organization);
    await world().call('updateProject', { as: stranger, params: { projectId: elsewhere.id }, body: { name: 'Mine' } });
    expect(
      (await entriesWhere(world(), { actorId: stranger.id, eventType: 'update-project-refused' })).map(
        ({ repeats }) => repeats,
      ),
    ).to.deep.equal([0, 0]);
  });

  it('name the owner of a token that was used from an untrusted address, or after the membership was suspended', async () => {
    const { admin, organization, identity, params } = await newMachine(world());
    await world().call('updateTokenAuth', {
      as: admin,
      params,
      body: { accessTokenTrustedIps: [{ ipAddress: '10.0.0.0/8' }] },
    });
    const user = await world().newUser(organization, 'admin');
    await world().server.parts.database.transaction(ofInstance, ({ db }) =>
      db('organization_memberships').where({ userId: user.id }).update({ isActive: false }),
    );
    for (const as of [identity, user]) {
      const response = await world().call('createIdentity', { as, body: { name: 'Mine' } });
      expectError(response, 403, 'ForbiddenError');
      const [entry] = await entriesOf(world(), response);
      expect(entry).to.deep.include({
        eventType: 'create-identity-refused',
        actorId: as.id,
        organizationId: organization.id,
        eventMetadata: { target: {}, reasonCode: 'ForbiddenError' },
      });
    }
  });

  it('include no reads, no requests of unknown callers, and no requests that failed for other reasons', async () => {
    const organization = await world().newOrganization();
    const powerless = await world().newUser(organization, 'no-access');
    const admin = await world().newUser(organization, 'admin');
    const answers = [
      await world().call('listIdentities', { as: powerless }),
      await world().call('searchIdentities', { as: powerless, body: {} }),
      await world().call('createIdentity', { body: { name: 'x' } }),
      await world().call('createIdentity', { as: admin, body: {} }),
      await world().call('deleteIdentity', { as: admin, params: { identityId: 'unknown' } }),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([403, 403, 401, 422, 404]);
    for (const answer of answers) expect(await entriesOf(world(), answer)).to.deep.equal([]);
  });

  it('leave no entry for a change that was rolled back, or that changed nothing', async () => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const role = await world().newRole(organization, []);
    await world().newUser(organization, role);
    const answers = [
      await world().call('deleteOrganizationRole', { as: admin, params: { roleId: role.id } }),
      await world().call('updateOrganizationRole', { as: admin, params: { roleId: role.id }, body: {} }),
      await world().call('updateOrganization', { as: admin, params: { organizationId: organization.id }, body: {} }),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([400, 200, 200]);
    for (const answer of answers) expect(await entriesOf(world(), answer)).to.deep.equal([]);
  });
});
