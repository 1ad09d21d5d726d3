import type { Abilities } from './access/abilities.ts';
import type { Ability } from './access/ability.ts';
import { CallerAccess, type Access } from './access/access.ts';
import type { Actor, Invitee } from './access/actor.ts';
import type { NamedPermission } from './access/asked.ts';
import { newEntry, type Audit, type AuditDeps, type AuditedRequest } from './audit/audit.ts';
import type { AuditQueue } from './audit/queue.ts';
import type { Config } from './config.ts';
import { createEvents, type Events } from './events/recorder.ts';
import type { EventStreams } from './events/streams.ts';
import type { Licences } from './licence/licences.ts';
import type { Background } from './platform/background.ts';
import type { Clock } from './platform/clock.ts';
import type { DataKeys } from './platform/crypto/data-keys.ts';
import type { Keyring } from './platform/crypto/keys.ts';
import type { Passwords } from './platform/crypto/passwords.ts';
import type { Pki } from './platform/crypto/pki/pki.ts';
import type { Database, Unit } from './platform/db/database.ts';
import type { SingleFlight } from './platform/single-flight.ts';
import type { Ids } from './platform/ids.ts';
import type { OpenIdProviders } from './platform/openid/providers.ts';
import { createStores, type Stores } from './stores.ts';

/** What the server is made of, put together once at start. */
export interface Parts {
  readonly config: Config;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly keyring: Keyring;
  readonly dataKeys: DataKeys;
  readonly passwords: Passwords;
  /** Makes and reads certificates, on the side. */
  readonly pki: Pki;
  /** What many may ask for at once. */
  readonly flights: SingleFlight;
  readonly database: Database;
  /** They see what is committed, and cannot write. */
  readonly stores: Stores;
  readonly abilities: Abilities;
  /** What is recorded after an answer. */
  readonly auditQueue: AuditQueue;
  /** What goes on after an answer. */
  readonly background: Background;
  /** What the plan allows. */
  readonly licences: Licences;
  readonly eventStreams: EventStreams;
  readonly openIdProviders: OpenIdProviders;
  /** 503 while what is stored is damaged, or the disk is full. */
  readonly checkStorage: () => Promise<void>;
  /** Whether every operation is warmed up. */
  readonly isWarm: () => boolean;
  /** Whether the server has been told to stop. */
  readonly isStopping: () => boolean;
}

/** What an operation may know of the request that is not in its contract. */
export interface Caller extends AuditedRequest {
  /** Whether the request says that it was forwarded by somebody. */
  readonly isForwarded: boolean;
}

/** What a public operation may use. */
export interface PublicScope extends Omit<Parts, 'database'> {
  readonly caller: Caller;
  /** In a transaction, what happened is recorded with what changed; outside of one, what was refused or read. */
  readonly audit: Audit;
  /** In a transaction, what happened to secrets is told to whoever listens, once it is committed. */
  readonly events: Events;
  /** All of the work or none of it. Inside, only the scope that the work is given is used. */
  transaction<T>(work: (tx: this) => Promise<T>): Promise<T>;
  readonly afterCommit: (hook: () => void) => void;
}

/** What an operation for somebody with a signup token may use. */
export interface InviteeScope extends PublicScope {
  readonly invitee: Invitee;
}

/** What every other operation may use. */
export interface Scope extends PublicScope {
  readonly actor: Actor;
  readonly access: Access;
}

const nested = (): never => {
  throw new Error('a transaction inside a transaction would wait for itself');
};

const outside = (): never => {
  throw new Error('this needs a transaction');
};

const inside = (): never => {
  throw new Error('this is for after the transaction, which may run twice or come to nothing');
};

const noEvents: Events = { record: outside, hold: outside, dependentsOf: outside };

/** Who calls, and with what: an actor with its access, an invitee, or nobody in particular. */
interface Call {
  readonly caller: Caller;
  readonly actor: Actor | undefined;
  readonly access: Access | undefined;
  readonly invitee: Invitee | undefined;
}

type NewScope = new (call: Call) => unknown;

/**
 * The scopes of one server. What they have in common each inherits, and so is never spread: copying it for every
 * request would cost more than some requests do.
 */
const createKind = (parts: Parts): NewScope => {
  const { database, ...shared } = parts;
  const { clock, ids, config, auditQueue, eventStreams } = parts;
  const meansOf = ({ caller, actor }: Call): AuditDeps => ({
    clock,
    ids,
    retentionDays: config.auditRetentionDays,
    request: caller,
    actor,
  });

  class CommonScope implements Call {
    readonly caller: Caller;
    readonly actor: Actor | undefined;
    readonly access: Access | undefined;
    readonly invitee: Invitee | undefined;

    constructor({ caller, actor, access, invitee }: Call) {
      this.caller = caller;
      this.actor = actor;
      this.access = access;
      this.invitee = invitee;
    }
  }
  Object.assign(CommonScope.prototype, shared);

  class UnitScope extends CommonScope {
    readonly stores: Stores;
    readonly audit: Audit;
    readonly events: Events;
    readonly afterCommit: PublicScope['afterCommit'];
    readonly transaction = nested;

    constructor(call: Call, unit: Unit) {
      super(call);
      const stores = createStores(unit.db);
      this.stores = stores;
      this.audit = {
        record: (event) => stores.auditLogs.insert(newEntry(meansOf(call), event)),
        recordRefusal: inside,
        recordRead: inside,
      };
      this.afterCommit = (hook) => unit.afterCommit(hook);
      this.events = createEvents(
        { hub: eventStreams.hub, isShared: eventStreams.isShared, clock },
        { stores, afterCommit: this.afterCommit },
      );
    }
  }

  return class RequestScope extends CommonScope {
    readonly events = noEvents;
    readonly afterCommit = outside;

    get audit(): Audit {
      const means = meansOf(this);
      return {
        record: outside,
        recordRefusal: ({ reason, metadata, ...event }) =>
          auditQueue.count(newEntry(means, { ...event, metadata: { ...metadata, reasonCode: reason } }), reason),
        recordRead: (event) => {
          if (config.auditReads) auditQueue.add(newEntry(means, event));
        },
      };
    }

    transaction<T>(work: (tx: unknown) => Promise<T>): Promise<T> {
      return database.transaction((unit) => work(new UnitScope(this, unit)));
    }
  };
};

const kinds = new WeakMap<Parts, NewScope>();

const createOf = (parts: Parts, call: Call): unknown => {
  let Kind = kinds.get(parts);
  if (!Kind) kinds.set(parts, (Kind = createKind(parts)));
  return new Kind(call);
};

export const createPublicScope = (parts: Parts, caller: Caller): PublicScope =>
  createOf(parts, { caller, actor: undefined, access: undefined, invitee: undefined }) as PublicScope;

export const createInviteeScope = (parts: Parts, caller: Caller, invitee: Invitee): InviteeScope =>
  createOf(parts, { caller, actor: undefined, access: undefined, invitee }) as InviteeScope;

/** `expected` is what the contract says that the operation asks for. */
export const createScope = (
  parts: Parts,
  caller: Caller,
  actor: Actor,
  ability: Ability | undefined,
  expected?: readonly NamedPermission[],
): Scope =>
  createOf(parts, {
    caller,
    actor,
    access: new CallerAccess(parts, actor, ability, expected),
    invitee: undefined,
  }) as Scope;
