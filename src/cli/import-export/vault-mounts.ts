import { UsageError } from '../usage.ts';
import { isObject, RefusedByVault, type VaultClient } from './vault-client.ts';

/** A place of secrets in a server with Vault's API. */
export interface VaultMount {
  /** Without slashes around it. */
  readonly path: string;
  readonly version: 1 | 2;
}

const trimmed = (path: string): string => path.replace(/^\/+|\/+$/g, '');

/** Reads `PATH`, or `PATH:1` and `PATH:2` with the version of its KV engine. */
export const readMountOption = (text: string): { path: string; version: 1 | 2 | undefined } => {
  const [, path = '', version] = /^(.*?)(?::([12]))?$/s.exec(text) ?? [];
  if (trimmed(path) === '') throw new UsageError('--mount must be the path of a mount, such as secret or secret:1.');
  return { path: trimmed(path), version: version === undefined ? undefined : version === '2' ? 2 : 1 };
};

const versionOf = (facts: unknown): 1 | 2 | undefined => {
  if (!isObject(facts) || (facts.type !== 'kv' && facts.type !== 'generic')) return undefined;
  return isObject(facts.options) && facts.options.version === '2' ? 2 : 1;
};

/** All mounts with secrets that the token may see. */
const listMounts = async (client: VaultClient): Promise<VaultMount[]> => {
  const { data } = await client.call('sys/internal/ui/mounts').catch((error: unknown) => {
    throw error instanceof RefusedByVault
      ? new UsageError(`The source does not list its mounts. Name them with --mount.`, { cause: error })
      : error;
  });
  const secret = isObject(data) && isObject(data.secret) ? data.secret : {};
  const mounts = Object.entries(secret).flatMap(([path, facts]) => {
    const version = versionOf(facts);
    return version === undefined ? [] : [{ path: trimmed(path), version }];
  });
  if (mounts.length === 0)
    throw new UsageError('The token of the source may see no mount of the type kv. Name one with --mount.');
  return mounts.sort((one, other) => (one.path < other.path ? -1 : 1));
};

const findMount = async (client: VaultClient, path: string): Promise<VaultMount> => {
  const { data } = await client.call(`sys/internal/ui/mounts/${path}`).catch((error: unknown) => {
    throw error instanceof RefusedByVault
      ? new UsageError(
          `The source has no mount ${path} that the token may see. If it is there, give its version with --mount ${path}:1 or ${path}:2.`,
          { cause: error },
        )
      : error;
  });
  const version = versionOf(data);
  if (version === undefined) throw new UsageError(`The mount ${path} of the source is not of the type kv.`);
  return { path, version };
};

/** The mounts that were named, or all. */
export const findMounts = async (client: VaultClient, named: readonly string[]): Promise<VaultMount[]> => {
  if (named.length === 0) return listMounts(client);
  const mounts: VaultMount[] = [];
  for (const { path, version } of named.map(readMountOption))
    mounts.push(version === undefined ? await findMount(client, path) : { path, version });
  return mounts;
};
