import type { Rule } from '../../src/access/rule.ts';
import { expect } from 'chai';
import type { OperationId } from '../../generated/operations.ts';
import { expectError, expectIssues } from './expect.ts';
import { addToGroup, newGroup } from './groups.ts';
import { addToProject, newProjectIdentity, newProjectWithAdmin, permanent } from './projects.ts';
import { newStorage, onEachDatabase, ownWorld, type World } from './world.ts';

/** One generation of the operations on groups in projects; all of them promise the same. */
export interface Generation {
  readonly list: OperationId;
  readonly get: OperationId;
  readonly add: OperationId;
  readonly update: OperationId;
  readonly remove: OperationId;
  /** What the path calls the group. */
  readonly parameter: 'groupId' | 'groupIdOrName';
}

export const projects: Generation = {
  list: 'listProjectGroups',
  get: 'getProjectGroup',
  add: 'addProjectGroup',
  update: 'updateProjectGroupRoles',
  remove: 'removeProjectGroup',
  parameter: 'groupId',
};
export const workspaces: Generation = {
  list: 'listWorkspaceGroups',
  get: 'getWorkspaceGroup',
  add: 'addWorkspaceGroup',
  update: 'updateWorkspaceGroupRoles',
  remove: 'removeWorkspaceGroup',
  parameter: 'groupIdOrName',
};
export const legacy: Generation = {
  list: 'listProjectGroupsLegacy',
  get: 'getProjectGroupLegacy',
  add: 'addProjectGroupLegacy',
  update: 'updateProjectGroupRolesLegacy',
  remove: 'removeProjectGroupLegacy',
  parameter: 'groupIdOrName',
};

const at = '2030-01-01T00:00:00.000Z';
const temporary = {
  role: 'viewer',
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange: '2h',
  temporaryAccessStartTime: '2030-01-01T02:00:00+01:00',
};
const noTimes = {
  isTemporary: false,
  temporaryMode: null,
  temporaryRange: null,
  temporaryAccessStartTime: null,
  temporaryAccessEndTime: null,
};

const createSetting = async (world: World, { parameter }: Generation, role?: string | Rule[]) => {
  const where = await newProjectWithAdmin(world);
  const group = await newGroup(world, where.organization, { name: 'Backend' });
  const membership =
    role === undefined ? undefined : await addToProject(world, where.project, { groupId: group.id }, role);
  const params = { projectId: where.project.id, [parameter]: group.id };
  const call = (id: OperationId, body?: unknown, as: { token: string } = where.admin, more: object = {}) =>
    world.call(id, { as, params: { ...params, ...more }, body });
  return { ...where, group, membership, params, call, as: (rules: Rule[]) => newProjectIdentity(world, where, rules) };
};

export const listSuite = (family: Generation): void =>
  onEachDatabase(family.list, (world) => {
    it('shows every group with its roles, by name', async () => {
      const { organization, project, group, membership, call } = await createSetting(world(), family, 'viewer');
      const other = await newGroup(world(), organization, { name: 'Apps' });
      const { roleId } = await addToProject(world(), project, { groupId: other.id }, [
        { subject: 'tags', action: 'read' },
      ]);
      const { status, body } = await call(family.list);
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body.groupMemberships.map((each: any) => each.group.name)).to.deep.equal(['Apps', 'Backend']);
      const [custom, builtIn] = body.groupMemberships;
      expect(custom.roles[0]).to.include({
        role: 'custom',
        customRoleId: roleId,
        customRoleName: 'Test role',
        customRoleSlug: `role-${roleId}`,
      });
      expect(builtIn).to.deep.equal({
        id: membership!.id,
        projectId: project.id,
        groupId: group.id,
        createdAt: at,
        updatedAt: at,
        roles: [
          {
            id: builtIn.roles[0].id,
            role: 'viewer',
            customRoleId: null,
            customRoleName: null,
            customRoleSlug: null,
            ...noTimes,
          },
        ],
        group: { id: group.id, name: 'Backend', slug: group.slug },
      });
    });

    it('shows only what the caller may read', async () => {
      const { organization, project, call, as } = await createSetting(world(), family, 'viewer');
      await addToProject(
        world(),
        project,
        { groupId: (await newGroup(world(), organization, { name: 'Apps' })).id },
        'viewer',
      );
      const reader = await as([{ subject: 'groups', action: 'read', conditions: { groupName: { $glob: 'A*' } } }]);
      expect((await call(family.list, undefined, reader)).body.groupMemberships).to.have.length(1);
      expectError(await call(family.list, undefined, await as([])), 403, 'PermissionDenied', /read on groups/);
    });
  });

