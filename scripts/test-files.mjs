// Lists the test files, selects them by name, and sorts them for a run.
import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { filesBelow, root } from './setup.mjs';

/**
 * The slowest files, the slowest first: if one of them started last, one processor would be busy while the others are
 * idle. A missing name costs only time.
 */
const slowest = [
  'platform/one-file.test.ts',
  'contract/successful-requests.test.ts',
  'contract/values-in-responses.test.ts',
  'clients/guides.test.ts',
  'console/environment.test.ts',
  'faults/kills.test.ts',
  'console/certificates.test.ts',
  'platform/crash.test.ts',
  'console/folder-tools.test.ts',
  'console/second-factor.test.ts',
  'console/secret-details.test.ts',
  'console/access.test.ts',
  'platform/start.test.ts',
  'cli/reset-password.test.ts',
  'http/openapi-validator/differential.test.ts',
  'console/settings.test.ts',
  'cli/sallyport.test.ts',
  'pages/docs.test.ts',
  'secrets/secrets/canaries.test.ts',
  'cli/doctor.test.ts',
  'platform/pki.test.ts',
  'contract/random.test.ts',
  'contract/late-bodies.test.ts',
  'events/model.test.ts',
  'platform/concurrency/model.test.ts',
  'platform/failover.test.ts',
  'identity/oidc-auth/providers.test.ts',
];

const pathOf = (file) => relative(join(root, 'test'), file).split(sep).join('/');

export const testFiles = () => filesBelow('test').filter((file) => file.endsWith('.test.ts'));

/** Sorts the slowest files first, then those outside of modules, which are slower than those of modules. */
export const inOrder = (files) => {
  const rank = (file) => {
    const path = pathOf(file);
    const position = slowest.indexOf(path);
    if (position >= 0) return position;
    return existsSync(join(root, 'openapi', path.split('/')[0])) ? slowest.length + 1 : slowest.length;
  };
  return [...files].sort((a, b) => rank(a) - rank(b));
};

/** The Levenshtein distance of two words. */
const distance = (one, other) => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, against] of [...other].entries())
      next.push(Math.min(next[j] + 1, row[j + 1] + 1, row[j] + (letter === against ? 0 : 1)));
    row = next;
  }
  return row[other.length];
};

/** The five most similar names of areas, modules and files. */
const namesLike = (name, files) => {
  const names = new Set(files.flatMap((file) => pathOf(file).replace('.test.ts', '').split('/')));
  return [...names]
    .map((candidate) => ({ candidate, score: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.score - b.score)
    .slice(0, 5)
    .map(({ candidate }) => candidate);
};

const hasIn = (file, name) => `test/${pathOf(file)}`.includes(name);

/** The files whose path contains one of these names. */
export const selectFiles = (names, files = testFiles()) => {
  for (const name of names) {
    if (files.some((file) => hasIn(file, name))) continue;
    throw new Error(`no test file has '${name}' in its path; similar names: ${namesLike(name, files).join(', ')}`);
  }
  return files.filter((file) => names.some((name) => hasIn(file, name)));
};

/**
 * Returns the start of the paths of the tests for a changed file: its module, or else its test folder. Undefined if
 * there are none.
 */
export const nameFor = (changed, files = testFiles()) => {
  const [top, ...rest] = changed.split(sep);
  const parts = top === 'src' && rest[0] === 'resources' ? rest.slice(1) : rest;
  const isModule = existsSync(join(root, 'openapi', parts[0] ?? ''));
  const name =
    changed.endsWith('.test.ts') && !isModule ? parts.join('/') : `${parts.slice(0, isModule ? 2 : 1).join('/')}/`;
  return parts.length > 1 && files.some((file) => pathOf(file).startsWith(name)) ? name : undefined;
};
