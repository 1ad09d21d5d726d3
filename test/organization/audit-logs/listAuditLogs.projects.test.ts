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

  describe('without the permission in the organization', () => {
    /** A member who may read the log of one of two projects, and entries of everything. */
    const newMember = async () => {
      const { organization, admin } = await newAdmin();
      const [readable, hidden] = [await newProject(world(), organization), await newProject(world(), organization)];
      const member = await world().newUser(organization, 'member');
      await addToProject(world(), readable, member, 'viewer');
      await addToProject(world(), hidden, member, 'no-access');
      const by = { actorId: member.id };
      const entries = {
        own: await put(world(), organization.id, by),
        ofOthers: await put(world(), organization.id, { actorId: admin.id }),
        readable: await put(world(), organization.id, { projectId: readable.id, actorId: admin.id }),
        hidden: await put(world(), organization.id, { projectId: hidden.id, actorId: admin.id }),
        ownHidden: await put(world(), organization.id, { projectId: hidden.id, ...by }),
        deleted: await put(world(), organization.id, { projectId: 'gone', ...by }),
      };
      return { organization, admin, member, entries, readable };
    };
    const query = { eventType: 'create-identity' };

    it('lists own entries, and those of projects whose log the caller may read', async () => {
      const { organization, admin, member, entries } = await newMember();
      const { admin: other } = await newAdmin();
      await put(world(), (await newAdmin()).organization.id, { actorId: member.id });
      const shown = idsOf([entries.own, entries.readable]);
      expect(idsOf(await list(member, query))).to.have.members(shown);
      expect(idsOf(await list(member, { ...query, limit: '1', offset: '1' }))).to.have.length(1);
      expect(await list(member, { ...query, offset: '2' })).to.deep.equal([]);
      expect(await list(member, { ...query, actor: other.id })).to.deep.equal([]);
      expect(idsOf(await list(member, { ...query, actor: member.id }))).to.deep.equal([entries.own.id]);
      expect(idsOf(await list(member, { ...query, actor: admin.id }))).to.deep.equal([entries.readable.id]);
      const { body } = await world().call('listAuditLogs', { as: member, query: { ...query, cursor: 'first' } });
      expect(body.totalCount).to.equal(2);
      expect((body.auditLogs as { id: string }[]).map(({ id }) => id)).to.have.members(shown);
      const noAccess = await world().newUser(organization, 'no-access');
      expect(await list(noAccess, query)).to.deep.equal([]);
    });

    it('lists the logins of the caller, and of nobody else', async () => {
      const { organization, admin, member } = await newMember();
      for (const { email, password } of [admin, member]) await world().call('login', { body: { email, password } });
      const logins = await list(member, { eventType: 'user-login' });
      expect(logins.map(({ actor }) => actor.metadata.userId)).to.deep.equal([member.id]);
      const reader = await world().newUser(organization, 'admin');
      expect(
        (await list(reader, { eventType: 'user-login' })).map(({ actor }) => actor.metadata.userId),
      ).to.include.members([admin.id, member.id]);
    });

    it('lists what a machine identity did itself', async () => {
      const { organization } = await newAdmin();
      const identity = await world().newIdentity(organization, 'member');
      const own = await put(world(), organization.id, { actorType: 'identity', actorId: identity.id });
      await put(world(), organization.id);
      expect(idsOf(await list(identity, query))).to.deep.equal([own.id]);
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