export const getSuite = (family: Generation): void =>
  onEachDatabase(family.get, (world) => {
    it('shows the group as the list does', async () => {
      const { call } = await createSetting(world(), family, 'viewer');
      const { status, body } = await call(family.get);
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body.groupMembership).to.deep.equal((await call(family.list)).body.groupMemberships[0]);
    });

    it('knows only groups of the project', async () => {
      const { organization, call } = await createSetting(world(), family, 'viewer');
      const outside = await newGroup(world(), organization);
      for (const group of [outside.id, 'nothing'])
        expectError(await call(family.get, undefined, undefined, { [family.parameter]: group }), 404, 'NotFound');
    });

    if (family.parameter === 'groupIdOrName') {
      it('finds a group by slug, and by a name that no other has', async () => {
        const { organization, group, call } = await createSetting(world(), family, 'viewer');
        for (const groupIdOrName of [group.slug, 'Backend'])
          expect(
            (await call(family.get, undefined, undefined, { groupIdOrName })).body.groupMembership.groupId,
          ).to.equal(group.id);
        await newGroup(world(), organization, { name: 'Backend' });
        expectError(await call(family.get, undefined, undefined, { groupIdOrName: 'Backend' }), 404, 'NotFound');
      });

      it('finds a group by id and by slug, however many others are named like that', async () => {
        const { organization, group, call } = await createSetting(world(), family, 'viewer');
        for (const name of Array.from({ length: 11 }, () => [group.id, group.slug]).flat())
          await newGroup(world(), organization, { name });
        for (const groupIdOrName of [group.id, group.slug])
          expect(
            (await call(family.get, undefined, undefined, { groupIdOrName })).body.groupMembership.groupId,
          ).to.equal(group.id);
      });
    } else {
      it('knows no group by its slug or name, for reading or for anything else', async () => {
        const { group, call } = await createSetting(world(), family, 'viewer');
        for (const groupId of [group.slug, group.name]) {
          for (const [id, body] of [
            [family.get],
            [family.add, {}],
            [family.update, { roles: [{ role: 'admin' }] }],
            [family.remove],
          ] as const) {
            expectError(await call(id, body, undefined, { groupId }), 404, 'NotFound');
          }
        }
        expect((await call(family.get)).body.groupMembership.roles.map(({ role }: any) => role)).to.deep.equal([
          'viewer',
        ]);
      });
    }

    it('refuses whoever may not read it', async () => {
      const { call, as } = await createSetting(world(), family, 'viewer');
      const reader = await as([{ subject: 'groups', action: 'read', conditions: { groupName: 'Frontend' } }]);
      expectError(await call(family.get, undefined, reader), 403, 'PermissionDenied');
      expectError(
        await call(family.get, undefined, reader, { [family.parameter]: 'nothing' }),
        403,
        'PermissionDenied',
      );
    });
  });

