import { isSecretName } from '../../formats/dotenv.ts';
import { renderJson, WrittenNumber } from './json.ts';
import type { Report } from './report.ts';
import { isObject, RefusedByVault, type VaultClient } from './vault-client.ts';
import type { VaultMount } from './vault-mounts.ts';

/** The keys of one path, as texts. */
export type VaultValues = ReadonlyMap<string, string>;

/** A path with its values, the oldest version first; the last one is the current one. */
export interface VaultPath {
  readonly path: string;
  readonly versions: readonly VaultValues[];
}

/** The most paths that are read of one mount. */
const maxPaths = 10_000;
const maxValue = 1_048_576;
const maxDepth = 32;
const folderName = /^[A-Za-z0-9_-]+$/;

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return value instanceof WrittenNumber ? value.text : renderJson(value);
};

interface Options {
  readonly report: Report;
  /** How many versions of each path are read. */
  readonly versions: number;
  readonly onPath: (path: string) => void;
}

/** Reads the secrets of a mount, and reports what cannot come along. */
export class VaultReader {
  readonly #client: VaultClient;
  readonly #mount: VaultMount;
  readonly #options: Options;

  constructor(client: VaultClient, mount: VaultMount, options: Options) {
    this.#client = client;
    this.#mount = mount;
    this.#options = options;
  }

  async read(): Promise<VaultPath[]> {
    const found: VaultPath[] = [];
    for (const path of await this.#paths()) {
      this.#options.onPath(this.#name(path));
      const versions = await this.#orReported(path, () => this.#versions(path));
      if (versions && versions.length > 0) found.push({ path, versions });
    }
    return found;
  }

  #name(path: string): string {
    return `${this.#mount.path}/${path}`;
  }

  #add(reason: string, path: string): void {
    this.#options.report.add(reason, this.#name(path));
  }

  /** All paths with secrets, in order: folders are listed one after the other. */
  async #paths(): Promise<string[]> {
    const paths: string[] = [];
    const folders = [''];
    for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
      const below = folder;
      for (const key of (await this.#orReported(folder, () => this.#list(below))) ?? []) {
        const path = `${folder}${key}`;
        const segments = path.split('/').filter(Boolean);
        if (!segments.every((segment) => folderName.test(segment)) || segments.length > maxDepth)
          this.#add('Paths that cannot be folders here (letters, digits, - and _, at most 32 levels)', path);
        else if (paths.length + folders.length >= maxPaths) this.#add(`More than ${maxPaths} paths in a mount`, path);
        else (key.endsWith('/') ? folders : paths).push(path);
      }
    }
    return paths.sort();
  }

  async #list(folder: string): Promise<string[]> {
    const { path: mount, version } = this.#mount;
    const base = version === 2 ? `${mount}/metadata` : mount;
    const { data } = await this.#client.call(`${base}/${folder}`, { query: { list: 'true' } });
    const keys = isObject(data) && Array.isArray(data.keys) ? data.keys : [];
    return keys.filter((key): key is string => typeof key === 'string' && key !== '' && key !== '/');
  }

  async #versions(path: string): Promise<VaultValues[]> {
    if (this.#mount.version === 1) {
      const { data } = await this.#client.call(this.#name(path));
      return [this.#valuesOf(path, data, { isCurrent: true })];
    }
    const current = await this.#readVersion(path);
    if (!current) return [];
    const earlier: VaultValues[] = [];
    for (const version of await this.#earlierVersions(path, current.version)) {
      const read = await this.#readVersion(path, version);
      if (read) earlier.push(read.values);
    }
    return [...earlier, current.values];
  }

  /** The numbers of the versions before the current one that are wanted, the oldest first. */
  async #earlierVersions(path: string, current: number): Promise<number[]> {
    if (this.#options.versions <= 1 || current <= 1) return [];
    const { data } = await this.#client.call(`${this.#mount.path}/metadata/${path}`);
    const facts = isObject(data) && isObject(data.versions) ? data.versions : {};
    return Object.entries(facts)
      .filter(([number, version]) => {
        const { destroyed, deletion_time: deletedAt } = isObject(version) ? version : {};
        return Number(number) < current && destroyed !== true && (deletedAt === '' || deletedAt === undefined);
      })
      .map(([number]) => Number(number))
      .sort((one, other) => one - other)
      .slice(-(this.#options.versions - 1));
  }

  async #readVersion(path: string, version?: number): Promise<{ version: number; values: VaultValues } | undefined> {
    const query: Record<string, string> = version === undefined ? {} : { version: String(version) };
    const isCurrent = version === undefined;
    try {
      const { data } = await this.#client.call(`${this.#mount.path}/data/${path}`, { query });
      const { data: values, metadata } = isObject(data) ? data : {};
      const number = isObject(metadata) && metadata.version instanceof WrittenNumber ? metadata.version.text : '1';
      return { version: Number(number), values: this.#valuesOf(path, values, { isCurrent }) };
    } catch (error) {
      if (!(error instanceof RefusedByVault && error.status === 404)) throw error;
      if (isCurrent) this.#add('Deleted in the source', path);
      return undefined;
    }
  }

  /** The values as texts; what cannot come along is reported for the current version only. */
  #valuesOf(path: string, data: unknown, { isCurrent }: { isCurrent: boolean }): VaultValues {
    const values = new Map<string, string>();
    const report = (reason: string, key: string): void => {
      if (isCurrent) this.#options.report.add(reason, `${this.#name(path)} ${key}`);
    };
    for (const [key, value] of Object.entries(isObject(data) ? data : {})) {
      const text = textOf(value);
      if (!isSecretName(key)) report('Keys that are not allowed as names here', key);
      else if (text.length > maxValue) report('Values that are too long', key);
      else {
        if (typeof value === 'object' && !(value instanceof WrittenNumber))
          report('Values that are not texts, which are imported as JSON', key);
        values.set(key, text);
      }
    }
    return values;
  }

  async #orReported<T>(path: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RefusedByVault)) throw error;
      if (error.status === 403) this.#add('What the token of the source may not read', path);
      // Nothing is there: an empty mount, or a path that was deleted meanwhile.
      else if (error.status !== 404) this.#options.report.fail(this.#name(path), error);
      return undefined;
    }
  }
}
