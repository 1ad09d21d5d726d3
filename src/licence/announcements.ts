import { timestamp } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { LicenceStatus } from './status.ts';

const dayMs = 86_400_000;

/** Logs the active licence at the start and after every change, and a daily warning before it expires. */
export class Announcements {
  readonly #log: Log;
  #logged = '';
  #warnedAt = -Infinity;

  constructor(log: Log) {
    this.#log = log;
  }

  update(status: LicenceStatus, now: Date): void {
    this.#logChange(status);
    if (!status.isExpiring) return;
    if (now.getTime() - this.#warnedAt < dayMs) return;
    this.#warnedAt = now.getTime();
    this.#log.warn(
      { source: status.source, expiresAt: status.licence?.expiresAt, daysLeft: status.daysLeft },
      'licence expires soon',
    );
  }

  #logChange({ source, licence, problem }: LicenceStatus): void {
    const facts = licence && {
      licenceId: licence.id,
      licensee: licence.licensee,
      organization: licence.organization,
      features: licence.features,
      expiresAt: timestamp(licence.expiresAt),
    };
    const logged = JSON.stringify([source, facts, problem]);
    if (logged === this.#logged) return;
    // Nobody has to do anything about the first licence of a server that has no file.
    const level = source === 'file' || this.#logged !== '' ? 'info' : 'debug';
    this.#logged = logged;
    this.#warnedAt = -Infinity;
    if (problem !== null) this.#log.warn({ problem }, 'licence problem');
    this.#log[level]({ source, ...facts }, licence ? 'licence active' : 'no active licence');
  }
}
