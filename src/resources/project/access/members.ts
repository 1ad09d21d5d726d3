import { grantOfPrivilege, grantOfRole } from '../../../access/abilities.ts';
import { Ability, projectActions } from '../../../access/ability.ts';
import type { Grant } from '../../../access/grant.ts';
import type { Rule } from '../../../access/rule.ts';
import { isTimeUp, yieldToEventLoop } from '../../../platform/event-loop.ts';
import type { Scope } from '../../../scope.ts';
import type { NamedProjectRole } from '../project-memberships/store.ts';
import type { HeldMembershipRow, ProjectMemberRow } from './store.ts';

/** What a member may do with one subject. */
export interface MemberAbility {
  readonly member: ProjectMemberRow;
  readonly ability: Ability;
}

/** As many privileges as one member may have, so that many members need no more memory than one. */
const privilegesAtOnce = 100;
const rolesAtOnce = 100;

const groupBy = <T>(rows: readonly T[], keyOf: (row: T) => string): ReadonlyMap<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
};

/** Reads the abilities of many members of a project on one subject, with a few statements for all of them. */
export class MemberReader {
  readonly #scope: Scope;
  readonly #projectId: string;
  readonly #subject: string;
  /** The rules about the subject of each custom role that was read. */
  readonly #rulesOfRoles = new Map<string, readonly Rule[]>();
  #weight = 0;

  constructor(scope: Scope, projectId: string, subject: string) {
    this.#scope = scope;
    this.#projectId = projectId;
    this.#subject = subject;
  }

  /** The size of all rules that were read, in characters. */
  get weight(): number {
    return this.#weight;
  }

  async *read(members: readonly ProjectMemberRow[]): AsyncGenerator<MemberAbility> {
    for (const part of await this.#divide(members)) yield* this.#readPart(part);
  }

  /** Divides the members into parts that do not have too many privileges. */
  async #divide(members: readonly ProjectMemberRow[]): Promise<ProjectMemberRow[][]> {
    const ids = members.map(({ membershipId }) => membershipId);
    const counts = await this.#scope.stores.projectMembers.countPrivileges(this.#projectId, ids);
    const parts: ProjectMemberRow[][] = [];
    let size = Infinity;
    for (const member of members) {
      const count = counts.get(member.membershipId) ?? 0;
      size += count;
      if (size <= privilegesAtOnce) parts.at(-1)!.push(member);
      else {
        parts.push([member]);
        size = count;
      }
    }
    return parts;
  }

  async *#readPart(members: readonly ProjectMemberRow[]): AsyncGenerator<MemberAbility> {
    const { stores } = this.#scope;
    const ids = members.map(({ membershipId }) => membershipId);
    const [held, privileges, metadata] = await Promise.all([
      stores.projectMembers.listHeld(this.#projectId, ids),
      stores.projectMembers.listPrivileges(this.#projectId, ids, this.#subject),
      stores.memberships.listMetadata(ids),
    ]);
    const roles = await stores.projectMemberships.listRoles([
      ...new Set(held.map(({ projectMembershipId }) => projectMembershipId)),
    ]);
    await this.#readRules(roles);
    const heldBy = groupBy(held, ({ membershipId }) => membershipId);
    const rolesOf = groupBy(roles, ({ projectMembershipId }) => projectMembershipId);
    const privilegesOf = groupBy(privileges, ({ membershipId }) => membershipId);
    const metadataOf = groupBy(metadata, ({ membershipId }) => membershipId);
    for (const member of members) {
      const { membershipId } = member;
      const grants = (heldBy.get(membershipId) ?? []).flatMap((membership) =>
        (rolesOf.get(membership.projectMembershipId) ?? []).map((role) => this.#roleGrant(role, membership)),
      );
      for (const row of privilegesOf.get(membershipId) ?? []) {
        if (isTimeUp()) await yieldToEventLoop();
        this.#weight += row.permissionsJson.length;
        grants.push(this.#onSubject(grantOfPrivilege(row)));
      }
      yield { member, ability: this.#abilityOf(member, grants, metadataOf.get(membershipId) ?? []) };
    }
  }

  #abilityOf(
    { membershipId, userId, username, identityId, identityName }: ProjectMemberRow,
    grants: readonly Grant[],
    metadata: readonly { readonly key: string; readonly value: string }[],
  ): Ability {
    const { organization } = this.#scope.access;
    const values = {
      id: userId ?? identityId ?? '',
      username: username ?? identityName ?? '',
      metadata: Object.fromEntries(metadata.map(({ key, value }) => [key, value])),
      // Only the claims of the caller's own token are available.
      authValues: (membershipId === organization.membershipId ? organization.authValues : null) ?? {},
    };
    return new Ability(grants, values, projectActions);
  }

  /** Reads the rules of custom roles that were not read yet, a limited number at once. */
  async #readRules(roles: readonly NamedProjectRole[]): Promise<void> {
    const ids = [...new Set(roles.map(({ customRoleId }) => customRoleId))].filter(
      (id) => id !== null && !this.#rulesOfRoles.has(id),
    ) as string[];
    for (let start = 0; start < ids.length; start += rolesAtOnce) {
      const some = ids.slice(start, start + rolesAtOnce);
      for (const id of some) this.#rulesOfRoles.set(id, []);
      for (const { id, permissionsJson } of await this.#scope.stores.projectMembers.listRules(some, this.#subject)) {
        if (isTimeUp()) await yieldToEventLoop();
        this.#weight += permissionsJson.length;
        const rules = JSON.parse(permissionsJson) as readonly Rule[];
        this.#rulesOfRoles.set(
          id,
          rules.filter(({ subject }) => subject === this.#subject),
        );
      }
    }
  }

  #roleGrant(role: NamedProjectRole, { groupId, groupName }: HeldMembershipRow): Grant {
    const rules = role.customRoleId === null ? null : (this.#rulesOfRoles.get(role.customRoleId) ?? []);
    return this.#onSubject(grantOfRole({ ...role, groupId, groupName }, rules));
  }

  #onSubject(grant: Grant): Grant {
    return { ...grant, rules: grant.rules.filter(({ subject }) => subject === this.#subject) };
  }
}
