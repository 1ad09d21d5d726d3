import type { Config } from '../config.ts';
import { secondsAfter, timestamp, type Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { badRequest } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { createStores, type Stores } from '../stores.ts';
import { Announcements } from './announcements.ts';
import { everyOrganization, LicenceProblem, type Feature, type Licence } from './document.ts';
import { loadLicence } from './file.ts';
import { evaluationDays, evaluationLicence, isInTime, statusOf, type Holdings, type LicenceStatus } from './status.ts';

const everyMs = 5000;
const daySeconds = 86_400;

interface Means {
  readonly config: Pick<Config, 'licenceFile' | 'licenceKeys' | 'licenceEvaluation'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly database: Database;
  readonly stores: Pick<Stores, 'licence' | 'organizations'>;
}

const names: Readonly<Record<Feature, string>> = { eventSubscriptions: 'Event subscriptions' };

/** For whoever asks for a feature that their organization does not have, or has no longer. */
export const notAvailable = (feature: Feature): string =>
  `${names[feature]} are not available on your current plan. Whoever runs this server can give it a licence that includes them (LICENCE_FILE); GET /api/v1/admin/licence shows what is in force.`;

const grants = ({ organization, features }: Licence, organizationId: string, feature: Feature): boolean =>
  (organization === everyOrganization || organization === organizationId) && features.includes(feature);

/**
 * What the plan allows, at any moment: the licence in the file, and beside it the evaluation for as long as that lasts.
 */
export class Licences {
  readonly #means: Means;
  readonly #announcements: Announcements;
  readonly #listeners = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #holdings: Holdings = { file: undefined, isForeign: false, evaluation: undefined };
  #licences: readonly Licence[] = [];
  #inForce = '';

  constructor(means: Means) {
    this.#means = means;
    this.#announcements = new Announcements(means.log);
  }

  /**
   * Whether an organization has a feature. Nothing is read for it, and nothing waits: it may be asked for every event.
   */
  has(organizationId: string, feature: Feature, now: Date = this.#means.clock.now()): boolean {
    return this.#licences.some((licence) => isInTime(licence, now) && grants(licence, organizationId, feature));
  }

  /** 400 unless the organization has the feature. */
  require(organizationId: string, feature: Feature, now?: Date): void {
    if (!this.has(organizationId, feature, now)) throw badRequest(notAvailable(feature));
  }

  /** Until when an organization has a feature if no file changes; undefined if it does not have it. */
  endsAt(organizationId: string, feature: Feature, now: Date = this.#means.clock.now()): Date | undefined {
    const ends = this.#licences
      .filter((licence) => isInTime(licence, now) && grants(licence, organizationId, feature))
      .map(({ expiresAt }) => expiresAt.getTime());
    return ends.length > 0 ? new Date(Math.max(...ends)) : undefined;
  }

  /**
   * Runs the listener when a licence has come into force or has ended, at most seconds later; gives the way to stop
   * that.
   */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** What is in force, as far as it is known since the last look. */
  get status(): LicenceStatus {
    return statusOf(this.#holdings, this.#means.clock.now());
  }

  /**
   * Looks at the file and at the clock: not together with whoever does so already, but after them, so that nothing
   * newer is missed.
   */
  refresh(): Promise<void> {
    const look = this.#looking.then(() => this.#look());
    this.#looking = look.catch((err: unknown) => this.#means.log.error({ err }, 'the licence could not be looked at'));
    return look;
  }

  /** Grants the evaluation if it is due, and keeps looking from then on. */
  async start(): Promise<void> {
    const { config, stores } = this.#means;
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
    await this.#looking;
  }

  async #grantEvaluation(): Promise<void> {
    const { clock, database, log } = this.#means;
    const [grantedAt, expiresAt] = [clock.now(), secondsAfter(clock.now(), evaluationDays * daySeconds)].map(
      timestamp,
    ) as [string, string];
    const isGranted = await database.transaction(({ db }) =>
      createStores(db).licence.grantEvaluation({ grantedAt, expiresAt }),
    );
    if (isGranted)
      log.info(
        { expiresAt },
        `this server is new, and has granted itself an evaluation licence for ${evaluationDays} days`,
      );
  }

  async #look(): Promise<void> {
    const { config, clock } = this.#means;
    const file = config.licenceFile === null ? undefined : await loadLicence(config.licenceFile, config.licenceKeys);
    const isForeign =
      file !== undefined && !(file instanceof LicenceProblem) && !(await this.#isHere(file.organization));
    this.#holdings = { ...this.#holdings, file, isForeign };
    this.#licences = [file, this.#holdings.evaluation].flatMap((held) =>
      held && !(held instanceof LicenceProblem) ? [held] : [],
    );
    this.#announcements.tell(this.status, clock.now());
    this.#notify(clock.now());
  }

  async #isHere(organization: string): Promise<boolean> {
    if (organization === everyOrganization) return true;
    // That the database does not answer says nothing of the licence.
    return this.#means.stores.organizations.findById(organization).then(Boolean, () => !this.#holdings.isForeign);
  }

  #notify(now: Date): void {
    const inForce = JSON.stringify(this.#licences.filter((licence) => isInTime(licence, now)));
    if (inForce === this.#inForce) return;
    this.#inForce = inForce;
    for (const listener of this.#listeners) listener();
  }
}
