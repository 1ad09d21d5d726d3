import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { invite, newEmail } from '../../support/fixtures/people.ts';
import {
  at,
  newProjectSetting,
  memberRule,
  type ProjectSetting,
  type ProjectUser,
} from '../../support/fixtures/project-users.ts';
import { addToProject, newProject } from '../../support/fixtures/projects.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import type { World } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const permanent = {
  isTemporary: false,
  temporaryMode: null,
  temporaryRange: null,
  temporaryAccessStartTime: null,
  temporaryAccessEndTime: null,
};

const period = {
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange: '1h',
  temporaryAccessStartTime: at,
  temporaryAccessEndTime: '2030-01-01T01:00:00.000Z',
};

/** The expected response, without the ids of roles, which other tests check. */
const shown = (projectId: string, user: ProjectUser, roles: object[]) => ({
  id: user.membershipId,
  userId: user.id,
  projectId,
  createdAt: at,
  user: {
    id: user.id,
    username: user.email,
    email: user.email,
    firstName: 'Test',
    lastName: 'User',
    isEmailVerified: true,
    authMethods: ['email'],
    publicKey: null,
  },
  roles,
});

const withoutRoleIds = ({ roles, ...rest }: any) => ({ ...rest, roles: roles.map(({ id: _, ...role }: any) => role) });
const viewer = { role: 'viewer', customRoleId: null, customRoleName: null, customRoleSlug: null, ...permanent };

/** A member with a temporary custom role, expired or active: both are listed. */
const withCustomRole = async ({ member }: ProjectSetting) => {
  const user = await member([{ subject: 'tags', action: 'read' }], period);
  return {
    user,
    roles: [
      {
        role: 'custom',
        customRoleId: user.roleId,
        customRoleName: 'Test role',
        customRoleSlug: `role-${user.roleId}`,
        ...period,
      },
    ],
  };
};

const testListing = (id: 'listProjectUsers' | 'listWorkspaceUsers'): void =>
  onEitherDatabase(id, (world) => {
    it('lists all users with all roles, and nobody else', async () => {
      const setting = await newProjectSetting(world());
      const { organization, project, admin, call, member } = setting;
      await addToProject(world(), project, await world().newIdentity(organization, 'member'), 'admin');
      await addToProject(world(), await newProject(world(), organization), await setting.newcomer(), 'viewer');
      const plain = await member('viewer');
      const { user, roles } = await withCustomRole(setting);
      const { status, body } = await world().clock.later(7200, () => call(id, {}));
      expect(status).to.equal(200);
      expect(body.memberships.map(({ userId }: any) => userId)).to.have.members([admin.id, plain.id, user.id]);
      const one = (userId: string) =>
        withoutRoleIds(body.memberships.find((membership: any) => membership.userId === userId));
      expect(one(plain.id)).to.deep.equal(shown(project.id, plain, [viewer]));
      expect(one(user.id)).to.deep.equal(shown(project.id, user, roles));
      const names = body.memberships.map((membership: any) => membership.user.username);
      expect(names).to.deep.equal([...names].sort());
    });

    it('lists invited users, without the fields that they do not have yet', async () => {
      const { organization, call } = await newProjectSetting(world());
      const { email } = await invite(world(), await world().newUser(organization, 'admin'), newEmail(world()));
      const added = await call('addProjectUsers', { body: { emails: [email] } });
      const { body } = await call(id, {});
      expect(
        body.memberships.find((membership: any) => membership.id === added.body.memberships[0].id).user,
      ).to.include({ username: email, firstName: null, isEmailVerified: false });
    });

    it('lists the users that each caller may read', async () => {
      const { admin, member, call } = await newProjectSetting(world());
      const [user, other] = [await member('viewer'), await member('viewer')];
      const list = async (as: { token: string }) =>
        (await call(id, { as })).body.memberships.map(({ userId }: any) => userId);
      const some = await member([memberRule('read', `${user.email.slice(0, 13)}*`)]);
      expect(await list(some)).to.deep.equal([user.id]);
      const most = await member([memberRule('read'), { ...memberRule('read', other.email), inverted: true }]);
      expect(await list(most)).to.have.members([admin.id, user.id, some.id, most.id]);
      expect(await list(await member([memberRule('read', 'nobody@*')]))).to.deep.equal([]);
      expect(await list(await member('member'))).to.include(other.id);
    });

    it('requires member:read', async () => {
      const { organization, member, call } = await newProjectSetting(world());
      const withoutRead = await member([memberRule('read'), { ...memberRule('read'), inverted: true }]);
      for (const as of [
        withoutRead,
        await member('no-access'),
        await member([memberRule(['create', 'edit', 'delete'])]),
      ])
        expectError(await call(id, { as }), 403, 'PermissionDenied', /read members/);
      expectError(
        await call(id, { as: await world().newUser(organization, 'admin') }),
        403,
        'ProjectMembershipNotFound',
      );
      const foreign = await world().newUser(await world().newOrganization(), 'admin');
      expectError(await call(id, { as: foreign }), 404, 'NotFound');
    });
  });

