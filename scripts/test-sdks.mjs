// `npm run test:sdks [name ...]`: generates a client from the contract in each language, compiles it, and runs a program
// that uses it to manage privileges on the built server. Clients of more generators, with their default settings, are only
// compiled. Generators are installed from the registries of their
// languages into .sdks/.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callerOf, newMachine, startServer } from './live-server.mjs';
import { languages } from './sdks/languages.mjs';
import { ensureReady } from './setup.mjs';

/**
 * Creates a machine identity that administers a project, and another member that gets privileges. Returns the
 * environment variables that the programs read.
 */
const newFixture = async (post, name) => {
  const machine = await newMachine(post, `member of ${name}`, 'member');
  const { identity: other } = await post('/api/v1/identities', { name: `no-access of ${name}`, role: 'no-access' });
  const { project } = await post('/api/v1/projects', { projectName: name });
  await post(`/api/v1/projects/${project.id}/memberships/identities/${machine.id}`, { role: 'admin' });
  await post(`/api/v1/projects/${project.id}/memberships/identities/${other.id}`, { role: 'no-access' });
  return {
    CLIENT_ID: machine.clientId,
    CLIENT_SECRET: machine.clientSecret,
    PROJECT_ID: project.id,
    IDENTITY_ID: other.id,
  };
};

const counts = { ok: 0, skipped: 0, FAILED: 0 };
const report = (result, name, why) => {
  counts[result] += 1;
  console.log(`${result.padEnd(8)}${name} (${why})`);
};

const testLanguage = async ({ name, missing, build, program }, { url, post }) => {
  const absent = missing();
  if (absent.length > 0) return report('skipped', name, `not installed: ${absent.join(', ')}`);
  const started = performance.now();
  try {
    build();
    program?.({ SALLYPORT_URL: url, ...(await newFixture(post, name)) });
    report('ok', name, `${((performance.now() - started) / 1000).toFixed(1)} s`);
  } catch (error) {
    report('FAILED', name, error.message);
  }
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !languages.some((language) => language.name === name));
const scratch = mkdtempSync(join(tmpdir(), 'sallyport-sdks-'));
try {
  if (unknown.length > 0) throw new Error(`unknown language: ${unknown.join(', ')}`);
  await ensureReady();
  const { url, stop } = await startServer(scratch);
  const { identity } = await callerOf(url)('POST', '/api/v1/admin/bootstrap', {
    email: 'sdks@example.com',
    password: 'for SDK tests only',
    organization: 'Clients',
  });
  const call = callerOf(url, identity.credentials.token);
  const post = (path, body) => call('POST', path, body);
  for (const language of languages) {
    if (wanted.length === 0 || wanted.includes(language.name)) await testLanguage(language, { url, post });
  }
  await stop();
} catch (error) {
  report('FAILED', 'set-up', error.message);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

console.log(`${counts.ok} passed, ${counts.skipped} skipped, ${counts.FAILED} failed`);
process.exitCode = counts.FAILED > 0 ? 1 : 0;
