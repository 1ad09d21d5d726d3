import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import type { ProjectRow } from '../../../src/access/project.ts';
import { changesWhere } from '../../support/expect/audit.ts';
import { newProjectIdentity, newProjectWithAdmin, type TestProjectRole } from '../../support/fixtures/projects.ts';
import type { World } from '../../support/world/world.ts';

/** One API version of the roles of a project. */
export interface Generation {
  readonly create: OperationId;
  readonly update: OperationId;
  readonly remove: OperationId;
  readonly bySlug: OperationId;
  params(project: ProjectRow): Record<string, string>;
}

export const projectRoles: Generation = {
  create: 'createProjectRole',
  update: 'updateProjectRole',
  remove: 'deleteProjectRole',
  bySlug: 'getProjectRoleBySlug',
  params: ({ id }) => ({ projectId: id }),
};

export const workspaceRoles: Generation = {
  create: 'createWorkspaceRole',
  update: 'updateWorkspaceRole',
  remove: 'deleteWorkspaceRole',
  bySlug: 'getWorkspaceRoleBySlug',
  params: ({ id }) => ({ projectId: id }),
};

export const legacyProjectRoles: Generation = {
  create: 'createLegacyProjectRole',
  update: 'updateLegacyProjectRole',
  remove: 'deleteLegacyProjectRole',
  bySlug: 'getLegacyProjectRoleBySlug',
  params: ({ slug }) => ({ projectSlug: slug }),
};

/** A project, a member with this role, and the operations that the member calls. */
export const roleSetting = async (world: World, generation: Generation, held: TestProjectRole = 'admin') => {
  const { organization, project, admin } = await newProjectWithAdmin(world);
  const as = held === 'admin' ? admin : await newProjectIdentity(world, { organization, project }, held);
  const params = generation.params(project);
  const get = (slug: string, by: { token: string } = admin) =>
    world.call(generation.bySlug, { as: by, params: { ...params, slug } });
  const create = (body?: unknown) => world.call(generation.create, { as, params, body });
  const createWith = (permissions: readonly unknown[]) =>
    create({ slug: `role-${world.server.parts.ids.uuid()}`, name: 'Role', permissions });
  const update = (projectRoleId: string, body?: unknown) =>
    world.call(generation.update, { as, params: { ...params, projectRoleId }, body });
  const remove = (projectRoleId: string) => world.call(generation.remove, { as, params: { ...params, projectRoleId } });
  const revision = async (): Promise<number> =>
    (await world.server.parts.stores.projects.findById(organization.id, project.id))!.accessRevision;
  /** The audit log of the project, the oldest entry first. */
  const audited = async (): Promise<any[]> => {
    const rows = await changesWhere(world, { projectId: project.id });
    return rows.map(({ eventType, eventMetadata }) => ({ type: eventType, ...eventMetadata }));
  };
  const expectRoles = async (...slugs: string[]) => {
    const stored = await world.server.parts.stores.projectRoles.list(project.id);
    expect(stored.map(({ slug }) => slug).filter((slug) => !slug.startsWith('role-'))).to.deep.equal(slugs);
  };
  return {
    organization,
    project,
    admin,
    as,
    params,
    get,
    create,
    createWith,
    update,
    remove,
    revision,
    audited,
    expectRoles,
  };
};
