import { projectActions } from '../../../access/ability.ts';
import { missingPermissions, newProofBudget } from '../../../access/permission-boundary.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Rule } from '../../../access/rule.ts';
import type { Values } from '../../../access/templates.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { requireAssignable } from '../privileges/grant.ts';
import { holderOf } from './holder.ts';
import type { TemporaryGrantRow } from './store.ts';

/** Whether the caller may give a grant a later end, and which one at most. */
export interface Extension {
  readonly isAllowed: boolean;
  readonly until: Timestamp | null;
  readonly reason: string | null;
}

const refused = (reason: string): Extension => ({ isAllowed: false, until: null, reason });

const notHeld = 'You cannot extend it, because you do not have all of its permissions for longer yourself.';

/** More ends than this are not tried. */
const maxEnds = 20;

/** Finds out which grants the caller may extend, within the budget of one request. */
export class ExtensionFinder {
  readonly #project: ProjectAccess;
  readonly #now: Timestamp;
  readonly #budget = newProofBudget();

  constructor(project: ProjectAccess, now: Timestamp) {
    this.#project = project;
    this.#now = now;
  }

  /** Whether the budget allows to examine another grant. */
  get hasBudget(): boolean {
    return this.#budget.allowsQuestion;
  }

  async find(row: TemporaryGrantRow, rules: readonly Rule[], values: Values | undefined): Promise<Extension> {
    try {
      await this.#requireAssignable(row, rules);
      for (const endsAt of this.#laterEnds(row)) {
        const granted = { rules, during: { startsAt: row.startsAt, endsAt }, values };
        const missing = await missingPermissions(
          this.#project.ability,
          granted,
          projectActions,
          this.#now,
          this.#budget,
        );
        if (missing.length === 0) return { isAllowed: true, until: endsAt, reason: null };
      }
      return refused(notHeld);
    } catch (error) {
      // The extension itself would be refused for the same reason.
      if (error instanceof ServiceError && [400, 403].includes(error.status)) return refused(error.message);
      throw error;
    }
  }

  /** 403 unless the caller may change the holder and assign the role or the privilege to it. */
  async #requireAssignable(row: TemporaryGrantRow, rules: readonly Rule[]): Promise<void> {
    const { subject, fields } = holderOf(row);
    this.#project.require('edit', subject, fields);
    if (row.type === 'role') {
      if (row.slug !== 'no-access')
        this.#project.require('assign-role', subject, { ...fields, assignableRole: row.slug });
      return;
    }
    if (subject !== 'groups') await requireAssignable(this.#project, { subject, fields }, rules);
  }

  /** The ends until which the caller may hold the permissions: never, or when something of the caller's changes. */
  #laterEnds({ endsAt }: TemporaryGrantRow): readonly (Timestamp | null)[] {
    const after = endsAt > this.#now ? endsAt : this.#now;
    const changes = this.#project.ability.grants.flatMap((grant) => [grant.startsAt, grant.endsAt]);
    const times = [...new Set(changes)].filter((time) => time !== null && time > after) as Timestamp[];
    return [null, ...times.sort().reverse().slice(0, maxEnds)];
  }
}
