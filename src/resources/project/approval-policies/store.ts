import type { ProjectRow } from '../../../access/project.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import type { UserRow } from '../../organization/organization-users/store.ts';

export type PolicyKind = 'access' | 'change';

/** How many people have to approve in a step. */
export interface Step {
  readonly step: number;
  readonly approvals: number;
}

export interface PolicyRow {
  id: string;
  projectId: string;
  kind: PolicyKind;
  name: string;
  secretPath: string;
  /** How many people have to approve in a step that `steps` does not name. */
  approvals: number;
  steps: readonly Step[];
  enforcementLevel: 'hard' | 'soft';
  allowedSelfApprovals: boolean;
  /** Null for access without a longest period, and for a policy of changes. */
  maxTimePeriod: string | null;
  /** Null for requests that do not expire, and for a policy of changes. */
  requestExpirationTime: string | null;
  /** Only of changes: whether it does not hold for machine identities. */
  bypassForMachineIdentities: boolean;
  /** Only of changes: whether approvers have to be allowed to read the values. */
  approversMustRead: boolean;
  /** The membership of the organization of whoever changed it last; it may be gone. */
  editedBy: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  deletedAt: Timestamp | null;
}

export interface PolicyEnvironment {
  id: string;
  name: string;
  slug: string;
}

/** An approver or a bypasser: a member of the organization or a group. */
export interface PolicyPersonRow {
  part: 'approver' | 'bypasser';
  membershipId: string | null;
  groupId: string | null;
  /** 0 for a bypasser. */
  step: number;
}

/** With the user's id and name; null for a group. */
export interface NamedPersonRow extends PolicyPersonRow {
  userId: string | null;
  username: string | null;
}

/** A policy with its environments in their order, and with its people. */
export interface Policy extends PolicyRow {
  environments: readonly PolicyEnvironment[];
  environmentIds: readonly string[];
  people: readonly NamedPersonRow[];
}

/** What of a policy is written besides its row. */
export interface PolicyParts {
  readonly environmentIds: readonly string[];
  readonly people: readonly PolicyPersonRow[];
}

/** A user who is an approver or a bypasser, listed or as a member of a group; once for each step. */
export interface PolicyUser extends Pick<UserRow, 'username' | 'email' | 'firstName' | 'lastName'> {
  policyId: string;
  part: 'approver' | 'bypasser';
  step: number;
  userId: string;
  membershipId: string;
  /** Whether the membership of the organization is. */
  isActive: boolean;
}

/** A user as a member of the organization. */
export interface PolicyMember {
  membershipId: string;
  userId: string;
  username: string;
}

const tables = {
  policies: 'approval_policies',
  environments: 'approval_policy_environments',
  people: 'approval_policy_people',
} as const;

/** A policy of changes in one of its environments, as far as it decides what is held back. */
export interface ChangePolicyRow extends Pick<
  PolicyRow,
  'id' | 'projectId' | 'name' | 'secretPath' | 'enforcementLevel' | 'bypassForMachineIdentities'
> {
  /** The slug of the environment. */
  environment: string;
}

/** In memory unless policies have changed: every write of a secret asks. */
const changePoliciesSql = new Statement<ChangePolicyRow, { projectId: string }>(
  (db, param) =>
    db(`${tables.policies} as a`)
      .join(`${tables.environments} as x`, 'x.policyId', 'a.id')
      .join('project_environments as e', 'e.id', 'x.environmentId')
      .where({ 'a.projectId': param('projectId'), 'a.kind': 'change' })
      .whereNull('a.deletedAt')
      .orderBy(['a.createdAt', 'a.id'])
      .select('a.id', 'a.projectId', 'a.name', 'a.secretPath', 'a.enforcementLevel', 'a.bypassForMachineIdentities')
      .select('e.slug as environment'),
  'cached',
);

/** The policies of access and of changes, and who approves; see `rules.ts` for what follows from them. */
export class ApprovalPolicyStore extends Store {
  async insert(policy: PolicyRow, parts: PolicyParts): Promise<void> {
    this.db.insert(tables.policies, [policy]);
    this.#insertParts(policy.id, parts);
  }

