import type { Rule } from '../../../access/rule.ts';
import { projectNotFound } from '../../../access/access.ts';
import { grantedBy } from '../../../access/granted-rules.ts';
import { permanently } from '../../../access/grant.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { requireRenaming, subjectsWithCondition } from '../../../access/renaming.ts';
import { timestamp } from '../../../platform/clock.ts';
import { ForeignKeyViolation, UniqueViolation } from '../../../platform/db/errors.ts';
import { badRequest, mayBeSlug, notFound, slugInsteadOfId, type ServiceError } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { auditedRules, hasDenies, toProjectRule } from '../grants/rules.ts';
import { requireUnchanged, roleChanges } from '../../organization/organization-roles/rules.ts';
import type { ProjectRoleRow } from './store.ts';
import { ofProject } from '../../../transaction-keys.ts';

export interface NewRole {
  readonly slug: string;
  readonly name: string;
  readonly description?: string | null;
  readonly permissions: readonly Rule[];
}

const refuseTakenSlug = async <T>(slug: string | undefined, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UniqueViolation)
      throw badRequest(`There is a role "${slug}" already in this project. Choose another slug.`);
    // The project was deleted in the meantime.
    if (error instanceof ForeignKeyViolation) throw projectNotFound();
    throw error;
  }
};

const record = (
  { audit }: Scope,
  type: string,
  { row: project }: ProjectAccess,
  { id, slug, name, permissions }: ProjectRoleRow,
  more: { readonly hadDenies?: boolean } = {},
): Promise<void> =>
  audit.record({
    type,
    metadata: { roleId: id, slug, name, permissions: auditedRules(permissions), ...more },
    project,
  });

export const createRole = async (scope: Scope, project: ProjectAccess, input: NewRole): Promise<ProjectRoleRow> => {
  const permissions = input.permissions.map(toProjectRule);
  await project.requirePermissionBoundary({ rules: grantedBy([], permissions), during: permanently });
  const now = timestamp(scope.clock.now());
  const { slug, name, description = null } = input;
  const role: ProjectRoleRow = {
    id: scope.ids.uuid(),
    projectId: project.row.id,
    slug,
    name,
    description,
    permissions,
    createdAt: now,
    updatedAt: now,
  };
  const create = scope.transaction(ofProject(project.row), async (tx) => {
    await tx.stores.projectRoles.insert(role);
    await record(tx, 'create-project-role', project, role);
    return role;
  });
  return refuseTakenSlug(slug, create);
};

/** The 404 for an unknown id; it names the right one if this is the slug of a role that the caller may read. */
const unknownRole = async ({ stores }: Scope, project: ProjectAccess, id: string): Promise<ServiceError> => {
  const mayKnow = mayBeSlug(id) && project.allows('read', 'role');
  const named = mayKnow ? await stores.projectRoles.findBySlug(project.row.id, id) : undefined;
  return named ? slugInsteadOfId('custom role', id, named.id) : notFound('Custom role not found.');
};

/** Only custom roles are stored, so the built-in ones are not found. */
const requireRole = async (scope: Scope, project: ProjectAccess, id: string): Promise<ProjectRoleRow> => {
  const role = await scope.stores.projectRoles.findInProject(project.row.id, id);
  if (!role) throw await unknownRole(scope, project, id);
  return role;
};

export const changeRole = async (
  scope: Scope,
  project: ProjectAccess,
  id: string,
  input: Partial<NewRole> & { readonly expectedUpdatedAt?: string },
): Promise<ProjectRoleRow> => {
  const permissions = input.permissions?.map(toProjectRule);
  const changes = roleChanges({ ...input, permissions });
  const change = scope.transaction(ofProject(project.row), async (tx) => {
    const role = await requireRole(tx, project, id);
    requireUnchanged(role, input);
    if (permissions)
      await project.requirePermissionBoundary({ rules: grantedBy(role.permissions, permissions), during: permanently });
    if (Object.keys(changes).length === 0) return role;
    const { slug } = changes;
    if (slug !== undefined && slug !== role.slug)
      await requireRenaming(tx, project, {
        field: 'assignableRole',
        subjects: subjectsWithCondition('assignableRole'),
        before: role.slug,
        after: slug,
      });
    const changed = { ...role, ...changes, updatedAt: timestamp(tx.clock.now()) };
    await tx.stores.projectRoles.update(role, { ...changes, updatedAt: changed.updatedAt });
    await record(tx, 'update-project-role', project, changed, { hadDenies: hasDenies(role.permissions) });
    return changed;
  });
  return refuseTakenSlug(input.slug, change);
};

export const removeRole = async (scope: Scope, project: ProjectAccess, id: string): Promise<ProjectRoleRow> => {
  try {
    return await scope.transaction(ofProject(project.row), async (tx) => {
      const role = await requireRole(tx, project, id);
      await tx.stores.projectRoles.delete(role);
      await record(tx, 'delete-project-role', project, role);
      return role;
    });
  } catch (error) {
    if (!(error instanceof ForeignKeyViolation)) throw error;
    // The database refuses to delete an assigned role; the count is only for the message.
    const holders = await scope.stores.projectRoles.countHolders(id);
    throw badRequest(
      `This role is assigned to ${holders} ${holders === 1 ? 'member' : 'members'} of the project. Give them another role first.`,
    );
  }
};
