import type { Abilities } from './access/abilities.ts';
import { CallerAccess, OutdatedAccess, type AccessDeps, type KnownAccess } from './access/access.ts';
import type { Actor } from './access/actor.ts';
import type { Clock } from './platform/clock.ts';
import type { Snapshot } from './platform/db/database.ts';
import type { Db } from './platform/db/knex/queries.ts';
import { createReadingScope } from './request-scope.ts';
import type { Caller, Parts, Scope } from './scope.ts';
import { createStores, storesOf, type Stores } from './stores.ts';

type Work<T> = (scope: Scope) => Promise<T>;

/**
 * A request that only reads: everything in its response is of one moment, after it arrived. The project and the rules
 * of the caller are read before, because a cached response needs no more; when the snapshot begins, they are compared
 * with it.
 */
export class Reading implements AccessDeps {
  readonly clock: Clock;
  readonly abilities: Abilities;
  readonly #parts: Parts;
  readonly #caller: Caller;
  readonly #actor: Actor;
  readonly #known: KnownAccess;
  readonly #stores: Stores;
  #snapshot: Snapshot | undefined;
  #access: CallerAccess | undefined;

  constructor(parts: Parts, caller: Caller, actor: Actor, known: KnownAccess) {
    this.clock = parts.clock;
    this.abilities = parts.abilities;
    this.#parts = parts;
    this.#caller = caller;
    this.#actor = actor;
    this.#known = known;
    this.#stores = storesOf(this);
  }

  /** The handle of the snapshot. */
  get db(): Db {
    this.#snapshot ??= this.#parts.database.snapshot((db) => this.#access!.verify(createStores(db)));
    return this.#snapshot.db;
  }

  /** Those of the snapshot once it has begun. */
  get stores(): Stores {
    return this.#snapshot?.isUsed ? this.#stores : this.#parts.stores;
  }

  /** Runs the work; if projects or rules changed before the snapshot began, again with those of the snapshot. */
  async run<T>(work: Work<T>): Promise<T> {
    try {
      return await work(this.#scopeOf(this.#actor, this.#known));
    } catch (error) {
      if (error instanceof OutdatedAccess) return this.runAgain(work);
      throw error;
    }
  }

  /** Runs the work after the snapshot has begun. */
  async runAgain<T>(work: Work<T>): Promise<T> {
    const known = { ...this.#known, project: undefined };
    const { organization, type } = this.#actor;
    if (!organization || type === 'service') return work(this.#scopeOf(this.#actor, known));
    const accessRevision = await this.#stores.organizations.findAccessRevision(organization.id);
    const member = { ...organization, accessRevision: accessRevision ?? organization.accessRevision };
    const ability = await this.abilities.inOrganization(this.#stores, member);
    return work(this.#scopeOf({ ...this.#actor, organization: member }, { ...known, ability }));
  }

  /** Ends the snapshot; call it as soon as nothing more is read. */
  end(): void {
    this.#snapshot?.end();
  }

  #scopeOf(actor: Actor, known: KnownAccess): Scope {
    const access = (this.#access = new CallerAccess(this, actor, known));
    return createReadingScope(this.#parts, this.#caller, { actor, access }, this.#stores);
  }
}
