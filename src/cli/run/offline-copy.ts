import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { nameForCredential, openWithCredential, sealWithCredential } from '../../platform/crypto/credential-sealing.ts';
import { StartError } from '../../platform/errors.ts';
import type { Variables } from './variables.ts';

const format = 'sallyport-offline-copy';

/** How long a copy is used: meanwhile, nobody can end the access of its holder. */
const maxAgeMs = 7 * 86_400_000;

/** What a copy is of. */
export interface CopySubject {
  readonly url: string;
  readonly project: string;
  readonly environment: string;
  readonly path: string;
}

export interface CopiedVariables {
  readonly variables: Variables;
  readonly savedAt: Date;
}

const folder = (): string => {
  const { XDG_CACHE_HOME: cache = '' } = process.env;
  return join(isAbsolute(cache) ? cache : join(homedir(), '.cache'), 'sallyport', 'offline');
};

const contextOf = ({ url, project, environment, path }: CopySubject): string =>
  `${format}/1:${JSON.stringify([url, project, environment, path])}`;

interface Sealed {
  readonly salt?: unknown;
  readonly data?: unknown;
}

/**
 * The variables of the last run, in a file that only its owner may read, encrypted with a key that is derived from the
 * credential: without the token, the session or the client secret that read them, nobody can decrypt them.
 */
export class OfflineCopy {
  readonly #credential: string;
  readonly #context: string;
  readonly #file: string;

  constructor(credential: string, subject: CopySubject) {
    this.#credential = credential;
    this.#context = contextOf(subject);
    this.#file = join(folder(), `${nameForCredential(credential, this.#context)}.json`);
  }

  /** Replaces the copy, and removes those that are too old to be used. */
  write(variables: Variables, now: Date): void {
    const plaintext = Buffer.from(JSON.stringify({ savedAt: now.toISOString(), variables }));
    const { salt, data } = sealWithCredential(this.#credential, plaintext, this.#context);
    const text = JSON.stringify({ format, version: 1, salt: salt.toString('base64'), data: data.toString('base64') });
    const temporary = `${this.#file}.${process.pid}`;
    try {
      mkdirSync(folder(), { recursive: true, mode: 0o700 });
      chmodSync(folder(), 0o700);
      this.#removeOld(now);
      rmSync(temporary, { force: true });
      writeFileSync(temporary, `${text}\n`, { mode: 0o600, flag: 'wx' });
      renameSync(temporary, this.#file);
    } catch (cause) {
      throw new StartError(`The copy for --offline cannot be written to ${this.#file}.`, { cause });
    }
  }

  /** Returns the copy; undefined if there is none that can be decrypted and used. */
  read(now: Date): CopiedVariables | undefined {
    try {
      const { salt, data } = JSON.parse(readFileSync(this.#file, 'utf8')) as Sealed;
      const sealed = { salt: Buffer.from(String(salt), 'base64'), data: Buffer.from(String(data), 'base64') };
      const plaintext = openWithCredential(this.#credential, sealed, this.#context).toString();
      const { savedAt, variables } = JSON.parse(plaintext) as { savedAt: string; variables: Variables };
      const age = now.getTime() - Date.parse(savedAt);
      return age <= maxAgeMs ? { variables, savedAt: new Date(savedAt) } : undefined;
    } catch {
      return undefined;
    }
  }

  remove(): void {
    rmSync(this.#file, { force: true });
  }

  #removeOld(now: Date): void {
    for (const name of readdirSync(folder())) {
      const file = join(folder(), name);
      if (now.getTime() - statSync(file).mtimeMs > maxAgeMs) rmSync(file, { force: true });
    }
  }
}
