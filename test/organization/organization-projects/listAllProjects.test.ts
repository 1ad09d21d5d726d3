import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProject } from '../../support/fixtures/projects.ts';
import { shownProject } from '../../support/expect/shown-projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listAllProjects', (world) => {
  const setting = async (...names: string[]) => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    for (const name of names) await newProject(world(), organization, { name });
    const list = (query: Record<string, string> = {}) => world().call('listAllProjects', { as, query });
    return { organization, as, list };
  };
  const names = ({ body }: { body: any }): string[] => body.projects.map(({ name }: any) => name);

  it('lists projects that the caller is not a member of, with all fields', async () => {
    const { organization, list } = await setting();
    const project = await newProject(world(), organization, { description: 'Flies.', type: 'pam' });
    const { status, body } = await list();
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ projects: [shownProject(project)], count: 1 });
  });

  it('supports pagination by name, with the total count', async () => {
    const { list } = await setting('Delta', 'Alpha', 'Charlie', 'Bravo');
    expect(names(await list())).to.deep.equal(['Alpha', 'Bravo', 'Charlie', 'Delta']);
    const page = await list({ offset: '1', limit: '2' });
    expect(names(page)).to.deep.equal(['Bravo', 'Charlie']);
    expect(page.body.count).to.equal(4);
    expect((await list({ offset: '4' })).body).to.deep.equal({ projects: [], count: 4 });
  });

  it('has 50 projects per page by default', async () => {
    const { list } = await setting(...Array.from({ length: 51 }, (_, number) => `Project ${number}`));
    expect(names(await list())).to.have.length(50);
    expect(names(await list({ limit: '100' }))).to.have.length(51);
    expect(names(await list({ limit: '1' }))).to.have.length(1);
  });

  it('searches names and slugs case-insensitively, without wildcards', async () => {
    const { organization, list } = await setting('Snake_case', 'Snakescase');
    const found = await list({ search: 'SNAKE_CASE' });
    expect(names(found)).to.deep.equal(['Snake_case']);
    expect(found.body.count).to.equal(1);
    const slug = `needle-${world().server.parts.ids.uuid()}`;
    await newProject(world(), organization, { name: 'By slug', slug });
    expect(names(await list({ search: slug.toUpperCase() }))).to.deep.equal(['By slug']);
    for (const search of ['%x%', '!', '\\', "'", '"', '?'])
      expect((await list({ search })).body, search).to.deep.equal({ projects: [], count: 0 });
    expect((await list({ search: '' })).body.count).to.equal(3);
  });

  it('is allowed for callers who may access all projects, including identities, and lists only their organization', async () => {
    const { organization } = await setting('Here');
    await setting('There');
    const role = await world().newRole(organization, [
      { subject: 'organization-admin-console', action: ['access-all-projects'] },
    ]);
    expect(
      names(await world().call('listAllProjects', { as: await world().newIdentity(organization, role) })),
    ).to.deep.equal(['Here']);
    for (const as of [
      await world().newUser(organization, 'member'),
      await world().newIdentity(organization, 'no-access'),
    ]) {
      expectError(await world().call('listAllProjects', { as }), 403, 'PermissionDenied', /access all projects/);
    }
  });

  it('requires parameters within their limits', async () => {
    const { list } = await setting();
    expectIssues(await list({ offset: '-1', limit: '0' }), 'query offset too_small', 'query limit too_small');
    expectIssues(
      await list({ offset: '2147483648', limit: '101', search: 'x'.repeat(256) }),
      'query offset too_big',
      'query limit too_big',
      'query search too_big',
    );
    expectIssues(await list({ offset: 'one', limit: '1.5' }), 'query offset type', 'query limit type');
    expect((await list({ offset: '2147483647', limit: '100', search: 'x'.repeat(255) })).status).to.equal(200);
  });
});
