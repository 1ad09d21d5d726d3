import type { Period } from '../../../access/granted.ts';
import type { Rule } from '../../../access/rule.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import { membershipIdsOf } from '../grants/store.ts';
import { bumpMemberAccess } from '../revisions/store.ts';

/** The membership of a member of the organization, or of a group, in a project. */
export interface ProjectMembershipRow {
  id: string;
  projectId: string;
  /** The membership of the organization; null for a group. */
  membershipId: string | null;
  groupId: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** A role of a project membership. */
export interface ProjectMembershipRoleRow extends Period {
  id: string;
  projectMembershipId: string;
  /** The slug of a built-in role, or `custom` with `customRoleId`. */
  role: string;
  customRoleId: string | null;
  /** The position in the request that assigned the roles. */
  position: number;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** A role with the name of the custom role. */
export interface NamedProjectRole extends ProjectMembershipRoleRow {
  customRoleSlug: string | null;
  customRoleName: string | null;
  customRoleDescription: string | null;
}

/** A role with the rules of the custom role. */
export interface ProjectRoleWithRules extends NamedProjectRole {
  permissions: readonly Rule[] | null;
}

interface MemberKey extends Record<string, unknown> {
  projectId: string;
  membershipId: string;
}

const findOfMemberSql = new Statement<ProjectMembershipRow, MemberKey>((db, param) =>
  db('project_memberships').where({ projectId: param('projectId'), membershipId: param('membershipId') }),
);

interface IdentityKey extends Record<string, unknown> {
  organizationId: string;
  projectId: string;
  identityId: string;
}

type DirectMembershipRow = ProjectMembershipRow & { membershipId: string };

const findOfIdentitySql = new Statement<DirectMembershipRow, IdentityKey>((db, param) =>
  db('organization_memberships as m')
    .join('project_memberships as pm', 'pm.membershipId', 'm.id')
    .where({
      'm.organizationId': param('organizationId'),
      'm.identityId': param('identityId'),
      'pm.projectId': param('projectId'),
    })
    .select('pm.*'),
);

/** The memberships of projects with their roles; every change invalidates the cached permissions of the members. */
export class ProjectMembershipStore extends Store {
  async insert(membership: ProjectMembershipRow, roles: readonly ProjectMembershipRoleRow[]): Promise<void> {
    bumpMemberAccess(this.db, membership);
    this.db.insert('project_memberships', [membership]);
    this.db.insert('project_membership_roles', roles);
  }

  find(projectId: string, id: string): Promise<ProjectMembershipRow | undefined> {
    return this.#rows({ projectId, id }).first();
  }

  async findOfIdentity(
    organizationId: string,
    projectId: string,
    identityId: string,
  ): Promise<DirectMembershipRow | undefined> {
    return (await this.db.read(findOfIdentitySql, { organizationId, projectId, identityId }))[0];
  }

  async findOfMember(projectId: string, membershipId: string): Promise<ProjectMembershipRow | undefined> {
    return (await this.db.read(findOfMemberSql, { projectId, membershipId }))[0];
  }

  findOfGroup(projectId: string, groupId: string): Promise<ProjectMembershipRow | undefined> {
    return this.#rows({ projectId, groupId }).first();
  }

  /** Lists the memberships of the member and of its groups, ordered by id. */
  listOfMember(projectId: string, membershipId: string): Promise<ProjectMembershipRow[]> {
    return this.db<ProjectMembershipRow>('project_memberships')
      .whereIn('id', membershipIdsOf(this.db, projectId, membershipId))
      .orderBy('id');
  }

  /** Lists the roles of these memberships in their order, without the rules, which may be long. */
  listRoles(projectMembershipIds: readonly string[]): Promise<NamedProjectRole[]> {
    return this.#roles(projectMembershipIds);
  }

  /** Lists the roles of one membership with their rules. */
  listRolesWithRules(projectMembershipId: string): Promise<ProjectRoleWithRules[]> {
    return this.#roles([projectMembershipId]).select<ProjectRoleWithRules[]>('r.permissions');
  }

  /** Lists the rules and periods of the additional privileges. */
  listPrivileges(projectMembershipId: string): Promise<(Period & { permissions: readonly Rule[] })[]> {
    return this.db<Period & { projectMembershipId: string; permissions: readonly Rule[] }>('project_privileges').where({
      projectMembershipId,
    });
  }

  async replaceRoles(
    membership: ProjectMembershipRow,
    roles: readonly ProjectMembershipRoleRow[],
    now: Timestamp,
  ): Promise<void> {
    const { id } = membership;
    bumpMemberAccess(this.db, membership);
    this.db.write(this.db('project_membership_roles').where({ projectMembershipId: id }).delete());
    this.db.insert('project_membership_roles', roles);
    this.db.write(this.db<ProjectMembershipRow>('project_memberships').where({ id }).update({ updatedAt: now }));
  }

  /** Changes one role, or removes it without changes; the others stay as they are. */
  async changeRole(
    membership: ProjectMembershipRow,
    id: string,
    changes: Partial<ProjectMembershipRoleRow> | undefined,
    updatedAt: Timestamp,
  ): Promise<void> {
    const projectMembershipId = membership.id;
    bumpMemberAccess(this.db, membership);
    const role = this.db<ProjectMembershipRoleRow>('project_membership_roles').where({ projectMembershipId, id });
    this.db.write(changes ? role.update({ ...changes, updatedAt }) : role.delete());
    this.db.write(
      this.db<ProjectMembershipRow>('project_memberships').where({ id: projectMembershipId }).update({ updatedAt }),
    );
  }

  /** Deletes the membership with its roles and privileges. */
  async delete(membership: ProjectMembershipRow): Promise<void> {
    bumpMemberAccess(this.db, membership);
    this.db.write(this.db('project_memberships').where({ id: membership.id }).delete());
  }

  #roles(projectMembershipIds: readonly string[]) {
    return this.db('project_membership_roles as mr')
      .leftJoin('project_roles as r', 'r.id', 'mr.customRoleId')
      .whereIn('mr.projectMembershipId', projectMembershipIds)
      .orderBy('mr.position')
      .select<NamedProjectRole[]>(
        'mr.*',
        'r.slug as customRoleSlug',
        'r.name as customRoleName',
        'r.description as customRoleDescription',
      );
  }

  #rows(where: Partial<ProjectMembershipRow>) {
    return this.db<ProjectMembershipRow>('project_memberships').where(where);
  }
}
