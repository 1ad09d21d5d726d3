import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getRawAsset, isSea } from 'node:sea';
import { fileURLToPath } from 'node:url';
import type Sqlite from 'better-sqlite3';
import Sqlite12 from 'better-sqlite3';
import Sqlite13 from 'better-sqlite3-13';
import BetterSqliteClient from 'knex/lib/dialects/better-sqlite3/index.js';
import { isBuilt } from '../../embedded.ts';
import { StartError } from '../../errors.ts';

// Two versions of one driver: 13 needs Node-API 10, which Node 20 does not have, and 12 aborts the process on Node 24
// when one of its objects is garbage-collected. Remove 12 together with the support for Node 20.
const isCompiled = Number(process.versions.napi) < 10;
const Driver = isCompiled ? Sqlite12 : Sqlite13;

const bindingName = 'better_sqlite3.node';

const load = (file: string): object => {
  const addon = { exports: {} };
  process.dlopen(addon, file);
  return addon.exports;
};

/** The function by which this version of Node starts a native module. */
const entryPoint = isCompiled ? `node_register_module_v${process.versions.modules}` : 'napi_register_module_v1';

/** Loads the file beside the program, unless it is for other versions of Node: Node 20 would crash. */
const loadBeside = (): object => {
  const file = join(dirname(fileURLToPath(import.meta.url)), bindingName);
  if (!readFileSync(file).includes(entryPoint))
    throw new StartError(
      `${file} is not for Node ${process.version}. Use the version of Node that built it, or build it again with this one (npm start, or npm run build).`,
    );
  return load(file);
};

/** Writes the native module to a temporary file, because the system cannot load it from inside of the program. */
const loadAsset = (): object => {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-'));
  try {
    const file = join(folder, bindingName);
    writeFileSync(file, new Uint8Array(getRawAsset(bindingName) as ArrayBuffer), { mode: 0o600 });
    return load(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const loadBuilt = (): object => (isSea() ? loadAsset() : loadBeside());

let binding: object | undefined;

/** The native module: of a built program beside or inside of it, otherwise the one of the package. */
const withBinding = (): { nativeBinding?: string } =>
  isBuilt ? { nativeBinding: (binding ??= loadBuilt()) as unknown as string } : {};

export const openSqliteFile = (file: string, options: Sqlite.Options): Sqlite.Database =>
  new Driver(file, { ...options, ...withBinding() });

/** Knex's own client on the same driver, for migrations. */
export class SqliteClient extends BetterSqliteClient {
  override _driver(): typeof Sqlite {
    return Driver;
  }
}

/** The connection settings of that client. */
export const sqliteConnection = (filename: string): object => ({ filename, options: withBinding() });
