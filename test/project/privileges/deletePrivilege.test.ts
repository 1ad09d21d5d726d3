import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { granter, privilegeSetting, readDev, temporaryType } from '../../support/fixtures/privileges.ts';
import { newStorage, onEachDatabase, ownWorld } from '../../support/world/world.ts';

const denyProd = { subject: 'secrets', action: ['read'], inverted: true, conditions: { environment: 'prod' } };

onEachDatabase('deletePrivilege', (world) => {
  const setting = () => privilegeSetting(world());
  const remove = (id: string, as: { token: string }) => world().call('deletePrivilege', { as, params: { id } });

  it('returns the privilege, and takes effect with the next request', async () => {
    const { created, admin, mayDo, stored } = await setting();
    const kept = await created({ slug: 'kept', permissions: [] });
    const privilege = await created({ type: temporaryType });
    expect(await mayDo('readValue', 'secrets', { environment: 'dev' })).to.equal(true);
    const { status, body } = await remove(privilege.id, admin);
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ privilege });
    expect(await mayDo('readValue', 'secrets', { environment: 'dev' })).to.equal(false);
    expect((await stored()).map(({ id }) => id)).to.deep.equal([kept.id]);
    expectError(await remove(privilege.id, admin), 404, 'NotFound');
  });

  it('revokes the access of the identity', async () => {
    const { created, admin, identity, project } = await setting();
    const { id } = await created({ permissions: [{ subject: 'identity', action: 'read' }] });
    const list = () =>
      world().call('listPrivileges', { as: identity, query: { identityId: identity.id, projectId: project.id } });
    expect((await list()).status).to.equal(200);
    await remove(id, admin);
    expectError(await list(), 403, 'PermissionDenied');
  });

  it('requires the permission to edit the identity, and what the privilege allows', async () => {
    const { created, newMember, identity, organization, stored } = await setting();
    const { id } = await created();
    for (const role of [
      'viewer',
      'no-access',
      [{ subject: 'identity', action: 'edit', conditions: { identityId: { $ne: identity.id } } }],
    ]) {
      expectError(await remove(id, await newMember(role)), 403, 'PermissionDenied', /edit machine identities/);
    }
    expectError(await remove(id, await world().newUser(organization, 'admin')), 403, 'ProjectMembershipNotFound');
    const edit = { subject: 'identity', action: 'edit' };
    expectError(await remove(id, await newMember([edit])), 403, 'PermissionBoundaryError', /nor take them from others/);
    expect(await stored()).to.have.length(1);
    expect((await remove(id, await newMember([edit, readDev]))).status).to.equal(200);
  });

  it('grants the denied permissions, so the caller must have them', async () => {
    const { created, newMember, stored } = await setting();
    const { id } = await created({ permissions: [readDev, denyProd] });
    const dev = { subject: 'secrets', action: 'read', conditions: { environment: 'dev' } };
    const prod = { subject: 'secrets', action: 'read', conditions: { environment: 'prod' } };
    const refused = await remove(id, await newMember(granter(dev)));
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(refused.body.details.missingPermissions).to.deep.equal(
      ['describeSecret', 'readValue'].map((action) => ({
        action,
        subject: 'secrets',
        conditions: { environment: 'prod' },
      })),
    );
    expectError(
      await remove(id, await newMember([{ subject: 'identity', action: 'edit' }, prod])),
      403,
      'PermissionDenied',
      /assign additional privileges/,
    );
    expect(await stored()).to.have.length(1);
    expect((await remove(id, await newMember(granter(dev, prod)))).status).to.equal(200);
  });

  it('requires nothing more if the denies have already expired', async () => {
    const { created, newMember } = await setting();
    const { id } = await created({
      permissions: [denyProd],
      type: { ...temporaryType, temporaryAccessStartTime: '2029-12-31T23:00:00Z' },
    });
    const coming = await created({
      permissions: [denyProd],
      type: { ...temporaryType, temporaryAccessStartTime: '2030-01-01T00:00:01Z' },
    });
    const as = await newMember(granter());
    expect((await remove(id, as)).status).to.equal(200);
    expectError(await remove(coming.id, as), 403, 'PermissionBoundaryError');
  });

  it('does not find unknown or malformed ids, or privileges of another organization', async () => {
    const { admin } = await setting();
    const foreign = await setting();
    const { id } = await foreign.created();
    for (const name of ['x', world().server.parts.ids.uuid(), id])
      expectError(await remove(name, admin), 404, 'NotFound');
    expect(await foreign.stored()).to.have.length(1);
  });

  it('succeeds only once for concurrent requests', async () => {
    const { created, admin, audited } = await setting();
    const { id } = await created();
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(id, admin)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, ...Array.from({ length: 9 }, () => 404)]);
    expect((await audited()).map(({ eventType }) => eventType)).to.have.members([
      'create-identity-project-additional-privilege',
      'delete-identity-project-additional-privilege',
    ]);
  });

  it('is recorded in the audit log', async () => {
    const { created, admin, audited, identity, project } = await setting();
    const { id } = await created({ slug: 'audited', permissions: [] });
    await remove(id, admin);
    const entry = (await audited()).find(
      ({ eventType }) => eventType === 'delete-identity-project-additional-privilege',
    );
    expect(entry).to.deep.include({
      eventMetadata: {
        identityId: identity.id,
        privilegeId: id,
        slug: 'audited',
        isTemporary: false,
        permissions: '[]',
      },
      projectId: project.id,
    });
  });
});

describe('deletePrivilege on one of two nodes', () => {
  it('takes effect on the other node with the next request', async () => {
    const storage = await newStorage('postgres');
    const [one, other] = [await ownWorld(storage), await ownWorld(storage)];
    const { created, admin, identity, project } = await privilegeSetting(one);
    const list = () =>
      other.call('listPrivileges', { as: identity, query: { identityId: identity.id, projectId: project.id } });
    for (let time = 0; time < 5; time += 1) {
      expectError(await list(), 403, 'PermissionDenied');
      const { id } = await created({ permissions: [{ subject: 'identity', action: 'read' }] });
      expect((await list()).status).to.equal(200);
      await one.call('deletePrivilege', { as: admin, params: { id } });
    }
    expectError(await list(), 403, 'PermissionDenied');
  });
});
