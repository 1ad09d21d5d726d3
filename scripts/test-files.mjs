// Which files hold tests, which of them a name means, and in which order they run.
import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { filesBelow, root } from './setup.mjs';

/**
 * The files that take longest, the longest first: one of them started last would keep one processor busy while the
 * others have nothing left to do. A name that is missing here costs nothing but time.
 */
const slowest = [
  'contract/audit.test.ts',
  'cli/reset-password.test.ts',
  'contract/random.test.ts',
  'platform/crash.test.ts',
  'platform/failover.test.ts',
  'faults/kills.test.ts',
  'access/permission-boundary.test.ts',
  'access/ability.test.ts',
  'platform/pki.test.ts',
  'pages/docs.test.ts',
  'cli/sallyport.test.ts',
  'identity/oidc-auth/providers.test.ts',
  'certificates/certificates/issueCertificate.test.ts',
  'certificates/certificates/in-use.test.ts',
  'secrets/secrets/canaries.test.ts',
  'events/model.test.ts',
  'cli/doctor.test.ts',
  'cli/licence.test.ts',
];

const pathOf = (file) => relative(join(root, 'test'), file).split(sep).join('/');

export const testFiles = () => filesBelow('test').filter((file) => file.endsWith('.test.ts'));

/** The longest first, then what is not in a module, which takes longer than what is. */
export const inOrder = (files) => {
  const rank = (file) => {
    const path = pathOf(file);
    const place = slowest.indexOf(path);
    if (place >= 0) return place;
    return existsSync(join(root, 'openapi', path.split('/')[0])) ? slowest.length + 1 : slowest.length;
  };
  return [...files].sort((a, b) => rank(a) - rank(b));
};

/** How many letters have to change to make one of the other. */
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

/** The areas, modules and files whose names are most like this one. */
const namesLike = (name, files) => {
  const names = new Set(files.flatMap((file) => pathOf(file).replace('.test.ts', '').split('/')));
  return [...names]
    .map((known) => ({ known, score: distance(name.toLowerCase(), known.toLowerCase()) }))
    .sort((a, b) => a.score - b.score)
    .slice(0, 5)
    .map(({ known }) => known);
};

/** The files whose path below `test` contains one of these names. */
export const selectFiles = (names, files = testFiles()) => {
  for (const name of names) {
    if (files.some((file) => pathOf(file).includes(name))) continue;
    throw new Error(`no test file has '${name}' in its path; similar names: ${namesLike(name, files).join(', ')}`);
  }
  return files.filter((file) => names.some((name) => pathOf(file).includes(name)));
};

/**
 * The part of the paths of the tests that a changed file concerns: its module, or else its folder of tests. None if
 * there are no such tests.
 */
export const nameFor = (changed, files = testFiles()) => {
  const [top, ...rest] = changed.split(sep);
  const parts = top === 'src' && rest[0] === 'resources' ? rest.slice(1) : rest;
  const isModule = existsSync(join(root, 'openapi', parts[0] ?? ''));
  const name =
    changed.endsWith('.test.ts') && !isModule ? parts.join('/') : `${parts.slice(0, isModule ? 2 : 1).join('/')}/`;
  return parts.length > 1 && files.some((file) => pathOf(file).startsWith(name)) ? name : undefined;
};
