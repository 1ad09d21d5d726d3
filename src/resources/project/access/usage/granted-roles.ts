import { builtInProjectRoles } from '../../../../access/project-roles.ts';
import type { Rule } from '../../../../access/rule.ts';
import type { Timestamp } from '../../../../platform/clock.ts';
import type { Scope } from '../../../../scope.ts';
import type { AuditLogRow } from '../../../organization/audit-logs/store.ts';
import { namedRoles } from './granting.ts';

/** More custom roles are not looked up. */
const maxRoles = 100;

interface CustomRole {
  readonly permissions: readonly Rule[];
  readonly updatedAt: Timestamp;
}

/** The rules of the roles that entries of the audit log name. */
export class GrantedRoles {
  readonly #scope: Pick<Scope, 'stores'>;
  readonly #projectId: string;
  readonly #custom = new Map<string, CustomRole | undefined>();

  constructor(scope: Pick<Scope, 'stores'>, projectId: string) {
    this.#scope = scope;
    this.#projectId = projectId;
  }

  /** Looks up the roles that these entries name. */
  async load(entries: readonly AuditLogRow[]): Promise<void> {
    const slugs = new Set(entries.flatMap(({ eventMetadata }) => namedRoles(eventMetadata)));
    for (const slug of slugs) {
      if (this.#custom.has(slug) || this.#custom.size >= maxRoles) continue;
      if (builtInProjectRoles.some((role) => role.slug === slug)) continue;
      this.#custom.set(slug, await this.#scope.stores.projectRoles.findBySlug(this.#projectId, slug));
    }
  }

  /** The rules that the role had at that time; undefined if it was changed or deleted since. */
  rulesOf(slug: string, at: Timestamp): readonly Rule[] | undefined {
    const builtIn = builtInProjectRoles.find((role) => role.slug === slug);
    if (builtIn) return builtIn.rules;
    const custom = this.#custom.get(slug);
    return custom && custom.updatedAt <= at ? custom.permissions : undefined;
  }
}
