import type { Abilities } from './access/abilities.ts';
import { CallerAccess, OutdatedAccess, type AccessDeps, type KnownAccess } from './access/access.ts';
import type { Actor } from './access/actor.ts';
import type { Clock } from './platform/clock.ts';
import { MissingDataKey } from './platform/crypto/data-keys.ts';
import type { Snapshot } from './platform/db/database.ts';
import type { Db } from './platform/db/knex/queries.ts';
import { createReadingScope } from './request-scope.ts';
import type { Caller, Parts, Scope } from './scope.ts';
import { createStores, storesOf, type Stores } from './stores.ts';

type Work<T> = (scope: Scope) => Promise<T>;

/**
 * The operations whose last request needed several statements, and therefore a snapshot. The next one begins with it:
 * on PostgreSQL, a snapshot for the single statement of most requests would triple their processor time (`get secret` and
 * `privilege by id` of `npm run bench`).
 */
const withSeveral = new Set<string>();

/**
 * A request that only reads: everything in its response is of one moment, after it arrived. One statement is of one
 * moment by itself; a second one makes the request begin again, with a snapshot. The project and the rules of the caller
 * are read before, because a cached response needs no more; when the snapshot begins, they are compared with it.
 */
export class Reading implements AccessDeps {
  readonly clock: Clock;
  readonly abilities: Abilities;
  readonly #parts: Parts;
  readonly #caller: Caller;
  readonly #actor: Actor;
  readonly #known: KnownAccess;
  /** Create their handles when they are used first, as the mode is then. */
  #stores: Stores;
  #mode: 'one object' | 'one statement' | 'snapshot';
  #oneStatement: Db | undefined;
  #snapshot: Snapshot | undefined;
  #access: CallerAccess | undefined;

  constructor(parts: Parts, caller: Caller, actor: Actor, known: KnownAccess, isOneObject: boolean) {
    this.clock = parts.clock;
    this.abilities = parts.abilities;
    this.#parts = parts;
    this.#caller = caller;
    this.#actor = actor;
    this.#known = known;
    this.#stores = storesOf(this);
    const predicted = withSeveral.has(caller.operation) ? 'snapshot' : 'one statement';
    this.#mode = isOneObject ? 'one object' : predicted;
  }

  /** The handle to read with. */
  get db(): Db {
    if (this.#mode === 'one object') return this.#parts.database.read;
    if (this.#mode === 'one statement')
      return (this.#oneStatement ??= this.#parts.database.oneStatement(this.#onSecond));
    this.#snapshot ??= this.#parts.database.snapshot((db) => this.#access!.verify(createStores(db)));
    return this.#snapshot.db;
  }

  /** Those of the snapshot once it has begun. */
  get stores(): Stores {
    return this.#snapshot && this.#snapshot.statements > 0 ? this.#stores : this.#parts.stores;
  }

  /** Runs the work; if it needs a snapshot, or its rules are not those of the snapshot, again with them. */
  async run<T>(work: Work<T>): Promise<T> {
    for (;;) {
      try {
        return await work(await this.#scope());
      } catch (error) {
        this.#useSnapshotAfter(error);
      }
    }
  }

  /** Runs the work again if what it returned failed because it is outdated. */
  runAgain<T>(work: Work<T>, error: unknown): Promise<T> {
    this.#useSnapshotAfter(error);
    return this.run(work);
  }

  /** Ends the snapshot; call it as soon as nothing more is read. */
  end(): void {
    if (!this.#snapshot) return;
    if (this.#snapshot.statements <= 1) withSeveral.delete(this.#caller.operation);
    this.#snapshot.end();
  }

  readonly #onSecond = (): Error => {
    withSeveral.add(this.#caller.operation);
    return new OutdatedAccess('one statement is not enough');
  };

  readonly #onSeveral = (): void => {
    if (this.#mode === 'one object') throw new OutdatedAccess('more than one object is shown');
  };

  /** Throws the error again unless reading from a snapshot helps. */
  #useSnapshotAfter(error: unknown): void {
    // Keys may have been rotated between reading and decrypting.
    const isOutdated =
      error instanceof OutdatedAccess || (error instanceof MissingDataKey && this.#mode !== 'snapshot');
    if (!isOutdated) throw error;
    if (this.#mode === 'snapshot') return;
    this.#mode = 'snapshot';
    this.#stores = storesOf(this);
  }

  /** The scope with the rules that the request began with, or with those of the snapshot once it has begun. */
  async #scope(): Promise<Scope> {
    if (this.stores === this.#parts.stores) return this.#scopeOf(this.#actor, this.#known);
    const known = { ...this.#known, project: undefined };
    const { organization, type } = this.#actor;
    if (!organization || type === 'service') return this.#scopeOf(this.#actor, known);
    const accessRevision = await this.#stores.organizations.findAccessRevision(organization.id);
    const member = { ...organization, accessRevision: accessRevision ?? organization.accessRevision };
    const ability = await this.abilities.inOrganization(this.#stores, member);
    return this.#scopeOf({ ...this.#actor, organization: member }, { ...known, ability });
  }

  #scopeOf(actor: Actor, known: KnownAccess): Scope {
    const access = (this.#access = new CallerAccess(this, actor, known));
    const reads = { stores: this.#stores, onSeveral: this.#onSeveral };
    return createReadingScope(this.#parts, this.#caller, { actor, access }, reads);
  }
}
