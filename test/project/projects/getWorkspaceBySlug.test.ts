import { expect } from 'chai';
import { newEnvironment } from '../../../src/resources/project/environments/new.ts';
import { createStores } from '../../../src/stores.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProject, newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { shownProject } from '../../support/expect/shown-projects.ts';
import { unmarked } from '../environments/checks.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

onEachDatabase('getWorkspaceBySlug', (world) => {
  const get = (as: { token: string }, slug: string) => world().call('getWorkspaceBySlug', { as, params: { slug } });

  it('returns the project without an envelope, with an empty key and without deleted environments', async () => {
    const { project, admin } = await newProjectWithAdmin(world());
    const { parts } = world().server;
    const environment = newEnvironment(parts, project.id, { name: 'Here', slug: 'here', position: 1 });
    const gone = {
      ...newEnvironment(parts, project.id, { name: 'Gone', slug: 'gone', position: 2 }),
      softDeletedAt: project.createdAt,
      deleteAfter: '2030-01-15T00:00:00.000Z',
    };
    await parts.database.transaction(ofInstance, async ({ db }) => {
      for (const one of [environment, gone]) await createStores(db).environments.insert(one);
    });
    const { status, body } = await get(admin, project.slug);
    expect(status).to.equal(200);
    const environments = [{ id: environment.id, name: 'Here', slug: 'here', ...unmarked }];
    expect(body).to.deep.equal({
      ...shownProject(project),
      _id: project.id,
      environments,
      kmsSecretManagerKeyId: null,
    });
  });

  it("finds the project of the caller's organization, for all members", async () => {
    const slug = `same-${world().server.parts.ids.uuid()}`;
    const one = await newProjectWithAdmin(world(), { slug });
    const other = await newProjectWithAdmin(world(), { slug });
    expect((await get(await newProjectIdentity(world(), one, 'no-access'), slug)).body.id).to.equal(one.project.id);
    expect((await get(other.admin, slug)).body.id).to.equal(other.project.id);
    expectError(await get(await world().newUser(one.organization, 'admin'), slug), 403, 'ProjectMembershipNotFound');
    const foreign = await newProject(world(), await world().newOrganization());
    for (const unknown of [foreign.slug, 'x', 'x'.repeat(64)])
      expectError(await get(one.admin, unknown), 404, 'NotFound');
  });

  it('requires a slug', async () => {
    const { admin } = await newProjectWithAdmin(world());
    expectIssues(await get(admin, 'x'.repeat(65)), 'path slug too_big');
    expectIssues(await get(admin, 'Not-a-slug'), 'path slug pattern');
  });
});
