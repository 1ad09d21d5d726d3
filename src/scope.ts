import type { Abilities } from './access/abilities.ts';
import type { RevisionCache } from './access/cache.ts';
import type { Access } from './access/access.ts';
import type { Actor, Invitee } from './access/actor.ts';
import type { Audit, AuditedRequest } from './audit/audit.ts';
import type { AuditQueue } from './audit/queue.ts';
import type { Backups } from './backups/backups.ts';
import type { ChangeControl } from './change-control/control.ts';
import type { Config } from './config.ts';
import type { Events } from './events/recorder.ts';
import type { EventStreams } from './events/streams.ts';
import type { Licences } from './licence/licences.ts';
import type { Mailer } from './mail/mailer.ts';
import type { NewestVersion } from './newest-version.ts';
import type { Background } from './platform/background.ts';
import type { Clock } from './platform/clock.ts';
import type { DataKeys } from './platform/crypto/data-keys.ts';
import type { Keyring } from './platform/crypto/keys.ts';
import type { PasswordHashing, Passwords } from './platform/crypto/passwords.ts';
import type { OcspResponse } from './platform/crypto/pki/ocsp-response.ts';
import type { OcspResponder } from './platform/crypto/pki/orders.ts';
import type { Pki } from './platform/crypto/pki/pki.ts';
import type { Database, Key } from './platform/db/database.ts';
import type { SingleFlight } from './platform/single-flight.ts';
import type { Ids } from './platform/ids.ts';
import type { OutgoingClient } from './platform/outgoing/client.ts';
import type { OpenIdProviders } from './platform/openid/providers.ts';
import type { Targets } from './platform/targets/targets.ts';
import type { Stores } from './stores.ts';
import type { WebhookWorker } from './webhooks/worker.ts';

/** What a transaction changes; see `transaction-keys.ts`. */
export type Keys = Key | readonly Key[];

/** The components of the server, created once at start. */
export interface Parts {
  readonly config: Config;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly keyring: Keyring;
  readonly dataKeys: DataKeys;
  readonly passwords: Passwords;
  /** Creates and parses certificates in worker threads. */
  readonly pki: Pki;
  readonly ocsp: OcspCaches;
  /** Shares work that many requests ask for at once. */
  readonly singleFlight: SingleFlight;
  readonly database: Database;
  /** Read committed data; they cannot write. */
  readonly stores: Stores;
  readonly abilities: Abilities;
  /** By project and data revision. */
  readonly environments: RevisionCache<ProjectEnvironments>;
  /** Writes audit entries of reads and refusals after the response. */
  readonly auditQueue: AuditQueue;
  /** Runs work that continues after the response. */
  readonly background: Background;
  /** Tells what the plan allows. */
  readonly licences: Licences;
  readonly eventStreams: EventStreams;
  readonly openIdProviders: OpenIdProviders;
  /** Calls servers that users configure. */
  readonly outgoing: OutgoingClient;
  /** Logs in to systems that users configure. */
  readonly targets: Targets;
  /** Copies of the SQLite file, by a schedule and for downloads. */
  readonly backups: Backups;
  readonly newestVersion: NewestVersion;
  /** Undefined if no mail server is configured. */
  readonly mailer: Mailer | undefined;
  /** Delivers the notices of webhooks. */
  readonly webhooks: WebhookWorker;
  /** Revokes the leases of dynamic secrets that are due. */
  readonly leases: Leases;
  /** Throws a 503 while the database is damaged or the disk is full. */
  readonly checkStorage: () => Promise<void>;
  readonly describeDatabase: Database['describe'];
  /** Whether the server has been told to stop. */
  readonly isStopping: () => boolean;
}

/** The worker that revokes leases. */
export interface Leases {
  /** The attempts since the start, by provider and outcome. */
  readonly counts: ReadonlyMap<string, { readonly revoked: number; readonly failed: number }>;
  /** Something is due now. */
  wake(): void;
  /** Resolves when nothing is due. */
  settled(): Promise<void>;
}

