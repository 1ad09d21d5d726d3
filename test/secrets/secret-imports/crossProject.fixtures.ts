import { expect } from 'chai';
import type { Response } from 'supertest';
import type { TestSecrets } from '../../support/fixtures/project-secrets.ts';
import { getCall, listCall, newSecrets } from '../../support/fixtures/secret-reads.ts';
import { newTwoProjects, type TwoProjects } from '../../support/fixtures/two-projects.ts';
import type { World } from '../../support/world/world.ts';

/** The requests of the tests of imports from other projects. */
export const crossProjectImportFixtures = (world: () => World) => {
  const list = listCall(world);

  const get = getCall(world);

  const create = (
    into: TestSecrets,
    from: TestSecrets,
    { at = {}, source = {}, as = into.admin }: { at?: object; source?: object; as?: { token: string } } = {},
  ): Promise<Response> =>
    world().call('createSecretImport', {
      as,
      body: {
        projectId: into.project.id,
        environment: 'dev',
        ...at,
        import: { sourceProjectId: from.project.id, environment: 'dev', path: '/app', ...source },
      },
    });

  /** Imports /app of the other project into the root of dev, as an administrator of both. */
  const linked = async (
    values: Readonly<Record<string, string>> = { 'dev:/app:KEY': 'k' },
  ): Promise<TwoProjects & { importer: Awaited<ReturnType<TwoProjects['newReader']>>; id: string }> => {
    const projects = await newTwoProjects(world());
    await newSecrets(world(), projects.there, values);
    const importer = await projects.newReader('admin');
    const { status, body } = await create(projects.here, projects.there, { as: importer });
    expect(status, JSON.stringify(body)).to.equal(200);
    return { ...projects, importer, id: body.secretImport.id as string };
  };

  return { list, get, create, linked };
};
