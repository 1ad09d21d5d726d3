import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** Whether version 13 of the driver, which includes its binding, can be used with this Node-API. */
export const hasPrebuiltBinding = (napi = process.versions.napi) => Number(napi) >= 10;

/** The native binding of SQLite for a Node with this Node-API: version 13 includes it, version 12 compiled it. */
export const bindingFor = (napi) => {
  if (!hasPrebuiltBinding(napi))
    return join(dirname(require.resolve('better-sqlite3/package.json')), 'build', 'Release', 'better_sqlite3.node');
  const libc =
    process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime
      ? 'linuxmusl'
      : process.platform;
  return join(dirname(require.resolve('better-sqlite3-13/package.json')), 'prebuilds', `${libc}-${process.arch}.node`);
};
