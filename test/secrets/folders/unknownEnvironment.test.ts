import { newEnvironments } from '../../support/fixtures/environments.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { newProjectWithFolders } from '../../support/fixtures/secret-folders.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('a request for an unknown environment', (world) => {
  const list = (projectId: string, as: { token: string }, environment: string, path = '/') =>
    world().call('listFolders', { as, query: { projectId, environment, path } });
  const readable = [{ subject: 'secrets', action: ['describeSecret', 'readValue'] }];

  it('lists the environments of the project, without deleted ones', async () => {
    const { admin, project, ids } = await newProjectWithFolders(world());
    expectError(
      await list(project.id, admin, 'production'),
      404,
      'NotFound',
      new RegExp(`^The project ${project.id} has no environment 'production' \\(it has dev, staging, prod\\)\\.$`),
    );
    await world().call('deleteEnvironment', { as: admin, params: { projectId: project.id, id: ids.staging! } });
    expectError(
      await list(project.id, admin, 'staging'),
      404,
      'NotFound',
      /no environment 'staging' \(it has dev, prod\)/,
    );
  });

  it('gets a different message than one for an unknown folder', async () => {
    const setting = await newProjectWithFolders(world());
    const { id: projectId } = setting.project;
    const as = await newProjectIdentity(world(), setting, readable);
    const get = (environment: string, secretPath: string) =>
      world().call('listSecrets', { as, query: { projectId, environment, secretPath } });
    expectError(
      await get('dev', '/a/b'),
      404,
      'NotFound',
      new RegExp(`^There is no folder '/a/b' in the environment 'dev' of the project ${projectId}\\.$`),
    );
    expectError(await get('production', '/a/b'), 404, 'NotFound', /no environment 'production' \(it has dev, staging/);
  });

  it('lists at most ten environments, and says if there are none', async () => {
    const { admin, project } = await newProjectWithAdmin(world());
    expectError(await list(project.id, admin, 'dev'), 404, 'NotFound', /no environment 'dev' \(it has none\)/);
    const slugs = Array.from({ length: 13 }, (_, index) => `e${index + 1}`);
    await newEnvironments(world(), project, slugs);
    expectError(
      await list(project.id, admin, 'dev'),
      404,
      'NotFound',
      /\(it has e1, e2, e3, e4, e5, e6, e7, e8, e9, e10 and 3 more\)/,
    );
  });

  it('gets no list if the caller is not a member of the project', async () => {
    const { project } = await newProjectWithFolders(world());
    const outsider = await newProjectWithFolders(world());
    expectError(await list(project.id, outsider.admin, 'production'), 404, 'NotFound', /^(?!.*staging)/);
  });
});
