import type { ProjectRow } from '../../../src/access/project.ts';
import { expect } from 'chai';
import type { GroupRow } from '../../../src/resources/organization/groups/store.ts';
import type { OrganizationRow } from '../../../src/access/organization.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newGroup } from '../../support/fixtures/groups.ts';
import type { TestIdentity, TestUser } from '../../support/world/members.ts';
import { addToProject, newProject } from '../../support/fixtures/projects.ts';
import { newStorage, onEachDatabase, ownWorld, type World } from '../../support/world/world.ts';

interface Setting {
  readonly organization: OrganizationRow;
  readonly admin: TestUser;
  readonly user: TestUser;
  readonly identity: TestIdentity;
  readonly group: GroupRow;
  readonly project: ProjectRow;
}

/** A group with a role in the organization and in a project, and members without roles of their own. */
const newSetting = async (world: World): Promise<Setting> => {
  const organization = await world.newOrganization();
  const admin = await world.newUser(organization, 'admin');
  const user = await world.newUser(organization, 'no-access');
  const identity = await world.newIdentity(organization, 'no-access');
  const group = await newGroup(world, organization, { role: 'member' });
  const project = await newProject(world, organization);
  await addToProject(world, project, { groupId: group.id }, 'member');
  return { organization, admin, user, identity, group, project };
};

const mayReadRoles = async (node: World, as: { token: string }): Promise<boolean> =>
  (await node.call('listOrganizationRoles', { as })).status === 200;

/** Sends a request as the member, which must be in the project and may list its members. */
const mayReadMembers = async (
  node: World,
  { project }: Setting,
  actorType: 'user' | 'identity',
  as: { id: string; token: string },
): Promise<boolean> => {
  const body = { actorType, actorId: as.id, subject: 'environments', action: 'read' };
  const answer = await node.call('explainAccess', { as, params: { projectId: project.id }, body });
  if (answer.status === 200) return answer.body.isAllowed as boolean;
  expectError(answer, 403, 'ProjectMembershipNotFound');
  return false;
};

interface Tried {
  readonly inOrganization: boolean;
  readonly inProject: boolean;
}

type Change = (world: World, setting: Setting) => Promise<{ status: number }>;

const params = ({ group, user, identity }: Setting) => ({
  id: group.id,
  username: user.email,
  identityId: identity.id,
});

const additions: Readonly<Record<'user' | 'identity', Change>> = {
  user: (world, setting) => world.call('addUserToGroup', { as: setting.admin, params: params(setting) }),
  identity: (world, setting) => world.call('addIdentityToGroup', { as: setting.admin, params: params(setting) }),
};

const removals: Readonly<Record<'user' | 'identity', Change>> = {
  user: (world, setting) => world.call('removeUserFromGroup', { as: setting.admin, params: params(setting) }),
  identity: (world, setting) => world.call('removeIdentityFromGroup', { as: setting.admin, params: params(setting) }),
};

/** Changes are made on one node and observed on another one, which may be the same. */
const tests = (one: () => World, other: () => World): void => {
  for (const kind of ['user', 'identity'] as const) {
    describe(`a ${kind}`, () => {
      const start = async () => {
        const setting = await newSetting(one());
        const member = setting[kind];
        const tried = async (): Promise<Tried> => ({
          inOrganization: await mayReadRoles(other(), member),
          inProject: await mayReadMembers(other(), setting, kind, member),
        });
        const changed = async (change: Change): Promise<Tried> => {
          expect((await change(one(), setting)).status).to.equal(200);
          return tried();
        };
        expect(await tried()).to.deep.equal({ inOrganization: false, inProject: false });
        return { changed };
      };
      const all = { inOrganization: true, inProject: true };
      const nothing = { inOrganization: false, inProject: false };

      it('has the permissions of the group from the next request on, until it leaves', async () => {
        const { changed } = await start();
        expect(await changed(additions[kind])).to.deep.equal(all);
        expect(await changed(removals[kind])).to.deep.equal(nothing);
      });

      it('gets the new role of the group', async () => {
        const { changed } = await start();
        const update =
          (role: string): Change =>
          (world, { admin, group }) =>
            world.call('updateGroup', { as: admin, params: { id: group.id }, body: { role } });
        await changed(additions[kind]);
        expect(await changed(update('no-access'))).to.deep.equal({ inOrganization: false, inProject: true });
        expect(await changed(update('admin'))).to.deep.equal(all);
      });

      it('loses its permissions when the group is deleted', async () => {
        const { changed } = await start();
        await changed(additions[kind]);
        expect(
          await changed((world, { admin, group }) =>
            world.call('deleteGroup', { as: admin, params: { id: group.id } }),
          ),
        ).to.deep.equal(nothing);
      });
    });
  }
};

onEachDatabase('a member of a group', (world) => tests(world, world));

describe('a member of a group, on two nodes with one PostgreSQL', () => {
  let one: World;
  let other: World;
  before(async () => {
    const storage = await newStorage('postgres');
    one = await ownWorld(storage);
    other = await ownWorld(storage);
  });

  tests(
    () => one,
    () => other,
  );
});
