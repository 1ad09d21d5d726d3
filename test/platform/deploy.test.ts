import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { settings } from '../../src/settings.ts';

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

describe('the chart for Kubernetes', () => {
  const chart = ['scripts', 'deploy', 'helm', 'sallyport'];

  it('has the version of the program', () => {
    const { version, appVersion } = parse(read(...chart, 'Chart.yaml')) as Record<string, string>;
    expect({ version, appVersion }).to.deep.equal({ version: packageJson.version, appVersion: packageJson.version });
  });

  it('accepts every setting of the server that it does not set itself', () => {
    const own = [
      'HOST',
      'PORT',
      'TLS_CERT',
      'TLS_KEY',
      'CLIENT_CERT_PORT',
      'DATA_DIR',
      'DATABASE_URL',
      'ROOT_KEY',
      'METRICS_LISTEN',
      'HEALTH_LISTEN',
    ];
    const { properties } = JSON.parse(read(...chart, 'values.schema.json'));
    expect(properties.settings.propertyNames.enum).to.deep.equal(
      Object.keys(settings).filter((name) => !own.includes(name)),
    );
  });
});