  async update(policy: PolicyRow, parts: PolicyParts): Promise<void> {
    const { id, ...changes } = policy;
    this.db.write(this.db<PolicyRow>(tables.policies).where({ id }).update(changes));
    for (const table of [tables.environments, tables.people])
      this.db.write(this.db(table).where({ policyId: id }).delete());
    this.#insertParts(id, parts);
  }

  /** A deleted policy governs nothing any more, but is still shown with what was asked under it. */
  async delete({ id }: Pick<PolicyRow, 'id'>, deletedAt: Timestamp): Promise<void> {
    this.db.write(this.db<PolicyRow>(tables.policies).where({ id }).update({ deletedAt, updatedAt: deletedAt }));
  }

  /** Finds a policy of the organization, also a deleted one. */
  async findById(organizationId: string, kind: PolicyKind, id: string): Promise<Policy | undefined> {
    const rows = await this.db(`${tables.policies} as a`)
      .join('projects as p', 'p.id', 'a.projectId')
      .where({ 'a.id': id, 'a.kind': kind, 'p.organizationId': organizationId })
      .select<PolicyRow[]>('a.*');
    return (await this.#withParts(rows))[0];
  }

  /** Finds the policies with these ids, also deleted ones. */
  async findMany(projectId: string, ids: readonly string[]): Promise<Policy[]> {
    return this.#withParts(await this.db<PolicyRow>(tables.policies).where({ projectId }).whereIn('id', ids));
  }

  /** Lists the policies that govern something, the oldest first. */
  async list(projectId: string, kind: PolicyKind): Promise<Policy[]> {
    const rows = await this.db<PolicyRow>(tables.policies)
      .where({ projectId, kind })
      .whereNull('deletedAt')
      .orderBy(['createdAt', 'id']);
    return this.#withParts(rows);
  }

  /** Lists the policies of changes that govern something, the oldest first, one row for each of their environments. */
  listChangePolicies(projectId: string): Promise<ChangePolicyRow[]> {
    return this.db.read(changePoliciesSql, { projectId });
  }

  /** Lists the ids of the policies, also deleted ones, in which the member is an approver or a bypasser. */
  listIdsOf(projectId: string, kind: PolicyKind, membershipId: string): Promise<string[]> {
    return this.db(`${tables.people} as x`)
      .join(`${tables.policies} as a`, 'a.id', 'x.policyId')
      .where({ 'a.projectId': projectId, 'a.kind': kind })
      .where((either) => {
        void either
          .where({ 'x.membershipId': membershipId })
          .orWhereIn('x.groupId', this.db('group_members').where({ membershipId }).select('groupId'));
      })
      .distinct('a.id')
      .pluck<string[]>('a.id');
  }

  /** Lists the names of the policies of both kinds that govern something in the environment. */
  listNamesInEnvironment(environmentId: string): Promise<string[]> {
    return this.db(`${tables.environments} as e`)
      .join(`${tables.policies} as a`, 'a.id', 'e.policyId')
      .where({ 'e.environmentId': environmentId })
      .whereNull('a.deletedAt')
      .orderBy('a.name')
      .pluck<string[]>('a.name');
  }

  /** Lists the names of the policies of the project that list the member as an approver. */
  listNamesOfApprover(projectId: string, membershipId: string): Promise<string[]> {
    return this.db(`${tables.people} as x`)
      .join(`${tables.policies} as a`, 'a.id', 'x.policyId')
      .where({ 'a.projectId': projectId, 'x.part': 'approver', 'x.membershipId': membershipId })
      .whereNull('a.deletedAt')
      .distinct('a.name')
      .orderBy('a.name')
      .pluck<string[]>('a.name');
  }

  /** Finds those of these users who are in the project, themselves or through a group. */
  findMembers(
    { id: projectId, organizationId }: Pick<ProjectRow, 'id' | 'organizationId'>,
    userIds: readonly string[],
    usernames: readonly string[],
  ): Promise<PolicyMember[]> {
    const members = this.db('project_memberships')
      .where({ projectId })
      .whereNotNull('membershipId')
      .select('membershipId')
      .unionAll(
        this.db('group_members as gm')
          .join('project_memberships as pm', 'pm.groupId', 'gm.groupId')
          .where('pm.projectId', projectId)
          .select('gm.membershipId'),
      );
    return this.db('organization_memberships as m')
      .join('users as u', 'u.id', 'm.userId')
      .where('m.organizationId', organizationId)
      .where((query) => void query.whereIn('u.id', userIds).orWhereIn('u.username', usernames))
      .whereIn('m.id', members)
      .select<PolicyMember[]>('m.id as membershipId', 'm.userId', 'u.username');
  }

  /** Whether the membership of the organization, of a user or a machine identity, is active. */
  async isActiveMember(membershipId: string): Promise<boolean> {
    const active = this.db('organization_memberships').where({ id: membershipId, status: 'accepted', isActive: true });
    return (await active.first('id')) !== undefined;
  }

  /** Returns which of these groups are in the project. */
  findGroups(projectId: string, groupIds: readonly string[]): Promise<string[]> {
    return this.db('project_memberships').where({ projectId }).whereIn('groupId', groupIds).pluck<string[]>('groupId');
  }

  /** Lists the users who approve or bypass, or those of them with these ids; about as many as the limit. */
  async listUsers(policyIds: readonly string[], limit: number, userIds?: readonly string[]): Promise<PolicyUser[]> {
    const listed = this.db(`${tables.people} as x`).join('organization_memberships as m', 'm.id', 'x.membershipId');
    const inGroups = this.db(`${tables.people} as x`)
      .join('group_members as gm', 'gm.groupId', 'x.groupId')
      .join('organization_memberships as m', 'm.id', 'gm.membershipId');
    const found = await Promise.all(
      [listed, inGroups].map((query) => {
        void query
          .join('users as u', 'u.id', 'm.userId')
          .whereIn('x.policyId', policyIds)
          .orderBy(['x.policyId', 'x.step', 'u.username'])
          .limit(limit)
          .select('x.policyId', 'x.part', 'x.step', 'm.userId', 'm.id as membershipId', 'm.status', 'm.isActive')
          .select('u.username', 'u.email', 'u.firstName', 'u.lastName');
        if (userIds) void query.whereIn('m.userId', userIds);
        return this.db.read<PolicyUser & { status: string }>(query);
      }),
    );
    return found
      .flat()
      .map(({ status, isActive, ...user }) => ({ ...user, isActive: isActive && status === 'accepted' }));
  }

  #insertParts(policyId: string, { environmentIds, people }: PolicyParts): void {
    this.db.insert(
      tables.environments,
      environmentIds.map((environmentId, position) => ({ policyId, environmentId, position })),
    );
    this.db.insert(
      tables.people,
      people.map((person, position) => ({ policyId, ...person, position })),
    );
  }

  async #withParts(rows: readonly PolicyRow[]): Promise<Policy[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const [environments, people] = await Promise.all([
      this.db(`${tables.environments} as x`)
        .join('project_environments as e', 'e.id', 'x.environmentId')
        .whereIn('x.policyId', ids)
        .orderBy('x.position')
        .select<(PolicyEnvironment & { policyId: string })[]>('x.policyId', 'e.id', 'e.name', 'e.slug'),
      this.db(`${tables.people} as x`)
        .leftJoin('organization_memberships as m', 'm.id', 'x.membershipId')
        .leftJoin('users as u', 'u.id', 'm.userId')
        .whereIn('x.policyId', ids)
        .orderBy('x.position')
        .select<(NamedPersonRow & { policyId: string })[]>('x.*', 'm.userId', 'u.username'),
    ]);
    return rows.map((row) => {
      const own = environments.filter(({ policyId }) => policyId === row.id);
      return {
        ...row,
        environments: own,
        environmentIds: own.map(({ id }) => id),
        people: people.filter(({ policyId }) => policyId === row.id),
      };
    });
  }
}
