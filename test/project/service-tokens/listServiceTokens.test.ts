import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectWithSecrets } from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { newToken } from '../../support/fixtures/service-tokens.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listServiceTokens', (world) => {
  const list = (project: { id: string }, as: { token: string }) =>
    world().call('listServiceTokens', { as, params: { projectId: project.id } });

  it('lists the tokens of the project, the newest first, without secrets', async () => {
    const { project, admin, ...setting } = await newProjectWithSecrets(world());
    expect((await list(project, admin)).body).to.deep.equal({ serviceTokenData: [] });
    const first = await newToken(world(), { project, admin }, { name: 'First', expiresIn: 30 });
    const second = await world().clock.later(60, () => newToken(world(), { project, admin }, { name: 'Second' }));
    const viewer = await newProjectIdentity(world(), { project, ...setting }, 'viewer');
    const { status, body } = await world().clock.later(60, () => list(project, viewer));
    expect(status).to.equal(200);
    expect(body.serviceTokenData.map(({ id, name, expiresAt }: any) => [id, name, expiresAt])).to.deep.equal([
      [second.id, 'Second', null],
      [first.id, 'First', '2030-01-01T00:00:30.000Z'],
    ]);
    expect(JSON.stringify(body)).not.to.match(/[Hh]ash/);
    for (const { token } of [first, second]) expect(JSON.stringify(body)).not.to.contain(token.split('.')[2]);
  });

  it('requires the permission, in a project of the organization', async () => {
    const setting = await newProjectWithSecrets(world());
    const nobody = await newProjectIdentity(world(), setting, 'no-access');
    expectError(await list(setting.project, nobody), 403, 'PermissionDenied', /read service tokens/);
    const foreign = await newProjectWithSecrets(world());
    expectError(await list(setting.project, foreign.admin), 404, 'NotFound');
  });
});
