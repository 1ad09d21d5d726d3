import type { Scope } from '../../../../scope.ts';
import type { AuditLogRow } from '../../../organization/audit-logs/store.ts';

/** More actors of a project are not looked up. */
const maxActors = 500;

const keyOf = ({ actorType, actorId }: Pick<AuditLogRow, 'actorType' | 'actorId'>): string => `${actorType} ${actorId}`;

/** Selects the entries of those who have a role in the project now, themselves or through a group. */
export class RoleHolders {
  /** Whether there were more actors than are looked up. */
  isCut = false;
  readonly #scope: Scope;
  readonly #projectId: string;
  readonly #slug: string;
  readonly #isHolder = new Map<string, boolean>();

  constructor(scope: Scope, projectId: string, slug: string) {
    this.#scope = scope;
    this.#projectId = projectId;
    this.#slug = slug;
  }

  async select(entries: readonly AuditLogRow[]): Promise<readonly AuditLogRow[]> {
    const actors = new Map(entries.map((entry) => [keyOf(entry), entry]));
    const unknown = [...actors].filter(([key]) => !this.#isHolder.has(key)).map(([, entry]) => entry);
    const room = Math.max(0, maxActors - this.#isHolder.size);
    if (unknown.length > room) this.isCut = true;
    await this.#lookUp(unknown.slice(0, room));
    return entries.filter((entry) => this.#isHolder.get(keyOf(entry)) ?? false);
  }

  async #lookUp(actors: readonly AuditLogRow[]): Promise<void> {
    const { stores, access } = this.#scope;
    const byMembership = new Map<string, string>();
    for (const actor of actors) {
      this.#isHolder.set(keyOf(actor), false);
      const id = await this.#findMembership(access.organization.id, actor);
      if (id !== undefined) byMembership.set(id, keyOf(actor));
    }
    const held = await stores.projectMembers.listHeld(this.#projectId, [...byMembership.keys()]);
    const roles = await stores.projectMemberships.listRoles([
      ...new Set(held.map(({ projectMembershipId }) => projectMembershipId)),
    ]);
    const withRole = new Set(
      roles
        .filter(({ role, customRoleSlug }) => (customRoleSlug ?? role) === this.#slug)
        .map(({ projectMembershipId }) => projectMembershipId),
    );
    for (const { membershipId, projectMembershipId } of held)
      if (withRole.has(projectMembershipId)) this.#isHolder.set(byMembership.get(membershipId)!, true);
  }

  async #findMembership(organizationId: string, { actorType, actorId }: AuditLogRow): Promise<string | undefined> {
    const { memberships } = this.#scope.stores;
    if (actorId === null) return undefined;
    if (actorType === 'user') return (await memberships.findOfUser(organizationId, actorId))?.id;
    return actorType === 'identity' ? (await memberships.findOfIdentity(organizationId, actorId))?.id : undefined;
  }
}
