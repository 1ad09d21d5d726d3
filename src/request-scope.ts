import type { Abilities } from './access/abilities.ts';
import type { RevisionCache } from './access/cache.ts';
import { CallerAccess, type Access, type KnownAccess } from './access/access.ts';
import type { Actor, Invitee } from './access/actor.ts';
import { newEntry, type Audit, type AuditDeps } from './audit/audit.ts';
import type { AuditQueue } from './audit/queue.ts';
import type { Backups } from './backups/backups.ts';
import { createChangeControl, type ChangeControl } from './change-control/control.ts';
import type { Config } from './config.ts';
import { createEvents, type Events } from './events/recorder.ts';
import type { EventStreams } from './events/streams.ts';
import type { Licences } from './licence/licences.ts';
import type { Mailer } from './mail/mailer.ts';
import { clientNetwork } from './platform/addresses.ts';
import type { NewestVersion } from './newest-version.ts';
import type { Background } from './platform/background.ts';
import type { Clock } from './platform/clock.ts';
import type { DataKeys } from './platform/crypto/data-keys.ts';
import type { Keyring } from './platform/crypto/keys.ts';
import type { PasswordHashing } from './platform/crypto/passwords.ts';
import type { Pki } from './platform/crypto/pki/pki.ts';
import type { Unit } from './platform/db/database.ts';
import type { SingleFlight } from './platform/single-flight.ts';
import type { Ids } from './platform/ids.ts';
import type { OutgoingClient } from './platform/outgoing/client.ts';
import type { OpenIdProviders } from './platform/openid/providers.ts';
import type { Targets } from './platform/targets/targets.ts';
import { createStores, type Stores } from './stores.ts';
import type { WebhookWorker } from './webhooks/worker.ts';
import type {
  Parts,
  Caller,
  PublicScope,
  InviteeScope,
  Scope,
  Keys,
  Recorders,
  Leases,
  OcspCaches,
  ProjectEnvironments,
} from './scope.ts';
import { inside, nested, noChangeControl, noEvents, outside } from './scope-guards.ts';
import { operations } from '../generated/operations.ts';

/** What a scope takes over from the one of the same transaction. */
type Inherited = Partial<Pick<Scope, 'stores' | 'audit' | 'events' | 'changeControl'>>;

/** Whether the response of the operation may be a request for its change. */
const mayBeRequested = (operation: string): boolean =>
  operation in operations && operations[operation as keyof typeof operations].mayBeRequested;

type ActorParts = Pick<Scope, 'actor' | 'access'>;

/**
 * The scope of a request or, with a unit of work, of a transaction in it. The parts are getters: copying them for every
 * request would cost more than some requests do.
 */
class ServerScope implements PublicScope {
  readonly caller: Caller;
  readonly stores: Stores;
  readonly changeControl: ChangeControl;
  readonly events: Events;
  readonly afterCommit: PublicScope['afterCommit'];
  readonly addKeys: PublicScope['addKeys'];
  protected readonly parts: Parts;
  protected readonly unit: Unit | undefined;

  constructor(parts: Parts, caller: Caller, unit: Unit | undefined, inherited: Inherited = {}) {
    this.parts = parts;
    this.caller = caller;
    this.unit = unit;
    this.stores = inherited.stores ?? (unit ? createStores(unit.db) : parts.stores);
    this.afterCommit = unit ? unit.afterCommit : outside;
    this.addKeys = unit ? unit.addKeys : outside;
    this.changeControl = inherited.changeControl ?? this.#newChangeControl();
    this.events = inherited.events ?? this.#newEvents();
  }

  #newEvents(): Events {
    const { eventStreams, clock } = this.parts;
    return this.unit ? createEvents({ hub: eventStreams.hub, isShared: eventStreams.isShared, clock }, this) : noEvents;
  }

  #newChangeControl(): ChangeControl {
    return this.unit ? createChangeControl(this, mayBeRequested(this.caller.operation)) : noChangeControl;
  }

  get config(): Config {
    return this.parts.config;
  }

  get clock(): Clock {
    return this.parts.clock;
  }

  get ids(): Ids {
    return this.parts.ids;
  }

  get keyring(): Keyring {
    return this.parts.keyring;
  }

  get dataKeys(): DataKeys {
    return this.parts.dataKeys;
  }

  get passwords(): PasswordHashing {
    return this.parts.passwords.from(clientNetwork(this.caller.ip));
  }

  get pki(): Pki {
    return this.parts.pki;
  }

  get ocsp(): OcspCaches {
    return this.parts.ocsp;
  }

  get singleFlight(): SingleFlight {
    return this.parts.singleFlight;
  }

  get abilities(): Abilities {
    return this.parts.abilities;
  }

  get environments(): RevisionCache<ProjectEnvironments> {
    return this.parts.environments;
  }

  get auditQueue(): AuditQueue {
    return this.parts.auditQueue;
  }

  get background(): Background {
    return this.parts.background;
  }

  get licences(): Licences {
    return this.parts.licences;
  }

  get eventStreams(): EventStreams {
    return this.parts.eventStreams;
  }

  get openIdProviders(): OpenIdProviders {
    return this.parts.openIdProviders;
  }

  get outgoing(): OutgoingClient {
    return this.parts.outgoing;
  }

  get targets(): Targets {
    return this.parts.targets;
  }

  get leases(): Leases {
    return this.parts.leases;
  }

  get backups(): Backups {
    return this.parts.backups;
  }

  get newestVersion(): NewestVersion {
    return this.parts.newestVersion;
  }

  get mailer(): Mailer | undefined {
    return this.parts.mailer;
  }

  get webhooks(): WebhookWorker {
    return this.parts.webhooks;
  }

  get checkStorage(): Parts['checkStorage'] {
    return this.parts.checkStorage;
  }

  get describeDatabase(): Parts['describeDatabase'] {
    return this.parts.describeDatabase;
  }

  get isStopping(): Parts['isStopping'] {
    return this.parts.isStopping;
  }

  get audit(): Audit {
    return this.auditOf(undefined);
  }

  transaction<T>(of: Keys, work: (tx: PublicScope) => Promise<T>): Promise<T> {
    return this.inUnit(of, (unit) => work(new ServerScope(this.parts, this.caller, unit)));
  }

  /** Records what this actor, or nobody in particular, does. */
  protected auditOf(actor: Actor | undefined): Audit {
    const { clock, ids, config, auditQueue } = this.parts;
    const deps: AuditDeps = { clock, ids, retentionDays: config.auditRetentionDays, request: this.caller, actor };
    if (this.unit) {
      const { auditLogs } = this.stores;
      return {
        record: (event) => auditLogs.insert(newEntry(deps, event)),
        recordRefusal: inside,
        recordRead: inside,
      };
    }
    return {
      record: outside,
      recordRefusal: ({ reason, metadata, ...event }) =>
        auditQueue.count(newEntry(deps, { ...event, metadata: { ...metadata, reasonCode: reason } }), reason),
      recordRead: (event) => {
        if (config.auditReads) auditQueue.add(newEntry(deps, event));
      },
    };
  }

  protected inUnit<T>(of: Keys, work: (unit: Unit) => Promise<T>): Promise<T> {
    return this.unit ? nested() : this.parts.database.transaction(of, work);
  }
}

