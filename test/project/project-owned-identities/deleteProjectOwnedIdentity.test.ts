import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newOwnedIdentity } from '../../support/fixtures/owned-identities.ts';
import { entriesAbout, stored } from '../../support/fixtures/project-identities.ts';
import { newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('deleteProjectOwnedIdentity', (world) => {
  const deleting = async (body?: object) => {
    const setting = await newProjectWithAdmin(world());
    const { id, params } = await newOwnedIdentity(world(), setting, { role: 'viewer', ...body });
    const remove = (as: { token: string } = setting.admin, others: Partial<typeof params> = {}) =>
      world().call('deleteProjectOwnedIdentity', { as, params: { ...params, ...others } });
    const get = () => world().call('getProjectOwnedIdentity', { as: setting.admin, params });
    return { ...setting, id, params, remove, get };
  };

  it('deletes the identity with its membership and records it', async () => {
    const { organization, project, id, remove, get } = await deleting();
    const { body: before } = await get();
    const { status, body } = await remove();
    expect(status).to.equal(200);
    expect(body).to.deep.equal(before);
    expectError(await get(), 404, 'NotFound');
    expectError(await remove(), 404, 'NotFound');
    expect((await stored(world(), project)).memberships).to.have.length(1);
    expect(await world().server.parts.stores.identities.findById(organization.id, id)).to.equal(undefined);
    expect(await entriesAbout(world(), { project, identity: { id, token: '', tokenId: '' } })).to.deep.include({
      eventType: 'delete-identity',
      eventMetadata: { identityId: id, name: 'Deployer' },
    });
  });

  it('invalidates its tokens immediately', async () => {
    const { organization, params, remove } = await deleting();
    const owner = await world().newUser(organization, 'admin');
    await world().call('attachTokenAuth', { as: owner, params, body: {} });
    const { body } = await world().call('createTokenAuthToken', { as: owner, params, body: {} });
    const look = () => world().call('listProjectOwnedIdentities', { as: { token: body.accessToken }, params });
    expect((await look()).status).to.equal(200);
    await remove();
    expectError(await look(), 401, 'TokenError');
  });

  it('refuses a protected identity', async () => {
    const { remove, get } = await deleting({ hasDeleteProtection: true });
    expectError(await remove(), 400, 'BadRequest', /protected/);
    expect((await get()).status).to.equal(200);
  });

  it('allows deletion of an instance administrator only by instance administrators', async () => {
    const { id, remove } = await deleting();
    await world().makeInstanceAdmin({ id });
    expectError(await remove(), 403, 'ForbiddenError');
  });

  it('finds only identities of the project', async () => {
    const setting = await deleting();
    const otherSetting = await deleting();
    const member = await newProjectIdentity(world(), setting, 'viewer');
    for (const identityId of [member.id, otherSetting.id, setting.admin.id, 'no-such-thing'])
      expectError(await setting.remove(setting.admin, { identityId }), 404, 'NotFound', /machine identity/i);
    for (const projectId of [otherSetting.project.id, 'no-such-thing'])
      expectError(await setting.remove(setting.admin, { projectId }), 404, 'NotFound', /project/i);
    expect((await otherSetting.get()).status).to.equal(200);
  });

  it('refuses callers who may not delete the identity, and non-members', async () => {
    const setting = await deleting();
    const other = await newOwnedIdentity(world(), setting);
    const caller = await newProjectIdentity(world(), setting, [
      { subject: 'identity', action: ['delete'], conditions: { identityId: other.id } },
    ]);
    expectError(await setting.remove(caller), 403, 'PermissionDenied', /delete machine identities/);
    expect((await setting.remove(caller, { identityId: other.id })).status).to.equal(200);
    expectError(
      await setting.remove(await world().newUser(setting.organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
    expect((await setting.get()).status).to.equal(200);
  });
});
