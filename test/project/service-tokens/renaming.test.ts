import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { namesIn, newToken, newTokenSetting } from '../../support/fixtures/service-tokens.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('renaming an environment in the scope of a service token', (world) => {
  const setting = async (body: object = {}) => {
    const base = await newTokenSetting(world());
    const as = await newToken(world(), base, { scopes: [{ environment: 'staging', secretPath: '/**' }], ...body });
    // May rename environments, and has no permissions in prod.
    const attacker = await newProjectIdentity(world(), base, [{ subject: 'environments', action: ['read', 'edit'] }]);
    const rename = (environment: string, slug: string, by: { token: string } = attacker) =>
      world().call('updateEnvironment', {
        as: by,
        params: { projectId: base.project.id, id: base.ids[environment]! },
        body: { slug },
      });
    const seen = (slug: string) =>
      world().call('listSecrets', { as, query: { projectId: base.project.id, environment: slug, secretPath: '/' } });
    return { ...base, as, rename, seen };
  };

  it('is refused if the caller could not grant the access that the token would get', async () => {
    const { admin, rename, seen } = await setting();
    expectError(await rename('staging', 'former'), 403, 'PermissionBoundaryError');
    expect((await rename('staging', 'former', admin)).status).to.equal(200);
    expectError(await rename('prod', 'staging'), 403, 'PermissionBoundaryError');
    expect(namesIn(await seen('staging'))).to.equal(404);
    expect((await rename('prod', 'staging', admin)).status).to.equal(200);
    expect(namesIn(await seen('staging'))).to.equal('PROD');
  });

  it('is allowed if the token is expired or deleted, and for names that no token uses', async () => {
    const { as, admin, rename } = await setting({ expiresIn: 60 });
    expect((await rename('prod', 'production')).status).to.equal(200);
    await world().clock.later(60, async () => expect((await rename('staging', 'former')).status).to.equal(200));
    expectError(await rename('staging', 'staging'), 403, 'PermissionBoundaryError');
    expect(
      (await world().call('deleteServiceToken', { as: admin, params: { serviceTokenId: as.id } })).status,
    ).to.equal(200);
    expect((await rename('staging', 'staging')).status).to.equal(200);
  });
});
