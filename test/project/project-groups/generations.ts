import type { OperationId } from '../../../generated/operations.ts';
import type { Rule } from '../../../src/access/rule.ts';
import { newGroup } from '../../support/fixtures/groups.ts';
import { addToProject, newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import type { World } from '../../support/world/world.ts';

/** One API version of the operations on groups of projects; all behave the same. */
export interface Generation {
  readonly list: OperationId;
  readonly get: OperationId;
  readonly add: OperationId;
  readonly update: OperationId;
  readonly remove: OperationId;
  /** The name of the group parameter in the path. */
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

export const at = '2030-01-01T00:00:00.000Z';

export const temporary = {
  role: 'viewer',
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange: '2h',
  temporaryAccessStartTime: '2030-01-01T02:00:00+01:00',
};

export const noTimes = {
  isTemporary: false,
  temporaryMode: null,
  temporaryRange: null,
  temporaryAccessStartTime: null,
  temporaryAccessEndTime: null,
};

export const createSetting = async (world: World, { parameter }: Generation, role?: string | Rule[]) => {
  const where = await newProjectWithAdmin(world);
  const group = await newGroup(world, where.organization, { name: 'Backend' });
  const membership =
    role === undefined ? undefined : await addToProject(world, where.project, { groupId: group.id }, role);
  const params = { projectId: where.project.id, [parameter]: group.id };
  const call = (id: OperationId, body?: unknown, as: { token: string } = where.admin, more: object = {}) =>
    world.call(id, { as, params: { ...params, ...more }, body });
  return { ...where, group, membership, params, call, as: (rules: Rule[]) => newProjectIdentity(world, where, rules) };
};
