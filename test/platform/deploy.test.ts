import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');

/** A pattern of .dockerignore, which also matches everything below what it matches. */
const toExpression = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replaceAll(/[.+^$()|]/g, String.raw`\$&`)
      .replaceAll('**/', '<any>')
      .replaceAll('*', '[^/]*')
      .replaceAll('<any>', '(.*/)?')}(/|$)`,
  );

/** The last pattern that matches decides, as Docker and Podman do it. */
const isIgnored = (file: string): boolean =>
  read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .reduce(
      (ignored, line) => (toExpression(line.replace('!', '')).test(file) ? !line.startsWith('!') : ignored),
      false,
    );

describe('the build of the image', () => {
  for (const file of [
    'data/root.key',
    'data/sallyport.db',
    'elsewhere/root.key',
    'src/data/root.key',
    'scripts/sallyport.db-wal',
    'keys/licence-private.pem',
    'src/key.pem',
    '.env',
    'scripts/.env.local',
    'scripts/deploy/.env',
    'first-login.txt',
    '.git/config',
    'node_modules/esbuild/package.json',
    'dist/sallyport.cjs',
  ])
    it(`does not see ${file}`, () => expect(isIgnored(file)).to.equal(true));

  for (const file of [
    '.npmrc',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'generated/openapi.json',
    'migrations/index.ts',
    'scripts/build.mjs',
    'scripts/loader.cjs',
    'src/console/main.tsx',
    'src/http/pages/guides/operations.md',
  ])
    it(`sees ${file}`, () => expect(isIgnored(file)).to.equal(false));
});