interface Wanted {
  readonly membershipId: string;
  readonly id: string;
  readonly email: string;
}

const requestOf = (id: OperationId, { membershipId, id: userId, email }: Wanted) =>
  id.startsWith('find') ? { body: { username: email } } : { params: { projectMembershipId: membershipId, userId } };

/** The tests of reading one user, by either parameter. */
const testReadingOne = (
  id: 'getProjectUser' | 'getWorkspaceUser' | 'findProjectUser' | 'findWorkspaceUser' | 'getProjectMembershipOfUser',
  more?: (world: () => World) => void,
): void =>
  onEitherDatabase(id, (world) => {
    const setting = async () => {
      const made = await newProjectSetting(world());
      const read = (wanted: Wanted, as: { token: string } = made.admin) =>
        made.call(id, { as, ...requestOf(id, wanted) });
      return { made, ...made, read };
    };

    it('returns the user with all roles', async () => {
      const { made, project, member, read } = await setting();
      const user = await member('viewer');
      const custom = await withCustomRole(made);
      for (const [wanted, roles] of [
        [user, [viewer]],
        [custom.user, custom.roles],
      ] as const) {
        const { status, body } = await read(wanted);
        expect(status, JSON.stringify(body)).to.equal(200);
        const { createdAt, ...found } = shown(project.id, wanted, [...roles]);
        expect({ ...body, membership: withoutRoleIds(body.membership) }).to.deep.equal({
          membership: id.startsWith('find') ? found : { ...found, createdAt },
        });
        expect(body.membership.roles[0].id).to.match(/^[0-9a-f-]{36}$/);
      }
    });

    it('finds only users of this project', async () => {
      const { organization, project, member, newcomer, read } = await setting();
      const machine = await world().newIdentity(organization, 'no-access');
      const { id: ofMachine } = await addToProject(world(), project, machine, 'viewer');
      const other = await newcomer();
      const { id: otherMembership } = await addToProject(
        world(),
        await newProject(world(), organization),
        other,
        'viewer',
      );
      const wrong = [
        { membershipId: 'unknown', id: 'unknown', email: 'unknown' },
        { membershipId: ofMachine, id: machine.id, email: 'Test identity' },
        { ...other, membershipId: otherMembership },
      ];
      const reader = await member('viewer');
      for (const wanted of wrong) expectError(await read(wanted, reader), 404, 'NotFound', /User not found/);
      for (const wanted of wrong) expectError(await read(wanted, await member('no-access')), 403, 'PermissionDenied');
    });

    it('omits users who are only members through a group', async () => {
      const { organization, project, newcomer, read } = await setting();
      const { database, ids } = world().server.parts;
      const user = await newcomer();
      const groupId = ids.uuid();
      const membership = (await world().server.parts.stores.memberships.findOfUser(organization.id, user.id))!;
      await database.transaction(ofInstance, async ({ db }) => {
        await db('groups').insert({
          id: groupId,
          organizationId: organization.id,
          name: 'Readers',
          slug: groupId,
          role: 'no-access',
          roleId: null,
          createdAt: at,
          updatedAt: at,
        });
        await db('group_members').insert({ groupId, membershipId: membership.id, createdAt: at });
      });
      const { id: membershipId } = await addToProject(world(), project, { groupId }, 'viewer');
      expectError(await read({ ...user, membershipId }), 404, 'NotFound');
      expectError(await read({ ...user, membershipId }, user), 404, 'NotFound');
    });

    it('requires member:read on the user', async () => {
      const { organization, member, read } = await setting();
      const [user, other] = [await member('viewer'), await member('viewer')];
      const as = await member([
        memberRule('read', `${user.email.slice(0, 13)}*`),
        memberRule(['create', 'edit', 'delete']),
      ]);
      expect((await read(user, as)).status).to.equal(200);
      for (const who of [as, await member('no-access')])
        expectError(await read(other, who), 403, 'PermissionDenied', /read members/);
      expectError(await read(user, await world().newUser(organization, 'admin')), 403, 'ProjectMembershipNotFound');
    });

    more?.(world);
  });

const testFinding = (id: 'findProjectUser' | 'findWorkspaceUser'): void =>
  testReadingOne(id, (world) => {
    it('accepts the username in any case, and refuses invalid ones', async () => {
      const { member, call } = await newProjectSetting(world());
      const user = await member('viewer');
      const find = (username?: unknown) => call(id, { body: { username } });
      expect((await find(user.email.toUpperCase())).body.membership.userId).to.equal(user.id);
      expectIssues(await find(), 'body username required');
      expectIssues(await find(''), 'body username too_small');
      expectIssues(await find('x'.repeat(255)), 'body username too_big');
      for (const username of ['x', 'x'.repeat(254)]) expectError(await find(username), 404, 'NotFound');
    });
  });

for (const operation of ['listProjectUsers', 'listWorkspaceUsers'] as const) testListing(operation);

for (const operation of ['findProjectUser', 'findWorkspaceUser'] as const) testFinding(operation);

for (const operation of ['getProjectUser', 'getWorkspaceUser', 'getProjectMembershipOfUser'] as const)
  testReadingOne(operation);