export const addSuite = (family: Generation): void =>
  onEachDatabase(family.add, (world) => {
    it('makes the group a member, with no access unless told otherwise', async () => {
      const { project, group, call } = await createSetting(world(), family);
      const { status, body } = await call(family.add, {});
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body).to.deep.equal({
        groupMembership: {
          id: body.groupMembership.id,
          projectId: project.id,
          groupId: group.id,
          createdAt: at,
          updatedAt: at,
        },
      });
      expect((await call(family.get)).body.groupMembership.roles.map((each: any) => each.role)).to.deep.equal([
        'no-access',
      ]);
      expectError(await call(family.add, {}), 400, 'BadRequest', /already/);
    });

    it('takes one role, or several of both kinds in their order; several win', async () => {
      const one = await createSetting(world(), family);
      await one.call(family.add, { role: 'viewer' });
      expect((await one.call(family.get)).body.groupMembership.roles[0].role).to.equal('viewer');
      const more = await createSetting(world(), family);
      await more.call(family.add, {
        role: 'admin',
        roles: [
          { role: 'member' },
          temporary,
          {
            role: 'no-access',
            isTemporary: false,
            temporaryMode: '',
            temporaryRange: '',
            temporaryAccessStartTime: '0001-01-01T00:00:00Z',
          },
        ],
      });
      const { roles } = (await more.call(family.get)).body.groupMembership;
      expect(roles.map((each: any) => each.role)).to.deep.equal(['member', 'viewer', 'no-access']);
      expect(roles[1]).to.include({
        isTemporary: true,
        temporaryMode: 'relative',
        temporaryRange: '2h',
        temporaryAccessStartTime: '2030-01-01T01:00:00.000Z',
        temporaryAccessEndTime: '2030-01-01T03:00:00.000Z',
      });
      expect(roles[2]).to.include(noTimes);
    });

    it('opens the project to whoever is in the group, at their next request', async () => {
      const { organization, project, group, call } = await createSetting(world(), family);
      const member = await world().newIdentity(organization, 'no-access');
      await addToGroup(world(), group, member);
      const look = () => world().call('listProjectRoles', { as: member, params: { projectId: project.id } });
      expectError(await look(), 403, 'ProjectMembershipNotFound');
      await call(family.add, { role: 'viewer' });
      expect((await look()).status).to.equal(200);
      await call(family.remove);
      expectError(await look(), 403, 'ProjectMembershipNotFound');
    });

    it('hands out no more than the caller may, and holds', async () => {
      const { call, as } = await createSetting(world(), family);
      const creator: Rule = { subject: 'groups', action: 'create' };
      const viewer: Rule = { subject: 'groups', action: 'assign-role', conditions: { assignableRole: 'viewer' } };
      expectError(
        await call(family.add, { role: 'viewer' }, await as([creator])),
        403,
        'PermissionDenied',
        /assign-role on groups/,
      );
      const refused = await call(family.add, { role: 'viewer' }, await as([creator, viewer]));
      expectError(refused, 403, 'PermissionBoundaryError');
      expect(refused.body.details.missingPermissions).to.deep.include({ action: 'readValue', subject: 'secrets' });
      expectError(await call(family.add, { role: 'admin' }, await as([creator, viewer])), 403, 'PermissionDenied');
      expectError(await call(family.get), 404, 'NotFound');
      expect((await call(family.add, { role: 'no-access' }, await as([creator]))).status).to.equal(200);
    });

    it('finds no project that goes at the same time', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { call, params, admin } = await createSetting(world(), family);
        const [added, deleted] = await Promise.all([
          call(family.add, {}),
          world().call('deleteProject', { as: admin, params: { projectId: params.projectId } }),
        ]);
        expect(deleted.status).to.equal(200);
        expect(added.status, JSON.stringify(added.body)).to.be.oneOf([200, 403, 404]);
      }
    });

    it('refuses what does not exist, and what makes no sense', async () => {
      const { call } = await createSetting(world(), family);
      expectError(await call(family.add, { role: 'nothing' }), 404, 'NotFound', /nothing/);
      expectError(
        await call(family.add, {}, undefined, { [family.parameter]: 'nothing' }),
        404,
        'NotFound',
        /in this organization/,
      );
      expectIssues(await call(family.add, { roles: [] }), 'body roles too_small');
      expectIssues(
        await call(family.add, { roles: [{ ...temporary, temporaryRange: 'soon' }] }),
        'body roles.0.temporaryRange format',
      );
      expectIssues(
        await call(family.add, { roles: [{ role: 'viewer', isTemporary: 'yes' }] }),
        'body roles.0.isTemporary type',
      );
      expectError(await call(family.get), 404, 'NotFound');
    });
  });