class ServerInviteeScope extends ServerScope implements InviteeScope {
  readonly invitee: Invitee;

  constructor(parts: Parts, caller: Caller, invitee: Invitee, unit?: Unit) {
    super(parts, caller, unit);
    this.invitee = invitee;
  }

  override transaction<T>(of: Keys, work: (tx: InviteeScope) => Promise<T>): Promise<T> {
    return this.inUnit(of, (unit) => work(new ServerInviteeScope(this.parts, this.caller, this.invitee, unit)));
  }
}

/** Does the work of a transaction; throws `HeldBack` if a policy holds it back. */
const settled = async <T>(tx: Scope, work: (tx: Scope) => Promise<T>): Promise<T> => {
  const result = await work(tx);
  tx.changeControl.settle();
  return result;
};

class ActorScope extends ServerScope implements Scope {
  readonly actor: Actor;
  readonly access: Access;

  constructor(parts: Parts, caller: Caller, { actor, access }: ActorParts, unit?: Unit, inherited?: Inherited) {
    super(parts, caller, unit, inherited);
    this.actor = actor;
    this.access = access;
  }

  override get audit(): Audit {
    return this.auditOf(this.actor);
  }

  override transaction<T>(of: Keys, work: (tx: Scope) => Promise<T>): Promise<T> {
    return this.inUnit(of, (unit) => settled(new ActorScope(this.parts, this.caller, this, unit), work));
  }

  jointly<T>(of: Keys, work: (tx: Scope) => Promise<T>): Promise<T> {
    return this.inUnit(of, (unit) => settled(new JointScope(this.parts, this.caller, this, unit), work));
  }

  requireSnapshot(): void {
    // Transactions and requests that change something have their own way to read one state.
  }

  joined(recorders: Recorders): Scope {
    const { stores, changeControl } = this;
    const inherited = { stores, changeControl, ...recorders };
    return new JointScope(this.parts, this.caller, this, this.unit ?? outside(), inherited);
  }
}

/** The scope of a transaction that services join; with recorders, these get what the services record. */
class JointScope extends ActorScope {
  readonly #audit: Audit | undefined;

  constructor(parts: Parts, caller: Caller, actor: ActorParts, unit: Unit, inherited: Inherited = {}) {
    super(parts, caller, actor, unit, inherited);
    this.#audit = inherited.audit;
  }

  override get audit(): Audit {
    return this.#audit ?? super.audit;
  }

  override transaction<T>(of: Keys, work: (tx: Scope) => Promise<T>): Promise<T> {
    this.addKeys(...[of].flat());
    return work(this);
  }
}

export const createPublicScope = (parts: Parts, caller: Caller): PublicScope =>
  new ServerScope(parts, caller, undefined);

export const createInviteeScope = (parts: Parts, caller: Caller, invitee: Invitee): InviteeScope =>
  new ServerInviteeScope(parts, caller, invitee);

export const createScope = (parts: Parts, caller: Caller, actor: Actor, known: KnownAccess): Scope =>
  new ActorScope(parts, caller, { actor, access: new CallerAccess(parts, actor, known) });

/** The scope of a request that reads with these stores only. */
class ReadingScope extends ActorScope {
  readonly #onSeveral: () => void;

  constructor(parts: Parts, caller: Caller, actor: ActorParts, stores: Stores, onSeveral: () => void) {
    super(parts, caller, actor, undefined, { stores });
    this.#onSeveral = onSeveral;
  }

  override requireSnapshot(): void {
    this.#onSeveral();
  }
}

export const createReadingScope = (
  parts: Parts,
  caller: Caller,
  actor: ActorParts,
  { stores, onSeveral }: { stores: Stores; onSeveral: () => void },
): Scope => new ReadingScope(parts, caller, actor, stores, onSeveral);
