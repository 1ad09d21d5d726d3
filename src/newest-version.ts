import packageJson from '../package.json' with { type: 'json' };
import type { Clock } from './platform/clock.ts';
import type { OutgoingClient } from './platform/outgoing/client.ts';
import { Unreachable } from './platform/refused.ts';

export interface VersionState {
  /** Whether the operator allows asking. */
  readonly isAllowed: boolean;
  /** Without a `v` at its beginning; null if it is not known. */
  readonly newest: string | null;
  readonly isNewer: boolean;
  readonly checkedAt: Date | null;
  /** Why the last request failed. */
  readonly problem: string | null;
}

const dayMs = 86_400_000;
const retryMs = 3_600_000;

const versionPattern = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(-[\dA-Za-z.-]{1,64})?$/;

/** Whether a version is newer than another one; a preliminary one is not. */
export const isNewerVersion = (newest: string, current: string): boolean => {
  const [one, other] = [newest, current].map((text) => versionPattern.exec(text));
  if (!one || !other || one[4] !== undefined) return false;
  for (const part of [1, 2, 3]) {
    const difference = Number(one[part]) - Number(other[part]);
    if (difference !== 0) return difference > 0;
  }
  return other[4] !== undefined;
};

const invalid = () =>
  new Unreachable('server_response_invalid', 'RELEASES_URL did not respond with the tag of a version, such as v1.2.3.');

const versionIn = (text: string): string => {
  let tag: unknown;
  try {
    tag = (JSON.parse(text) as { tag_name?: unknown } | null)?.tag_name;
  } catch {
    throw invalid();
  }
  if (typeof tag !== 'string' || !versionPattern.test(tag)) throw invalid();
  return tag.replace(/^v/, '');
};

interface Deps {
  readonly url: string | null;
  readonly clock: Clock;
  readonly outgoing: OutgoingClient;
}

/** Asks for the newest version of the program, at most once a day; the request says nothing about the server. */
export class NewestVersion {
  readonly #deps: Deps;
  #newest: string | null = null;
  #problem: string | null = null;
  #checkedAt: Date | null = null;
  #asking: Promise<void> | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async find(): Promise<VersionState> {
    const { url, clock } = this.#deps;
    if (url === null) return { isAllowed: false, newest: null, isNewer: false, checkedAt: null, problem: null };
    const age = this.#checkedAt ? Math.abs(clock.now().getTime() - this.#checkedAt.getTime()) : Infinity;
    if (age >= (this.#problem === null ? dayMs : retryMs)) {
      this.#asking ??= this.#ask(url).finally(() => (this.#asking = undefined));
      await this.#asking;
    }
    const newest = this.#newest;
    const isNewer = newest !== null && isNewerVersion(newest, packageJson.version);
    return { isAllowed: true, newest, isNewer, checkedAt: this.#checkedAt, problem: this.#problem };
  }

  async #ask(url: string): Promise<void> {
    const { clock, outgoing } = this.#deps;
    try {
      const headers = { 'User-Agent': 'sallyport' };
      const response = await outgoing.call({ url: new URL(url), who: 'RELEASES_URL', key: 'newest version', headers });
      if (response.status !== 200)
        throw new Unreachable('server_response_invalid', `RELEASES_URL responded with the status ${response.status}.`);
      this.#newest = versionIn(response.text);
      this.#problem = null;
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.#problem = error.message;
    }
    this.#checkedAt = clock.now();
  }
}
