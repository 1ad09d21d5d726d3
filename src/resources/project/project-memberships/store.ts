import type { Period } from '../../../access/granted.ts';
import type { Rule } from '../../../access/rule.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** A member of the organization, or a group, in a project. */
export interface ProjectMembershipRow {
  id: string;
  projectId: string;
  /** Of the organization; null for a group. */
  membershipId: string | null;
  groupId: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** One of the roles of a project membership. */
export interface ProjectMembershipRoleRow extends Period {
  id: string;
  projectMembershipId: string;
  /** The slug of a built-in role, or `custom` with `customRoleId`. */
  role: string;
  customRoleId: string | null;
  /** In the order in which they were given. */
  position: number;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** The same with what a custom role is called. */
export interface HeldProjectRole extends ProjectMembershipRoleRow {
  customRoleSlug: string | null;
  customRoleName: string | null;
  customRoleDescription: string | null;
}

/** The same with what a custom role allows. */
export interface RuledProjectRole extends HeldProjectRole {
  permissions: readonly Rule[] | null;
}

interface Member extends Record<string, unknown> {
  projectId: string;
  membershipId: string;
}

const ofMember = new Statement<ProjectMembershipRow, Member>((db, param) =>
  db('project_memberships').where({ projectId: param('projectId'), membershipId: param('membershipId') }),
);
const lockedOfMember = new Statement<ProjectMembershipRow, Member>((db, param) =>
  db('project_memberships')
    .where({ projectId: param('projectId'), membershipId: param('membershipId') })
    .forUpdate(),
);

/** Who is in which project, as what. Every change makes what was remembered of the project's access forgotten. */
export class ProjectMembershipStore extends Store {
  async insert(membership: ProjectMembershipRow, roles: readonly ProjectMembershipRoleRow[]): Promise<void> {
    await this.#bumpAccess(membership.projectId);
    await this.db<ProjectMembershipRow>('project_memberships').insert(membership);
    await this.db<ProjectMembershipRoleRow>('project_membership_roles').insert([...roles]);
  }

  /** Locked, as are the next two: nobody else changes its roles or privileges until the transaction is over. */
  lock(projectId: string, id: string): Promise<ProjectMembershipRow | undefined> {
    return this.#rows({ projectId, id }).forUpdate().first();
  }

  async lockOfMember(projectId: string, membershipId: string): Promise<ProjectMembershipRow | undefined> {
    return (await this.db.prepared(lockedOfMember, { projectId, membershipId }))[0];
  }

  lockOfGroup(projectId: string, groupId: string): Promise<ProjectMembershipRow | undefined> {
    return this.#rows({ projectId, groupId }).forUpdate().first();
  }

  async findOfMember(projectId: string, membershipId: string): Promise<ProjectMembershipRow | undefined> {
    return (await this.db.prepared(ofMember, { projectId, membershipId }))[0];
  }

  findOfGroup(projectId: string, groupId: string): Promise<ProjectMembershipRow | undefined> {
    return this.#rows({ projectId, groupId }).first();
  }

  /** The member's own, and those of its groups, by id. */
  listOfMember(projectId: string, membershipId: string): Promise<ProjectMembershipRow[]> {
    const groups = this.db('group_members').where({ membershipId }).select('groupId');
    return this.#rows({ projectId })
      .where((query) => void query.where({ membershipId }).orWhereIn('groupId', groups))
      .orderBy('id');
  }

  /**
   * Of all of these memberships, in the order in which they were given; without their rules, which may be long and come
   * with every holder again.
   */
  rolesOf(projectMembershipIds: readonly string[]): Promise<HeldProjectRole[]> {
    return this.#roles(projectMembershipIds);
  }

  /** Of one membership, with their rules. */
  ruledRolesOf(projectMembershipId: string): Promise<RuledProjectRole[]> {
    return this.#roles([projectMembershipId]).select<RuledProjectRole[]>('r.permissions');
  }

  /** What its additional privileges say, and from when until when. */
  privilegesOf(projectMembershipId: string): Promise<(Period & { permissions: readonly Rule[] })[]> {
    return this.db('project_privileges').where({ projectMembershipId });
  }

  async replaceRoles(
    { id, projectId }: ProjectMembershipRow,
    roles: readonly ProjectMembershipRoleRow[],
    now: Timestamp,
  ): Promise<void> {
    await this.#bumpAccess(projectId);
    await this.db('project_membership_roles').where({ projectMembershipId: id }).delete();
    await this.db<ProjectMembershipRoleRow>('project_membership_roles').insert([...roles]);
    await this.db<ProjectMembershipRow>('project_memberships').where({ id }).update({ updatedAt: now });
  }

  /** With its roles and privileges. */
  async delete({ id, projectId }: ProjectMembershipRow): Promise<void> {
    await this.#bumpAccess(projectId);
    await this.db('project_memberships').where({ id }).delete();
  }

  #roles(projectMembershipIds: readonly string[]) {
    return this.db('project_membership_roles as mr')
      .leftJoin('project_roles as r', 'r.id', 'mr.customRoleId')
      .whereIn('mr.projectMembershipId', projectMembershipIds)
      .orderBy('mr.position')
      .select<HeldProjectRole[]>(
        'mr.*',
        'r.slug as customRoleSlug',
        'r.name as customRoleName',
        'r.description as customRoleDescription',
      );
  }

  #rows(where: Partial<ProjectMembershipRow>) {
    return this.db<ProjectMembershipRow>('project_memberships').where(where);
  }

  async #bumpAccess(projectId: string): Promise<void> {
    await this.db('projects').where({ id: projectId }).increment('accessRevision', 1);
  }
}
