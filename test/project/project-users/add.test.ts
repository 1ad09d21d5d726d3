import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { invite, newEmail } from '../../support/fixtures/people.ts';
import { at, newProjectSetting, memberRule } from '../../support/fixtures/project-users.ts';
import { addToProject, newProject } from '../../support/fixtures/projects.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

/** The tests of adding users, in both API versions. */
const testAdding = (id: 'addProjectUsers' | 'addWorkspaceUsers'): void =>
  onEitherDatabase(id, (world) => {
    const setting = async () => {
      const made = await newProjectSetting(world());
      const add = (body: object, as: { token: string } = made.admin) => made.call(id, { as, body });
      return { ...made, add };
    };

    it('adds all given users once each, with all roles', async () => {
      const { admin, project, newcomer, add, stored, entries } = await setting();
      const [one, other] = [await newcomer(), await newcomer()].sort((a, b) => (a.email < b.email ? -1 : 1)) as [
        any,
        any,
      ];
      const { status, body } = await add({
        emails: [one.email.toUpperCase()],
        usernames: [other.email.toUpperCase(), one.email],
        roleSlugs: ['viewer', 'no-access', 'viewer'],
      });
      expect(status, JSON.stringify(body)).to.equal(200);
      const shown = (userId: string) => ({ userId, projectId: project.id, createdAt: at, updatedAt: at });
      expect(body.memberships.map(({ id: _, ...rest }: any) => rest)).to.have.deep.members([
        shown(one.id),
        shown(other.id),
      ]);
      expect(body.memberships[0].id)
        .to.match(/^[0-9a-f-]{36}$/)
        .and.not.to.equal(body.memberships[1].id);
      expect(await stored()).to.have.members([
        `${admin.id} admin`,
        ...[one.id, other.id].flatMap((user) => [`${user} viewer`, `${user} no-access`]),
      ]);
      const members = [one, other].map((user) => ({ userId: user.id, email: user.email }));
      const [entry, ...more] = await entries();
      expect(more).to.deep.equal([]);
      expect(entry).to.deep.include({ eventType: 'add-project-members', actorId: admin.id, operation: id });
      expect((entry!.eventMetadata as any).members).to.have.deep.members(members);
      expect((entry!.eventMetadata as any).roles).to.deep.equal(['viewer', 'no-access']);
    });

    it('adds users with temporary roles at once', async () => {
      const { newcomer, add, stored, call, entries } = await setting();
      const user = await newcomer();
      const period = {
        isTemporary: true,
        temporaryMode: 'relative',
        temporaryRange: '2h',
        temporaryAccessStartTime: at,
      };
      const roles = [{ role: 'viewer', ...period }, { role: 'no-access' }];
      const added = await add({ usernames: [user.email], roles });
      expect(added.status, JSON.stringify(added.body)).to.equal(200);
      expect(await stored()).to.include.members([`${user.id} viewer`, `${user.id} no-access`]);
      expect(await stored()).not.to.include(`${user.id} member`);
      expect((await call('listTags', { as: user })).status).to.equal(200);
      await world().clock.later(7200, async () =>
        expectError(await call('listTags', { as: user }), 403, 'PermissionDenied'),
      );
      const [entry] = await entries();
      expect((entry!.eventMetadata as any).temporaryRoles[0]).to.include({ role: 'viewer', temporaryRange: '2h' });
    });

    it('grants access with the next request', async () => {
      const { newcomer, add, call } = await setting();
      const user = await newcomer();
      expectError(await call('listProjectUsers', { as: user }), 403, 'ProjectMembershipNotFound');
      await add({ usernames: [user.email], roleSlugs: ['no-access'] });
      expectError(await call('listProjectUsers', { as: user }), 403, 'PermissionDenied');
      const second = await newcomer();
      await add({ emails: [second.email] });
      expect(
        (await call('listProjectUsers', { as: second })).body.memberships.find(
          ({ userId }: any) => userId === second.id,
        ).roles[0].role,
      ).to.equal('member');
    });

    it('accepts only custom roles of the project', async () => {
      const { organization, newcomer, member, add, stored } = await setting();
      const user = await newcomer();
      const { roleId } = await member([{ subject: 'tags', action: 'read' }]);
      const otherMembership = await addToProject(world(), await newProject(world(), organization), user, [
        { subject: 'tags', action: 'read' },
      ]);
      const before = await stored();
      for (const slug of ['unknown', 'custom', `role-${otherMembership.roleId}`])
        expectError(await add({ usernames: [user.email], roleSlugs: ['viewer', slug] }), 404, 'NotFound', /no role/);
      expect(await stored()).to.have.members(before);
      expect((await add({ usernames: [user.email], roleSlugs: [`role-${roleId}`] })).status).to.equal(200);
      expect(await stored()).to.include(`${user.id} custom`);
    });

    it('accepts invited users who have not joined yet', async () => {
      const { organization, add, stored } = await setting();
      const host = await world().newUser(organization, 'admin');
      const { email } = await invite(world(), host, newEmail(world()));
      const { body } = await add({ emails: [email], roleSlugs: ['viewer'] });
      expect(await stored()).to.include(`${body.memberships[0].userId} viewer`);
    });

    it('names users who are not in the organization or already members, and adds none then', async () => {
      const { newcomer, member, add, stored, entries } = await setting();
      const [user, present] = [await newcomer(), await member('viewer')];
      const foreign = await world().newUser(await world().newOrganization(), 'member');
      const before = await stored();
      const nonMembers = await add({ usernames: [user.email, 'nobody'], emails: [foreign.email] });
      expectError(nonMembers, 400, 'BadRequest', /^Not in this organization: nobody, user-/);
      expect(nonMembers.body.message).to.contain(foreign.email).and.not.to.contain(user.email);
      const again = await add({ usernames: [user.email, present.email] });
      expectError(again, 400, 'BadRequest', /^In this project already/);
      expect(again.body.message).to.contain(present.email).and.not.to.contain(user.email);
      const manyUnknown = await add({ usernames: Array.from({ length: 12 }, (_, index) => `nobody-${index}`) });
      expectError(manyUnknown, 400, 'BadRequest', /nobody-0, .* and 2 more/);
      expect(await stored()).to.have.members(before);
      expect(await entries()).to.deep.equal([]);
    });

    it('adds a user only once for concurrent requests', async () => {
      const { newcomer, add, stored } = await setting();
      const user = await newcomer();
      const answers = await Promise.all(
        [1, 2, 3, 4].map(() => add({ usernames: [user.email], roleSlugs: ['viewer'] })),
      );
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400, 400]);
      for (const answer of answers.filter(({ status }) => status === 400))
        expectError(answer, 400, 'BadRequest', new RegExp(`^In this project already: ${user.email}`));
      expect((await stored()).filter((line) => line.startsWith(user.id))).to.have.length(1);
    });

    it('refuses permissions that the caller does not have', async () => {
      const { newcomer, member, add, stored } = await setting();
      const user = await newcomer();
      const before = await stored();
      const plain = await member('member');
      const assigner = await member([memberRule(['create', 'assign-role']), { subject: 'tags', action: 'read' }]);
      for (const roleSlugs of [undefined, ['member'], ['viewer'], ['no-access', 'viewer']]) {
        expectError(
          await add({ usernames: [user.email], roleSlugs }, plain),
          403,
          'PermissionDenied',
          /assign roles to members/,
        );
      }
      const refused = await add({ usernames: [user.email], roleSlugs: ['viewer'] }, assigner);
      expectError(refused, 403, 'PermissionBoundaryError');
      expect(refused.body.details.missingPermissions)
        .to.deep.include({ action: 'read', subject: 'environments' })
        .and.not.to.deep.include({ action: 'read', subject: 'tags' });
      expect((await stored()).filter((line) => !before.includes(line))).to.have.members([
        `${plain.id} member`,
        `${assigner.id} custom`,
      ]);
      expect((await add({ usernames: [user.email], roleSlugs: ['no-access'] }, plain)).status).to.equal(200);
      expect(
        (await add({ usernames: [(await newcomer()).email], roleSlugs: [`role-${assigner.roleId}`] }, assigner)).status,
      ).to.equal(200);
    });

    it('checks templates with the fields of the recipient', async () => {
      const { newcomer, member, add } = await setting();
      const user = await newcomer();
      const own = await member([
        { subject: 'secrets', action: 'describeSecret', conditions: { environment: '{{identity.username}}' } },
      ]);
      const narrow = await member([
        memberRule(['create', 'assign-role']),
        { subject: 'secrets', action: 'describeSecret', conditions: { environment: user.email } },
      ]);
      expect((await add({ usernames: [user.email], roleSlugs: [`role-${own.roleId}`] }, narrow)).status).to.equal(200);
      expectError(
        await add({ usernames: [(await newcomer()).email], roleSlugs: [`role-${own.roleId}`] }, narrow),
        403,
        'PermissionBoundaryError',
      );
    });

    it('is limited to the users and roles of the permission', async () => {
      const { newcomer, member, add, stored } = await setting();
      const [user, other] = [await newcomer(), await newcomer()];
      const as = await member([
        memberRule('create', `${user.email.slice(0, 13)}*`),
        { subject: 'member', action: 'assign-role', conditions: { assignableRole: 'viewer', userEmail: user.email } },
      ]);
      const before = await stored();
      expectError(
        await add({ usernames: [other.email], roleSlugs: ['no-access'] }, as),
        403,
        'PermissionDenied',
        /create members/,
      );
      expectError(await add({ usernames: ['nobody'], roleSlugs: ['no-access'] }, as), 403, 'PermissionDenied');
      expectError(
        await add({ usernames: [user.email, other.email], roleSlugs: ['no-access'] }, as),
        403,
        'PermissionDenied',
      );
      expectError(
        await add({ usernames: [user.email], roleSlugs: ['member'] }, as),
        403,
        'PermissionDenied',
        /assign roles/,
      );
      expectError(await add({ usernames: [user.email], roleSlugs: ['viewer'] }, as), 403, 'PermissionBoundaryError');
      expect(await stored()).to.have.members(before);
      expect((await add({ usernames: [user.email], roleSlugs: ['no-access'] }, as)).status).to.equal(200);
    });

    it('reveals nothing to callers without the permission', async () => {
      const { organization, member, newcomer, add } = await setting();
      const viewer = await member('viewer');
      for (const name of [viewer.email, 'nobody', (await newcomer()).email])
        expectError(
          await add({ usernames: [name], roleSlugs: ['unknown'] }, viewer),
          403,
          'PermissionDenied',
          /create members/,
        );
      const plain = await member('member');
      expectError(
        await add({ usernames: [viewer.email], roleSlugs: ['viewer'] }, plain),
        403,
        'PermissionDenied',
        /assign roles/,
      );
      expectError(
        await add({ usernames: [viewer.email] }, await world().newUser(organization, 'admin')),
        403,
        'ProjectMembershipNotFound',
      );
    });

    it('allows machine identities', async () => {
      const { organization, project, newcomer, add, entries } = await setting();
      const machine = await world().newIdentity(organization, 'no-access');
      await addToProject(world(), project, machine, 'admin');
      expect((await add({ usernames: [(await newcomer()).email], roleSlugs: ['admin'] }, machine)).status).to.equal(
        200,
      );
      expect((await entries())[0]!.actorId).to.equal(machine.id);
    });

    it('reports all problems of a request', async () => {
      const { newcomer, add } = await setting();
      const { email } = await newcomer();
      for (const body of [{}, { emails: [], usernames: [] }, { roleSlugs: ['viewer'] }])
        expectIssues(await add(body), 'body usernames required');
      expectIssues(await add({ usernames: [email], roleSlugs: [] }), 'body roleSlugs too_small');
      expectIssues(
        await add({ usernames: [email], roleSlugs: ['', 'x'.repeat(65), 7] }),
        'body roleSlugs.0 too_small',
        'body roleSlugs.1 too_big',
        'body roleSlugs.2 type',
      );
      expectError(await add({ usernames: [email], roleSlugs: ['x'.repeat(64), 'x'] }), 404, 'NotFound');
      expectIssues(
        await add({ usernames: ['', 'x'.repeat(255)], emails: ['not an address', `${'x'.repeat(243)}@example.com`] }),
        'body usernames.0 too_small',
        'body usernames.1 too_big',
        'body emails.0 format',
        'body emails.1 too_big',
      );
      expectError(await add({ usernames: ['x', 'x'.repeat(254)] }), 400, 'BadRequest');
      const many = (count: number, suffix = '') => Array.from({ length: count }, (_, index) => `${index}${suffix}`);
      expectIssues(
        await add({ usernames: many(101), emails: many(101, '@example.com') }),
        'body usernames too_big',
        'body emails too_big',
      );
      expectError(
        await add({ usernames: many(100), emails: many(100, '@example.com') }),
        400,
        'BadRequest',
        /and 190 more/,
      );
      expectIssues(await add({ usernames: [email], roleSlugs: many(51) }), 'body roleSlugs too_big');
      expectError(await add({ usernames: [email], roleSlugs: many(50) }), 404, 'NotFound');
    });
  });

for (const operation of ['addProjectUsers', 'addWorkspaceUsers'] as const) testAdding(operation);
