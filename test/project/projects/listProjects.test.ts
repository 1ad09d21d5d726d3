import { expect } from 'chai';
import { expectIssues } from '../../support/expect/expect.ts';
import { newGroupOf } from '../../support/fixtures/groups.ts';
import { newProjectWithSecrets } from '../../support/fixtures/project-secrets.ts';
import { addToProject, newProject, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { shownProject } from '../../support/expect/shown-projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listProjects', (world) => {
  const names = async (as: { token: string }, query: Record<string, string> = {}): Promise<string[]> =>
    (await world().call('listProjects', { as, query })).body.projects.map(({ name }: any) => name);

  it('lists each project with its environments in order', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'member');
    const made = [];
    for (const projectName of ['Zebra', 'Ape'])
      made.push((await world().call('createProject', { as, body: { projectName } })).body.project);
    const { status, body } = await world().call('listProjects', { as, query: { includeRoles: 'true' } });
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ projects: [made[1], made[0]] });
  });

  it('returns when a secret of each project was last changed, if asked', async () => {
    const { organization, admin: as, project } = await newProjectWithSecrets(world());
    const other = await newProject(world(), organization, { name: 'Zebra' });
    await addToProject(world(), other, as, 'no-access');
    const list = async (query: Record<string, string>): Promise<unknown[]> =>
      (await world().call('listProjects', { as, query })).body.projects.map((one: any) => one.lastSecretModified);
    expect(await list({ includeLastChange: 'true' })).to.have.members([null, null]);
    const change = (secretName: string, environment: string) =>
      world().call('createSecret', {
        as,
        params: { secretName },
        body: { projectId: project.id, environment, secretValue: 'x' },
      });
    await world().clock.later(60, () => change('A', 'prod'));
    await change('A', 'dev');
    expect(await list({ includeLastChange: 'true' })).to.have.members(['2030-01-01T00:01:00.000Z', null]);
    expect(await list({})).to.deep.equal([undefined, undefined]);
  });

  it('returns all fields, and no deleted environments', async () => {
    const {
      organization,
      admin: as,
      project,
    } = await newProjectWithAdmin(world(), {
      description: 'Flies.',
      auditLogsRetentionDays: 7,
      defaultProduct: 'pam',
    });
    const { body } = await world().call('listProjects', { as });
    expect(body.projects).to.deep.equal([{ ...shownProject(project), _id: project.id, environments: [] }]);
    expect(body.projects[0].orgId).to.equal(organization.id);
  });

  it('lists only projects of the caller, directly or through a group, once each', async () => {
    const { organization, project, admin } = await newProjectWithAdmin(world(), { name: 'Both' });
    const alone = await newProject(world(), organization, { name: 'Not mine' });
    const through = await newProject(world(), organization, { name: 'Group' });
    const identity = await world().newIdentity(organization, 'no-access');
    const group = await newGroupOf(world(), organization, admin, identity);
    const second = await newGroupOf(world(), organization, admin);
    for (const one of [project, through]) await addToProject(world(), one, group, 'no-access');
    for (const one of [project, through]) await addToProject(world(), one, second, 'viewer');
    expect(await names(admin)).to.deep.equal(['Both', 'Group']);
    expect(await names(identity)).to.deep.equal(['Both', 'Group']);
    expect(
      await names(await world().newUser(organization, 'admin')),
      'the role in the organization gives none',
    ).to.deep.equal([]);
    await addToProject(world(), alone, identity, 'no-access');
    expect(await names(identity)).to.deep.equal(['Both', 'Group', 'Not mine']);
  });

  it('separates organizations', async () => {
    const { admin, organization } = await newProjectWithAdmin(world(), { name: 'Here' });
    const other = await newProjectWithAdmin(world(), { name: 'There' });
    await world().join(other.organization, admin, 'member');
    await addToProject(world(), other.project, admin, 'admin');
    expect(await names(admin)).to.deep.equal(['Here']);
    expect(organization.id).not.to.equal(other.organization.id);
  });

  it('can be filtered by type', async () => {
    const { organization, admin } = await newProjectWithAdmin(world(), { name: 'Secrets' });
    await addToProject(
      world(),
      await newProject(world(), organization, { name: 'Certificates', type: 'cert-manager' }),
      admin,
      'viewer',
    );
    expect(await names(admin, { type: 'cert-manager' })).to.deep.equal(['Certificates']);
    expect(await names(admin, { type: 'secret-manager' })).to.deep.equal(['Secrets']);
    expect(await names(admin, { type: 'kms' })).to.deep.equal([]);
    expect(await names(admin, { type: '' })).to.deep.equal(['Certificates', 'Secrets']);
    expectIssues(await world().call('listProjects', { as: admin, query: { type: 'all' } }), 'query type enum');
  });
});