export const updateSuite = (family: Generation): void => {
  onEachDatabase(family.update, (world) => {
    it('replaces all roles, and answers with every field of the new ones', async () => {
      const { project, membership, call } = await createSetting(world(), family, 'viewer');
      const { roleId } = await addToProject(
        world(),
        project,
        await world().newIdentity({ id: project.organizationId } as never, 'no-access'),
        [{ subject: 'tags', action: 'read' }],
      );
      const { status, body } = await call(family.update, {
        roles: [{ role: `role-${roleId}`, isTemporary: false }, temporary],
      });
      expect(status, JSON.stringify(body)).to.equal(200);
      const shared = { projectMembershipId: membership!.id, createdAt: at, updatedAt: at };
      expect(body).to.deep.equal({
        roles: [
          { id: body.roles[0].id, role: 'custom', customRoleId: roleId, ...shared, ...noTimes },
          {
            id: body.roles[1].id,
            role: 'viewer',
            customRoleId: null,
            ...shared,
            isTemporary: true,
            temporaryMode: 'relative',
            temporaryRange: '2h',
            temporaryAccessStartTime: '2030-01-01T01:00:00.000Z',
            temporaryAccessEndTime: '2030-01-01T03:00:00.000Z',
          },
        ],
      });
    });

    it('lets all roles be temporary, which count from their start to their end', async () => {
      const { organization, project, group, call } = await createSetting(world(), family, 'no-access');
      const member = await world().newIdentity(organization, 'no-access');
      await addToGroup(world(), group, member);
      const look = async () =>
        (await world().call('listProjectRoles', { as: member, params: { projectId: project.id } })).status;
      expect(
        (
          await call(family.update, {
            roles: [{ ...temporary, temporaryRange: '2s', temporaryAccessStartTime: '2030-01-01T00:00:10Z' }],
          })
        ).status,
      ).to.equal(200);
      const statuses = [];
      for (const seconds of [9.999, 10, 11.999, 12]) statuses.push(await world().clock.later(seconds, look));
      expect(statuses).to.deep.equal([403, 200, 200, 403]);
    });

    it('knows neither a group outside the project nor an unknown role', async () => {
      const { organization, call } = await createSetting(world(), family, 'viewer');
      const outside = await newGroup(world(), organization);
      const body = { roles: [{ role: 'viewer' }] };
      for (const group of [outside.id, 'nothing'])
        expectError(await call(family.update, body, undefined, { [family.parameter]: group }), 404, 'NotFound');
      expectError(
        await call(family.update, { roles: [{ role: 'viewer' }, { role: 'nothing' }] }),
        404,
        'NotFound',
        /nothing/,
      );
      expect((await call(family.get)).body.groupMembership.roles).to.have.length(1);
    });

    it('is bounded by what the caller may hand out, and by the denies that would go', async () => {
      const deny: Rule = { subject: 'secrets', action: 'delete', inverted: true, conditions: { environment: 'prod' } };
      const { call, as } = await createSetting(world(), family, [deny]);
      const editor: Rule = { subject: 'groups', action: ['read', 'edit', 'assign-role'] };
      const lifted = await call(family.update, { roles: [{ role: 'no-access' }] }, await as([editor]));
      expectError(lifted, 403, 'PermissionBoundaryError');
      expect(lifted.body.details.missingPermissions).to.deep.equal([
        { action: 'delete', subject: 'secrets', conditions: { environment: 'prod' } },
      ]);
      expect(
        (
          await call(
            family.update,
            { roles: [{ role: 'no-access' }] },
            await as([editor, { subject: 'secrets', action: 'delete' }]),
          )
        ).status,
      ).to.equal(200);
      expectError(
        await call(family.update, { roles: [{ role: 'admin' }] }, await as([editor])),
        403,
        'PermissionBoundaryError',
      );
      expectError(
        await call(
          family.update,
          { roles: [{ role: 'no-access' }] },
          await as([{ subject: 'groups', action: 'read' }]),
        ),
        403,
        'PermissionDenied',
        /edit on groups/,
      );
      expect((await call(family.get)).body.groupMembership.roles.map((each: any) => each.role)).to.deep.equal([
        'no-access',
      ]);
    });

    it('asks nothing for a role that stays', async () => {
      const { call, as } = await createSetting(world(), family, 'viewer');
      const editor = await as([{ subject: 'groups', action: 'edit' }]);
      expect((await call(family.update, { roles: [{ role: 'viewer' }] }, editor)).status).to.equal(200);
      expectError(
        await call(family.update, { roles: [{ role: 'viewer' }, { role: 'member' }] }, editor),
        403,
        'PermissionDenied',
        /assign-role/,
      );
    });

    it('wants at least one role, and knows what is wrong with each', async () => {
      const { call } = await createSetting(world(), family, 'viewer');
      expectIssues(await call(family.update, {}), 'body roles required');
      expectIssues(await call(family.update, { roles: [] }), 'body roles too_small');
      expectIssues(await call(family.update, { roles: [{ isTemporary: false }] }), 'body roles.0.role required');
      expectIssues(
        await call(family.update, { roles: [{ role: 'viewer', isTemporary: true }] }),
        'body roles.0.temporaryMode required',
        'body roles.0.temporaryRange required',
        'body roles.0.temporaryAccessStartTime required',
      );
      expectIssues(
        await call(family.update, { roles: [{ ...temporary, temporaryMode: 'absolute' }] }),
        'body roles.0.temporaryMode enum',
      );
      expectIssues(
        await call(family.update, { roles: Array.from({ length: 51 }, () => ({ role: 'viewer' })) }),
        'body roles too_big',
      );
      expect(
        (await call(family.update, { roles: Array.from({ length: 50 }, () => ({ role: 'viewer' })) })).status,
      ).to.equal(200);
    });
  });

  describe(`${family.update} on two nodes`, () => {
    it('is felt on the other node at the very next request', async () => {
      const storage = await newStorage('postgres');
      const [one, other] = [await ownWorld(storage), await ownWorld(storage)];
      const { organization, project, group, call } = await createSetting(one, family, 'viewer');
      const member = await one.newIdentity(organization, 'no-access');
      await addToGroup(one, group, member);
      const look = async () =>
        (await other.call('listProjectRoles', { as: member, params: { projectId: project.id } })).status;
      expect(await look()).to.equal(200);
      await call(family.update, { roles: [{ role: 'no-access' }] });
      expect(await look()).to.equal(403);
      await call(family.update, { roles: [{ role: 'viewer' }] });
      expect(await look()).to.equal(200);
      await call(family.remove);
      expect(await look()).to.equal(403);
    });
  });
};

