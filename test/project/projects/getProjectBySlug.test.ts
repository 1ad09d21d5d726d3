import { expect } from 'chai';
import { newEnvironment } from '../../../src/resources/project/environments/new.ts';
import type { EnvironmentRow } from '../../../src/access/environment.ts';
import { createStores } from '../../../src/stores.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProject, newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { shownProject } from '../../support/expect/shown-projects.ts';
import { unmarked } from '../environments/checks.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

onEachDatabase('getProjectBySlug', (world) => {
  const get = (as: { token: string }, slug: string) => world().call('getProjectBySlug', { as, params: { slug } });
  const insert = async (
    projectId: string,
    slug: string,
    position: number,
    changes: Partial<EnvironmentRow> = {},
  ): Promise<EnvironmentRow> => {
    const environment = {
      ...newEnvironment(world().server.parts, projectId, { name: slug.toUpperCase(), slug, position }),
      ...changes,
    };
    await world().server.parts.database.transaction(ofInstance, ({ db }) =>
      createStores(db).environments.insert(environment),
    );
    return environment;
  };
  const deleted = { softDeletedAt: '2029-12-31T00:00:00.000Z', deleteAfter: '2030-01-14T00:00:00.000Z' };

  it('returns the project without an envelope, with all fields', async () => {
    const { project, admin } = await newProjectWithAdmin(world(), {
      description: 'Flies.',
      auditLogsRetentionDays: 0,
      autoCapitalization: true,
    });
    const { status, body } = await get(admin, project.slug);
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      ...shownProject(project),
      _id: project.id,
      environments: [],
      deletedEnvironments: [],
    });
  });

  it('returns environments in order, and deleted ones separately with who deleted them', async () => {
    const { organization, project, admin } = await newProjectWithAdmin(world());
    const identity = await newProjectIdentity(world(), { organization, project }, 'admin');
    const second = await insert(project.id, 'second', 2);
    const first = await insert(project.id, 'first', 1);
    const byIdentity = await insert(project.id, 'by-identity', 5, { ...deleted, deletedByIdentityId: identity.id });
    const byUser = await insert(project.id, 'by-user', 4, { ...deleted, deletedByUserId: admin.id });
    const byNobody = await insert(project.id, 'by-nobody', 6, deleted);
    const { body } = await get(admin, project.slug);
    const short = ({ id, name, slug }: EnvironmentRow) => ({ id, name, slug });
    expect(body.environments).to.deep.equal([first, second].map((row) => ({ ...short(row), ...unmarked })));
    const user = {
      type: 'user',
      id: admin.id,
      email: admin.email,
      username: admin.email,
      firstName: 'Test',
      lastName: 'User',
    };
    const machine = {
      type: 'identity',
      id: identity.id,
      email: null,
      username: null,
      firstName: null,
      lastName: null,
      name: 'Test identity',
    };
    expect(body.deletedEnvironments).to.deep.equal([
      { ...short(byUser), ...deleted, deletedBy: user },
      { ...short(byIdentity), ...deleted, deletedBy: machine },
      { ...short(byNobody), ...deleted, deletedBy: null },
    ]);
  });

  it("finds the project of the caller's organization, even if another organization uses the same slug", async () => {
    const slug = `same-${world().server.parts.ids.uuid()}`;
    const one = await newProjectWithAdmin(world(), { slug });
    const other = await newProjectWithAdmin(world(), { slug });
    expect((await get(one.admin, slug)).body.id).to.equal(one.project.id);
    expect((await get(other.admin, slug)).body.id).to.equal(other.project.id);
  });

  it('is allowed for all members, and refuses others', async () => {
    const { organization, project, admin } = await newProjectWithAdmin(world());
    expect(
      (await get(await newProjectIdentity(world(), { organization, project }, 'no-access'), project.slug)).status,
    ).to.equal(200);
    expectError(
      await get(await world().newIdentity(organization, 'admin'), project.slug),
      403,
      'ProjectMembershipNotFound',
    );
    const foreign = await newProject(world(), await world().newOrganization());
    for (const slug of [foreign.slug, 'no-such-project', 'x', 'x'.repeat(64)])
      expectError(await get(admin, slug), 404, 'NotFound');
  });

  it('requires a slug', async () => {
    const { admin } = await newProjectWithAdmin(world());
    expectIssues(await get(admin, 'x'.repeat(65)), 'path slug too_big');
    for (const slug of ['Not-a-slug', 'no_slug', 'no slug', '%'])
      expectIssues(await get(admin, slug), 'path slug pattern');
  });
});
