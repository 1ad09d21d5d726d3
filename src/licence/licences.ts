import type { Config } from '../config.ts';
import { secondsAfter, timestamp, type Clock } from '../platform/clock.ts';
import type { Keyring } from '../platform/crypto/keys.ts';
import type { Database } from '../platform/db/database.ts';
import { badRequest } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { createStores, type Stores } from '../stores.ts';
import { Announcements } from './announcements.ts';
import { everyOrganization, LicenceProblem, type Feature, type Licence } from './document.ts';
import { installedLicence } from './file.ts';
import { licenceKeysOf } from './own-key.ts';
import {
  evaluationDays,
  evaluationLicence,
  isValidAt,
  licenceStatus,
  type LicenceState,
  type LicenceStatus,
} from './status.ts';
import { ofInstance } from '../transaction-keys.ts';

const everyMs = 5000;
const daySeconds = 86_400;

interface Deps {
  readonly config: Pick<Config, 'licenceFile' | 'licenceKeys' | 'licenceEvaluation' | 'database'>;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly log: Log;
  readonly database: Database;
  readonly stores: Pick<Stores, 'licence' | 'organizations'>;
}

const names: Readonly<Record<Feature, string>> = { eventSubscriptions: 'Event subscriptions' };

/**
 * The message for an organization that does not have the feature; "not available on your current plan" is expected by
 * clients.
 */
export const notAvailable = (feature: Feature): string =>
  `${names[feature]} are not available on your current plan. The operator of this server can issue a licence (sallyport licence issue --own) or install one that includes them (LICENCE_FILE); GET /api/v1/admin/licence shows the active licence.`;

const grants = ({ organization, features }: Licence, organizationId: string, feature: Feature): boolean =>
  (organization === everyOrganization || organization === organizationId) && features.includes(feature);

/** Decides which features an organization has, by the licence in the file and the evaluation licence. */
export class Licences {
  readonly #deps: Deps;
  readonly #announcements: Announcements;
  readonly #listeners = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #refreshing: Promise<void> = Promise.resolve();
  #holdings: LicenceState = { file: undefined, isForeign: false, evaluation: undefined };
  #licences: readonly Licence[] = [];
  #inForce = '';

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#announcements = new Announcements(deps.log);
  }

  /** Whether an organization has a feature. Answers from memory, because it is called for every event. */
  has(organizationId: string, feature: Feature, now: Date = this.#deps.clock.now()): boolean {
    return this.#licences.some((licence) => isValidAt(licence, now) && grants(licence, organizationId, feature));
  }

  /** Throws a 400 unless the organization has the feature. */
  require(organizationId: string, feature: Feature, now?: Date): void {
    if (!this.has(organizationId, feature, now)) throw badRequest(notAvailable(feature));
  }

  /** When an organization loses a feature if the file does not change; undefined if it does not have it. */
  endsAt(organizationId: string, feature: Feature, now: Date = this.#deps.clock.now()): Date | undefined {
    const ends = this.#licences
      .filter((licence) => isValidAt(licence, now) && grants(licence, organizationId, feature))
      .map(({ expiresAt }) => expiresAt.getTime());
    return ends.length > 0 ? new Date(Math.max(...ends)) : undefined;
  }

  /** Calls the listener within seconds after a licence becomes active or ends; returns a function that removes it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The status of the licences, as of the last refresh. */
  get status(): LicenceStatus {
    return licenceStatus(this.#holdings, this.#deps.clock.now());
  }

  /** Reads the file again; waits for a running refresh first, so that a newer file is not missed. */
  refresh(): Promise<void> {
    const look = this.#refreshing.then(() => this.#read());
    this.#refreshing = look.catch((err: unknown) => this.#deps.log.error({ err }, 'licence refresh failed'));
    return look;
  }

  /** Grants the evaluation to a new server, and refreshes periodically from then on. */
  async start(): Promise<void> {
    const { config, stores } = this.#deps;
    if (config.licenceEvaluation) {
      await this.#grantEvaluation();
      const granted = await stores.licence.findEvaluation();
      this.#holdings = { ...this.#holdings, evaluation: granted && evaluationLicence(granted) };
    }
    await this.refresh();
    this.#timer = setInterval(() => void this.refresh().catch(() => undefined), everyMs).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#listeners.clear();
    await this.#refreshing;
  }

  async #grantEvaluation(): Promise<void> {
    const { clock, database, log } = this.#deps;
    const [grantedAt, expiresAt] = [clock.now(), secondsAfter(clock.now(), evaluationDays * daySeconds)].map(
      timestamp,
    ) as [string, string];
    const isGranted = await database.transaction(ofInstance, ({ db }) =>
      createStores(db).licence.grantEvaluation({ grantedAt, expiresAt }),
    );
    if (isGranted) log.debug({ expiresAt }, `evaluation licence granted to this new server for ${evaluationDays} days`);
  }

  async #read(): Promise<void> {
    const { config, clock, keyring } = this.#deps;
    const file = await installedLicence(config, licenceKeysOf(config, keyring.all));
    const isForeign =
      file !== undefined && !(file instanceof LicenceProblem) && !(await this.#isLocal(file.organization));
    this.#holdings = { ...this.#holdings, file, isForeign };
    this.#licences = [file, this.#holdings.evaluation].flatMap((licence) =>
      licence && !(licence instanceof LicenceProblem) ? [licence] : [],
    );
    this.#announcements.update(this.status, clock.now());
    this.#notify(clock.now());
  }

  async #isLocal(organization: string): Promise<boolean> {
    if (organization === everyOrganization) return true;
    // An unreachable database does not invalidate the licence.
    return this.#deps.stores.organizations.findById(organization).then(Boolean, () => !this.#holdings.isForeign);
  }

  #notify(now: Date): void {
    const inForce = JSON.stringify(this.#licences.filter((licence) => isValidAt(licence, now)));
    if (inForce === this.#inForce) return;
    this.#inForce = inForce;
    for (const listener of this.#listeners) listener();
  }
}
