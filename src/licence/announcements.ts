import { timestamp } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { LicenceStatus } from './status.ts';

const dayMs = 86_400_000;

/** Says in the log what is in force: at the start and after every change, and once a day that it ends soon. */
export class Announcements {
  readonly #log: Log;
  #told = '';
  #warnedAt = -Infinity;

  constructor(log: Log) {
    this.#log = log;
  }

  tell(status: LicenceStatus, now: Date): void {
    this.#tellChange(status);
    if (!status.isExpiring) return;
    if (now.getTime() - this.#warnedAt < dayMs) return;
    this.#warnedAt = now.getTime();
    this.#log.warn(
      { source: status.source, expiresAt: status.licence?.expiresAt, daysLeft: status.daysLeft },
      'the licence ends soon',
    );
  }

  #tellChange({ source, licence, problem }: LicenceStatus): void {
    const facts = licence && {
      licenceId: licence.id,
      licensee: licence.licensee,
      organization: licence.organization,
      features: licence.features,
      expiresAt: timestamp(licence.expiresAt),
    };
    const told = JSON.stringify([source, facts, problem]);
    if (told === this.#told) return;
    this.#told = told;
    this.#warnedAt = -Infinity;
    if (problem !== null) this.#log.warn({ problem }, 'there is a problem with the licence');
    this.#log.info({ source, ...facts }, licence ? 'a licence is in force' : 'no licence is in force');
  }
}
