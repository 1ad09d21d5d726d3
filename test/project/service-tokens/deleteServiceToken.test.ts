import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectWithSecrets } from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { newToken } from '../../support/fixtures/service-tokens.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('deleteServiceToken', (world) => {
  const remove = (serviceTokenId: string, as: { token: string }) =>
    world().call('deleteServiceToken', { as, params: { serviceTokenId } });

  it('revokes the token immediately, and is recorded in the audit log', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id, token } = await newToken(world(), setting);
    expect((await world().call('getOwnServiceToken', { as: { token } })).status).to.equal(200);
    const response = await remove(id, setting.admin);
    expect(response.status).to.equal(200);
    expect(response.body.serviceTokenData).to.include({ id, projectId: setting.project.id });
    expectError(await world().call('getOwnServiceToken', { as: { token } }), 401, 'TokenError');
    const [entry] = await entriesOf(world(), response);
    expect(entry).to.deep.include({ eventType: 'delete-service-token', projectId: setting.project.id });
    expect(entry!.eventMetadata).to.include({ serviceTokenId: id, name: 'Deployment' });
    expectError(await remove(id, setting.admin), 404, 'NotFound');
  });

  it('requires the permission in the project of the token', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id, token } = await newToken(world(), setting);
    expectError(
      await remove(id, await newProjectIdentity(world(), setting, 'viewer')),
      403,
      'PermissionDenied',
      /delete service tokens/,
    );
    const foreign = await newProjectWithSecrets(world());
    expectError(await remove(id, foreign.admin), 404, 'NotFound');
    expect((await world().call('getOwnServiceToken', { as: { token } })).status).to.equal(200);
  });

  it('does not require the permissions of the token', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newToken(world(), setting);
    const cleaner = await newProjectIdentity(world(), setting, [{ subject: 'service-tokens', action: 'delete' }]);
    expect((await remove(id, cleaner)).status).to.equal(200);
  });
});