export const removeSuite = (family: Generation): void =>
  onEachDatabase(family.remove, (world) => {
    it('ends the membership, and answers with what it was', async () => {
      const { project, group, membership, call } = await createSetting(world(), family, 'viewer');
      const { status, body } = await call(family.remove);
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body).to.deep.equal({
        groupMembership: { id: membership!.id, projectId: project.id, groupId: group.id, createdAt: at, updatedAt: at },
      });
      expectError(await call(family.remove), 404, 'NotFound');
    });

    it('counts as giving what its roles denied', async () => {
      const deny: Rule = { subject: 'secrets', action: 'delete', inverted: true };
      const { call, as } = await createSetting(world(), family, [deny]);
      const remover: Rule = { subject: 'groups', action: 'delete' };
      expectError(await call(family.remove, undefined, await as([remover])), 403, 'PermissionBoundaryError');
      expect((await call(family.get)).status).to.equal(200);
      expect((await call(family.remove, undefined, await as([remover, { ...deny, inverted: false }]))).status).to.equal(
        200,
      );
    });

    it('lets go of what denied only until now', async () => {
      const { project, group, call, as } = await createSetting(world(), family);
      const over = {
        ...permanent,
        isTemporary: true,
        temporaryMode: 'relative',
        temporaryRange: '1h',
        temporaryAccessStartTime: '2029-12-31T23:00:00.000Z',
        temporaryAccessEndTime: at,
      };
      await addToProject(
        world(),
        project,
        { groupId: group.id },
        [{ subject: 'secrets', action: 'delete', inverted: true }],
        over,
      );
      expect(
        (await call(family.remove, undefined, await as([{ subject: 'groups', action: 'delete' }]))).status,
      ).to.equal(200);
    });

    it('refuses whoever may not', async () => {
      const { call, as } = await createSetting(world(), family, 'viewer');
      expectError(
        await call(family.remove, undefined, await as([{ subject: 'groups', action: ['read', 'edit'] }])),
        403,
        'PermissionDenied',
        /delete on groups/,
      );
    });
  });
