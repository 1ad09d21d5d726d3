import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newGroup } from '../../support/fixtures/groups.ts';
import { addToProject, newProject } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listGroupProjects', (world) => {
  const setting = async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const group = await newGroup(world(), organization);
    const list = (query: Record<string, string> = {}) =>
      world().call('listGroupProjects', { as, params: { id: group.id }, query });
    const enter = async (name: string, description: string | null = null) => {
      const project = await newProject(world(), organization, { name, description });
      await addToProject(world(), project, { groupId: group.id }, 'viewer');
      return project;
    };
    return { organization, as, group, list, enter };
  };

  it('lists the projects of the group by name, with its roles and the time of joining', async () => {
    const { organization, as, list, enter } = await setting();
    expect((await list()).body).to.deep.equal({ projects: [], totalCount: 0 });
    const later = await world().clock.later(60, () => enter('beta', 'The second one.'));
    const earlier = await enter('Alpha');
    const other = await newProject(world(), organization, { name: 'Of somebody else' });
    await addToProject(world(), other, as, 'admin');
    await addToProject(world(), other, { groupId: (await newGroup(world(), organization)).id }, 'admin');
    const { status, body } = await list();
    expect(status, JSON.stringify(body)).to.equal(200);
    for (const { roles } of body.projects) expect(roles[0]).to.include({ role: 'viewer', isTemporary: false });
    for (const project of body.projects) delete project.roles;
    expect(body).to.deep.equal({
      projects: [
        {
          id: earlier.id,
          name: 'Alpha',
          slug: earlier.slug,
          description: null,
          type: 'secret-manager',
          joinedProjectAt: '2030-01-01T00:00:00.000Z',
          joinedGroupAt: '2030-01-01T00:00:00.000Z',
        },
        {
          id: later.id,
          name: 'beta',
          slug: later.slug,
          description: 'The second one.',
          type: 'secret-manager',
          joinedProjectAt: '2030-01-01T00:01:00.000Z',
          joinedGroupAt: '2030-01-01T00:01:00.000Z',
        },
      ],
      totalCount: 2,
    });
  });

  it('has 10 projects per page by default, and always the total count', async () => {
    const { list, enter } = await setting();
    const all = Array.from({ length: 11 }, (_, number) => `project-${String(number).padStart(2, '0')}`);
    for (const name of all) await enter(name);
    const names = async (query?: Record<string, string>) =>
      (await list(query)).body.projects.map(({ name }: { name: string }) => name);
    expect(await names()).to.deep.equal(all.slice(0, 10));
    expect(await names({ offset: '9', limit: '100' })).to.deep.equal(all.slice(9));
    expect((await list({ offset: '11' })).body).to.deep.equal({ projects: [], totalCount: 11 });
  });

  it('lists only projects in which the caller may see the group', async () => {
    const { organization, group, enter } = await setting();
    const [open, shut] = [await enter('open'), await enter('shut'), await enter('unknown')];
    const as = await world().newUser(organization, 'member');
    await addToProject(world(), open, as, [
      { subject: 'groups', action: 'read', conditions: { groupName: group.name } },
    ]);
    await addToProject(world(), shut, as, 'no-access');
    const { body } = await world().call('listGroupProjects', { as, params: { id: group.id } });
    expect(body.projects.map(({ name }: { name: string }) => name)).to.deep.equal(['open']);
    expect(body.totalCount).to.equal(1);
  });

  it('validates the request', async () => {
    const { list } = await setting();
    expectIssues(await list({ offset: '-1', limit: '0' }), 'query offset too_small', 'query limit too_small');
    expectIssues(
      await list({ offset: '9007199254740992', limit: '101' }),
      'query offset too_big',
      'query limit too_big',
    );
    for (const query of [
      { offset: '0', limit: '1' },
      { offset: '2147483647', limit: '100' },
    ])
      expect((await list(query)).status).to.equal(200);
  });

  it('refuses callers without the permission, and does not find groups of another organization', async () => {
    const { organization, as, group } = await setting();
    const outsider = await world().newIdentity(organization, 'no-access');
    for (const id of [group.id, 'not-an-id'])
      expectError(
        await world().call('listGroupProjects', { as: outsider, params: { id } }),
        403,
        'PermissionDenied',
        /read groups/,
      );
    const foreign = await newGroup(world(), await world().newOrganization());
    for (const id of [foreign.id, 'not-an-id'])
      expectError(await world().call('listGroupProjects', { as, params: { id } }), 404, 'NotFound', /group/i);
  });
});
