import type { Period } from '../../../access/granted.ts';
import type { Rule } from '../../../access/rule.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import { bumpMemberAccess, bumpProjectAccess } from '../revisions/store.ts';
import type { ProjectMembershipRow } from '../project-memberships/store.ts';

/** Additional rules of one member of a project, besides those of its roles. */
export interface PrivilegeRow extends Period {
  id: string;
  projectMembershipId: string;
  slug: string;
  permissions: readonly Rule[];
  /** The request for access that granted it; null if somebody assigned it. */
  accessRequestId: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** A privilege without its rules, which may be long. */
export type PrivilegeListItem = Omit<PrivilegeRow, 'permissions'>;

/** A privilege with its machine identity and project. */
export interface IdentityPrivilege extends PrivilegeRow {
  projectId: string;
  identityId: string;
}

interface IdentityKey extends Record<string, unknown> {
  organizationId: string;
  projectId: string;
  identityId: string;
}

const findOfIdentitySql = new Statement<IdentityPrivilege, { organizationId: string; id: string }>(
  (db, param) =>
    db('project_privileges as p')
      .join('project_memberships as pm', 'pm.id', 'p.projectMembershipId')
      .join('organization_memberships as m', 'm.id', 'pm.membershipId')
      .where({ 'p.id': param('id'), 'm.organizationId': param('organizationId') })
      .whereNotNull('m.identityId')
      .select('p.*', 'pm.projectId', 'm.identityId'),
  'cached',
);
const findByIdSql = new Statement<PrivilegeRow, { id: string }>((db, param) =>
  db('project_privileges').where({ id: param('id') }),
);
const listOfMemberSql = new Statement<PrivilegeRow, { projectMembershipId: string }>((db, param) =>
  db('project_privileges')
    .where({ projectMembershipId: param('projectMembershipId') })
    .orderBy(['createdAt', 'id']),
);
const listItemsOfMemberSql = new Statement<PrivilegeListItem, { projectMembershipId: string }>((db, param) =>
  db('project_privileges')
    .where({ projectMembershipId: param('projectMembershipId') })
    .orderBy(['createdAt', 'id'])
    .select(
      'id',
      'projectMembershipId',
      'slug',
      'accessRequestId',
      'createdAt',
      'updatedAt',
      'isTemporary',
      'temporaryMode',
      'temporaryRange',
      'temporaryAccessStartTime',
      'temporaryAccessEndTime',
    ),
);

const listSlugsOfMemberSql = new Statement<{ slug: string }, { projectMembershipId: string }>((db, param) =>
  db('project_privileges')
    .where({ projectMembershipId: param('projectMembershipId') })
    .select('slug'),
);
const listSlugsOfIdentitySql = new Statement<{ slug: string }, IdentityKey>((db, param) =>
  db('organization_memberships as m')
    .join('project_memberships as pm', 'pm.membershipId', 'm.id')
    .join('project_privileges as p', 'p.projectMembershipId', 'pm.id')
    .where({
      'm.organizationId': param('organizationId'),
      'm.identityId': param('identityId'),
      'pm.projectId': param('projectId'),
    })
    .select('p.slug'),
);

const updateSql = new Statement<never, Omit<PrivilegeRow, 'projectMembershipId' | 'accessRequestId' | 'createdAt'>>(
  (db, param) =>
    db('project_privileges')
      .where({ id: param('id') })
      .update({
        slug: param('slug'),
        permissions: param('permissions'),
        isTemporary: param('isTemporary'),
        temporaryMode: param('temporaryMode'),
        temporaryRange: param('temporaryRange'),
        temporaryAccessStartTime: param('temporaryAccessStartTime'),
        temporaryAccessEndTime: param('temporaryAccessEndTime'),
        updatedAt: param('updatedAt'),
      }),
);
const deleteSql = new Statement<never, { id: string }>((db, param) =>
  db('project_privileges')
    .where({ id: param('id') })
    .delete(),
);

/** Every change invalidates the cached permissions of the holder. */
export class PrivilegeStore extends Store {
  async insert(holder: ProjectMembershipRow, privilege: PrivilegeRow): Promise<void> {
    bumpMemberAccess(this.db, holder);
    this.db.insert('project_privileges', [privilege]);
  }

  /** Finds a privilege of a machine identity in the organization. */
  async findOfIdentity(organizationId: string, id: string): Promise<IdentityPrivilege | undefined> {
    return (await this.db.read(findOfIdentitySql, { organizationId, id }))[0];
  }

  /** Finds a privilege of any machine identity or user. */
  async findById(id: string): Promise<PrivilegeRow | undefined> {
    return (await this.db.read(findByIdSql, { id }))[0];
  }

  findMany(ids: readonly string[]): Promise<PrivilegeRow[]> {
    return this.db<PrivilegeRow>('project_privileges').whereIn('id', ids);
  }

  findBySlug(projectMembershipId: string, slug: string): Promise<PrivilegeRow | undefined> {
    return this.db<PrivilegeRow>('project_privileges').where({ projectMembershipId, slug }).first();
  }

  /** Lists the privileges, oldest first. */
  list(projectMembershipId: string): Promise<PrivilegeRow[]> {
    return this.db.read(listOfMemberSql, { projectMembershipId });
  }

  /** Lists the privileges without their rules, oldest first. */
  listItems(projectMembershipId: string): Promise<PrivilegeListItem[]> {
    return this.db.read(listItemsOfMemberSql, { projectMembershipId });
  }

  async listSlugs(projectMembershipId: string): Promise<string[]> {
    return (await this.db.read(listSlugsOfMemberSql, { projectMembershipId })).map(({ slug }) => slug);
  }

  /** Lists the slugs of the privileges of a machine identity in the project. */
  async listSlugsOfIdentity(organizationId: string, projectId: string, identityId: string): Promise<string[]> {
    const rows = await this.db.read(listSlugsOfIdentitySql, { organizationId, projectId, identityId });
    return rows.map(({ slug }) => slug);
  }

  async update(holder: ProjectMembershipRow, privilege: PrivilegeRow): Promise<void> {
    bumpMemberAccess(this.db, holder);
    this.db.write(updateSql, privilege);
  }

  async delete(holder: ProjectMembershipRow, id: string): Promise<void> {
    bumpMemberAccess(this.db, holder);
    this.db.write(deleteSql, { id });
  }

  /** Deletes what requests under an access policy of the project have granted. */
  async deleteOfPolicy(projectId: string, policyId: string): Promise<void> {
    bumpProjectAccess(this.db, projectId);
    const granted = this.db('access_requests').where({ policyId }).whereNotNull('privilegeId').select('privilegeId');
    this.db.write(this.db<PrivilegeRow>('project_privileges').whereIn('id', granted).delete());
  }
}