/** The responders and responses of this process, by authority and request. */
export interface OcspCaches {
  readonly responders: RevisionCache<OcspResponder>;
  readonly responses: RevisionCache<OcspResponse>;
}

/** All environments of a project. */
export interface ProjectEnvironments {
  readonly active: Awaited<ReturnType<Stores['environments']['listActive']>>;
  readonly deleted: Awaited<ReturnType<Stores['environments']['listDeleted']>>;
}

/**
 * The cookies of single sign-on, which bind to one browser: a sign-in with a provider; the question whether to link an
 * account; that a page has asked whether to begin; and a session that is not yet the one of the browser.
 */
export type SignOnCookie = 'sso' | 'sso_link' | 'sso_ask' | 'sso_session';

/** A cookie of the request. */
export interface SentCookie {
  readonly value: string;
  /** Whether it has the name of earlier versions, which others could set; nothing that was issued since is accepted then. */
  readonly isFormer: boolean;
}

/** The facts about a request that are not in the contract of its operation. */
export interface Caller extends AuditedRequest {
  /** Whether a proxy forwarded the request. */
  readonly isForwarded: boolean;
  /** Whether a page of this server sent the request. */
  readonly isFromOwnPage: boolean;
  /** Whether the browser does not say which page sent the request, as on http, or there is no browser. */
  readonly isFromUnknownPage: boolean;
  /** The refresh token of the request's cookie, which only `refreshSession` and `adoptSingleSignOn` get. */
  readonly refreshToken: SentCookie | undefined;
  /** The challenge in the request's cookie; only `loginWithPasskey` reads it. */
  readonly passkeyChallenge: string | undefined;
  /** The certificates that the client presented in PEM, its own first; only `loginWithTlsCertAuth` reads them. */
  readonly clientCertificates: readonly string[];
  /** The bearer token of a public operation that checks it itself; 401 if there is none. */
  readonly bearerToken: string;
  /** What a sign-in with a provider left in this browser. */
  signOnCookie(name: SignOnCookie): SentCookie | undefined;
}

/** The dependencies of a public operation. */
export interface PublicScope extends Omit<Parts, 'database' | 'passwords'> {
  readonly caller: Caller;
  /** Waits in the queue of the caller's network. */
  readonly passwords: PasswordHashing;
  /** In a transaction, records changes; outside of one, reads and refusals. */
  readonly audit: Audit;
  /** In a transaction, records events about secrets; subscribers are notified after the commit. */
  readonly events: Events;
  /** In a transaction, holds back changes of secrets that a policy governs. */
  readonly changeControl: ChangeControl;
  /**
   * Runs the work in one transaction, while nobody else changes what the keys stand for. It may run more than once, and
   * uses only the scope that it is given.
   */
  transaction<T>(of: Keys, work: (tx: PublicScope) => Promise<T>): Promise<T>;
  readonly afterCommit: (hook: () => void) => void;
  /** In a transaction: adds keys that were not known before. It may be undone, and run again with them. */
  addKeys(...keys: readonly Key[]): void;
}

/** The dependencies of an operation for a caller with a signup token. */
export interface InviteeScope extends PublicScope {
  readonly invitee: Invitee;
  transaction<T>(of: Keys, work: (tx: InviteeScope) => Promise<T>): Promise<T>;
}

/** The dependencies of every other operation. */
export interface Scope extends PublicScope {
  readonly actor: Actor;
  readonly access: Access;
  /** Call it before a response that shows one object (`x-one-object`) reads more: the request begins again with a snapshot. */
  requireSnapshot(): void;
  transaction<T>(of: Keys, work: (tx: Scope) => Promise<T>): Promise<T>;
  /** Runs the work of several services in one transaction: a transaction that one of them begins is this one. */
  jointly<T>(of: Keys, work: (tx: Scope) => Promise<T>): Promise<T>;
  /**
   * In a transaction: a scope for services that make parts of one change. Their transactions are part of this one, and
   * what they record goes to these.
   */
  joined(recorders: Recorders): Scope;
}

/** Who gets what services record. */
export type Recorders = Pick<Scope, 'audit' | 'events'>;
