import type { Period } from '../../../access/granted.ts';
import type { Rule } from '../../../access/rule.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import type { ProjectMembershipRow } from '../project-memberships/store.ts';

/** Rules for one member of a project, beyond those of its roles. */
export interface PrivilegeRow extends Period {
  id: string;
  projectMembershipId: string;
  slug: string;
  permissions: readonly Rule[];
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** Without its rules, which may be long. */
export type BarePrivilege = Omit<PrivilegeRow, 'permissions'>;

/** With the machine identity that it is for, and where. */
export interface IdentityPrivilege extends PrivilegeRow {
  projectId: string;
  identityId: string;
}

const ofIdentity = new Statement<IdentityPrivilege, { organizationId: string; id: string }>(
  (db, param) =>
    db('project_privileges as p')
      .join('project_memberships as pm', 'pm.id', 'p.projectMembershipId')
      .join('organization_memberships as m', 'm.id', 'pm.membershipId')
      .where({ 'p.id': param('id'), 'm.organizationId': param('organizationId') })
      .whereNotNull('m.identityId')
      .select('p.*', 'pm.projectId', 'm.identityId'),
  'kept',
);
const byId = new Statement<PrivilegeRow, { projectMembershipId: string; id: string }>((db, param) =>
  db('project_privileges').where({ projectMembershipId: param('projectMembershipId'), id: param('id') }),
);
const ofMember = new Statement<PrivilegeRow, { projectMembershipId: string }>((db, param) =>
  db('project_privileges')
    .where({ projectMembershipId: param('projectMembershipId') })
    .orderBy(['createdAt', 'id']),
);
const bareOfMember = new Statement<BarePrivilege, { projectMembershipId: string }>((db, param) =>
  db('project_privileges')
    .where({ projectMembershipId: param('projectMembershipId') })
    .orderBy(['createdAt', 'id'])
    .select(
      'id',
      'projectMembershipId',
      'slug',
      'createdAt',
      'updatedAt',
      'isTemporary',
      'temporaryMode',
      'temporaryRange',
      'temporaryAccessStartTime',
      'temporaryAccessEndTime',
    ),
);
const countOfMember = new Statement<{ count: number }, { projectMembershipId: string }>((db, param) =>
  db('project_privileges')
    .where({ projectMembershipId: param('projectMembershipId') })
    .count({ count: '*' }),
);
const bumped = new Statement<never, { projectId: string }>((db, param) =>
  db('projects')
    .where({ id: param('projectId') })
    .increment('accessRevision', 1),
);

/** Every change makes what was remembered of the project's access forgotten. */
export class PrivilegeStore extends Store {
  async insert({ projectId }: ProjectMembershipRow, privilege: PrivilegeRow): Promise<void> {
    await this.#bumpAccess(projectId);
    await this.db.insertRows('project_privileges', [privilege]);
  }

  /** Of the organization's machine identities only. */
  async findOfIdentity(organizationId: string, id: string): Promise<IdentityPrivilege | undefined> {
    return (await this.db.prepared(ofIdentity, { organizationId, id }))[0];
  }

  /** Whoever has it, a machine identity or a user. */
  findAny(id: string): Promise<PrivilegeRow | undefined> {
    return this.db<PrivilegeRow>('project_privileges').where({ id }).first();
  }

  async findById(projectMembershipId: string, id: string): Promise<PrivilegeRow | undefined> {
    return (await this.db.prepared(byId, { projectMembershipId, id }))[0];
  }

  findBySlug(projectMembershipId: string, slug: string): Promise<PrivilegeRow | undefined> {
    return this.db<PrivilegeRow>('project_privileges').where({ projectMembershipId, slug }).first();
  }

  async count(projectMembershipId: string): Promise<number> {
    return (await this.db.prepared(countOfMember, { projectMembershipId }))[0]!.count;
  }

  /** The oldest first. */
  list(projectMembershipId: string): Promise<PrivilegeRow[]> {
    return this.db.prepared(ofMember, { projectMembershipId });
  }

  /** The same without their rules. */
  listBare(projectMembershipId: string): Promise<BarePrivilege[]> {
    return this.db.prepared(bareOfMember, { projectMembershipId });
  }

  async update({ projectId }: ProjectMembershipRow, { id, ...changes }: PrivilegeRow): Promise<void> {
    await this.#bumpAccess(projectId);
    await this.db<PrivilegeRow>('project_privileges').where({ id }).update(changes);
  }

  async delete({ projectId }: ProjectMembershipRow, id: string): Promise<void> {
    await this.#bumpAccess(projectId);
    await this.db('project_privileges').where({ id }).delete();
  }

  async #bumpAccess(projectId: string): Promise<void> {
    await this.db.prepared(bumped, { projectId });
  }
}
