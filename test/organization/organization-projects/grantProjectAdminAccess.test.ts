import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { eventsOf } from '../../support/expect/project-events.ts';
import { addToProject, newProject, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('grantProjectAdminAccess', (world) => {
  const grant = (as: { token: string }, projectId: string) =>
    world().call('grantProjectAdminAccess', { as, params: { projectId } });
  const rolesOf = async (projectMembershipId: string): Promise<string[]> =>
    (await world().server.parts.stores.projectMemberships.listRoles([projectMembershipId])).map(
      ({ role, isTemporary }) => `${role} ${isTemporary}`,
    );
  const at = '2030-01-01T00:00:00.000Z';

  it('makes a non-member an administrator of the project', async () => {
    const { organization, project } = await newProjectWithAdmin(world());
    const as = await world().newUser(organization, 'admin');
    expectError(
      await world().call('getProject', { as, params: { projectId: project.id } }),
      403,
      'ProjectMembershipNotFound',
    );
    const { status, body } = await grant(as, project.id);
    expect(status).to.equal(200);
    const { id } = body.membership;
    expect(body).to.deep.equal({
      membership: { id, projectId: project.id, userId: as.id, identityId: null, createdAt: at, updatedAt: at },
    });
    expect(await rolesOf(id)).to.deep.equal(['admin false']);
    expect(
      (
        await world().call('setAuditLogsRetention', {
          as,
          params: { projectId: project.id },
          body: { auditLogsRetentionDays: 1 },
        })
      ).status,
      'at once',
    ).to.equal(200);
    const eventMetadata = { projectId: project.id, projectMembershipId: id, actorType: 'user', actorId: as.id };
    expect((await eventsOf(world(), project.id))[0]).to.deep.equal({
      actorId: as.id,
      eventType: 'org-admin-accessed-project',
      eventMetadata,
    });
  });

  it('replaces other roles, also of a machine identity', async () => {
    const { organization, project } = await newProjectWithAdmin(world());
    const as = await world().newIdentity(organization, 'admin');
    const membership = await addToProject(world(), project, as, [
      { subject: 'settings', action: 'edit', inverted: true },
    ]);
    await world().clock.later(60, async () => {
      const { status, body } = await grant(as, project.id);
      expect(status).to.equal(200);
      const times = { createdAt: at, updatedAt: '2030-01-01T00:01:00.000Z' };
      expect(body.membership).to.deep.equal({
        id: membership.id,
        projectId: project.id,
        userId: null,
        identityId: as.id,
        ...times,
      });
      expect(
        (await world().call('updateProject', { as, params: { projectId: project.id }, body: { name: 'Mine now' } }))
          .status,
      ).to.equal(200);
    });
    expect(await rolesOf(membership.id)).to.deep.equal(['admin false']);
    expect((await grant(as, project.id)).status, 'again').to.equal(200);
    expect(await rolesOf(membership.id)).to.deep.equal(['admin false']);
  });

  it('creates one membership for concurrent requests', async () => {
    const { organization, project } = await newProjectWithAdmin(world());
    const as = await world().newUser(organization, 'admin');
    const answers = await Promise.all(Array.from({ length: 5 }, () => grant(as, project.id)));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.membership.id)).size).to.equal(1);
  });

  it('is allowed for callers who may access all projects', async () => {
    const { organization, project, admin } = await newProjectWithAdmin(world());
    const role = await world().newRole(organization, [
      { subject: 'organization-admin-console', action: ['access-all-projects'] },
    ]);
    expect((await grant(await world().newUser(organization, role), project.id)).status).to.equal(200);
    const members = () =>
      world().server.parts.database.read('project_memberships').where({ projectId: project.id }).orderBy('id');
    const before = await members();
    for (const as of [admin, await world().newIdentity(organization, 'no-access')]) {
      for (const id of [project.id, 'not-an-id'])
        expectError(await grant(as, id), 403, 'PermissionDenied', /access all projects/);
    }
    expect(await members()).to.deep.equal(before);
  });

  it('finds only projects of the organization', async () => {
    const as = await world().newUser(await world().newOrganization(), 'admin');
    const foreign = await newProject(world(), await world().newOrganization());
    for (const id of [foreign.id, 'not-an-id']) expectError(await grant(as, id), 404, 'NotFound');
    expect(
      await world().server.parts.database.read('project_memberships').where({ projectId: foreign.id }),
    ).to.deep.equal([]);
  });
});
