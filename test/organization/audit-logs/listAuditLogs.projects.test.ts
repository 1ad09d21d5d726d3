import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import type { TestUser } from '../../support/world/members.ts';
import { addToProject, newProject, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { listAuditLogsFixtures, put } from './listAuditLogs.fixtures.ts';

onEachDatabase('listAuditLogs', (world) => {
  const { list, newAdmin, idsOf } = listAuditLogsFixtures(world);

  describe('with projects', () => {
    const inProject = (as: TestUser, projectId: string, query = {}) => list(as, { ...query, projectId });

    it('omits projects whose audit log the caller may not read, on every page', async () => {
      const { organization, admin } = await newAdmin();
      const [own, unreadable, foreign] = [
        await newProject(world(), organization),
        await newProject(world(), organization),
        await newProject(world(), organization),
      ];
      await addToProject(world(), own, admin, 'viewer');
      await addToProject(world(), unreadable, admin, 'no-access');
      const readable = await put(world(), organization.id, { projectId: own.id, projectName: own.name });
      for (const { id } of [unreadable, foreign])
        await put(world(), organization.id, { projectId: id, projectName: 'Hidden' });
      const plain = await put(world(), organization.id);
      const query = { eventType: 'create-identity', limit: '1' };
      const pages = [
        await list(admin, query),
        await list(admin, { ...query, offset: '1' }),
        await list(admin, { ...query, offset: '2' }),
      ];
      expect(pages.map((page) => page.length)).to.deep.equal([1, 1, 0]);
      expect(idsOf(pages.flat())).to.have.members(idsOf([readable, plain]));
    });

    it('lists entries of deleted projects only for callers who may access all projects', async () => {
      const { organization, admin } = await newAdmin();
      const gone = await put(world(), organization.id, { projectId: 'gone', projectName: 'Gone' });
      expect(idsOf(await list(admin))).to.deep.equal([gone.id]);
      expect(await list(await world().newUser(organization, 'member'))).to.deep.equal([]);
      expectError(await world().call('listAuditLogs', { as: admin, query: { projectId: 'gone' } }), 404, 'NotFound');
    });

    it('lists the entries of one project for callers with the permission there, without one in the organization', async () => {
      const { organization, project } = await newProjectWithAdmin(world());
      const reader = await world().newUser(organization, 'no-access');
      await addToProject(world(), project, reader, [{ subject: 'audit-logs', action: ['read'] }]);
      const entry = await put(world(), organization.id, { projectId: project.id, projectName: project.name });
      await put(world(), organization.id);
      const [found, ...others] = await inProject(reader, project.id);
      expect(others).to.deep.equal([]);
      expect(found).to.include({ id: entry.id, projectId: project.id, projectName: 'Test project' });
      expectError(await world().call('listAuditLogs', { as: reader }), 403, 'PermissionDenied');
    });

    it('refuses callers without the permission in the project', async () => {
      const { organization, project } = await newProjectWithAdmin(world());
      const member = await world().newUser(organization, 'admin');
      const query = { projectId: project.id };
      expectError(await world().call('listAuditLogs', { as: member, query }), 403, 'ProjectMembershipNotFound');
      await addToProject(world(), project, member, [{ subject: 'environments', action: ['read'] }]);
      expectError(await world().call('listAuditLogs', { as: member, query }), 403, 'PermissionDenied', /audit logs/);
      expectError(await world().call('listAuditLogs', { as: (await newAdmin()).admin, query }), 404, 'NotFound');
    });
  });

  describe('entries without an organization', () => {
    it('are visible to all organizations that the user has joined', async () => {
      const { organization, admin } = await newAdmin();
      const { organization: second, admin: other } = await newAdmin();
      const { admin: outsider } = await newAdmin();
      const user = await world().newUser(organization, 'member');
      await world().join(second, user, 'member');
      await world().call('login', { body: { email: user.email, password: user.password } });
      for (const as of [admin, other]) {
        const [entry, ...others] = await list(as, { eventType: 'user-login' });
        expect(others).to.deep.equal([]);
        expect(entry).to.deep.include({
          orgId: null,
          actor: {
            type: 'user',
            metadata: { userId: user.id, email: user.email, username: user.email, authMethod: 'email' },
          },
        });
      }
      expect(await list(outsider, { eventType: 'user-login' })).to.deep.equal([]);
    });

    it('are not visible to an organization that has only invited the user', async () => {
      const { organization } = await newAdmin();
      const { admin } = await newAdmin();
      const user = await world().newUser(organization, 'member');
      await world().call('inviteUsers', {
        as: admin,
        body: { inviteeEmails: [user.email], organizationRoleSlug: 'member' },
      });
      await world().call('login', { body: { email: user.email, password: user.password } });
      expect(await list(admin, { eventType: 'user-login' })).to.deep.equal([]);
    });
  });
});
