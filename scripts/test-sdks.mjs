// `npm run test:sdks [language ...]`: generates a client from the contract in each language, compiles it, and lets a program that is written with it
// work with privileges on the built server. Generators come from the registries of their languages, into .sdks/.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { languages } from './sdks/languages.mjs';
import { ensureBuilt, ensureGenerated, ensureInstalled, root } from './setup.mjs';

const startServer = async (dataDir) => {
  const server = spawn(process.execPath, [join(root, 'dist', 'sallyport.cjs'), 'serve'], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  process.once('exit', () => server.kill('SIGKILL'));
  const url = await new Promise((resolve, reject) => {
    let said = '';
    server.stderr.on('data', (chunk) => {
      said += chunk;
      const found = /Sallyport is at (\S+) /.exec(said)?.[1];
      if (found) resolve(found);
    });
    server.once('exit', () => reject(new Error(`the server did not start: ${said}`)));
  });
  return { url, stop: () => server.kill('SIGTERM') };
};

const callerOf = (url) => async (path, token, body) => {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${answer.message}`);
  return answer;
};

/** A machine that administers a project, and another one in it: privileges are given to that one. As the programs read it from their environment. */
const newSetting = async (call, token, name) => {
  const newIdentity = async (role) => (await call('/api/v1/identities', token, { name: `${role} of ${name}`, role })).identity.id;
  const [machine, identityId] = [await newIdentity('member'), await newIdentity('no-access')];
  const { identityUniversalAuth } = await call(`/api/v1/auth/universal-auth/identities/${machine}`, token, {});
  const { clientSecret } = await call(`/api/v1/auth/universal-auth/identities/${machine}/client-secrets`, token, {});
  const { project } = await call('/api/v1/projects', token, { projectName: name });
  await call(`/api/v1/projects/${project.id}/memberships/identities/${machine}`, token, { role: 'admin' });
  await call(`/api/v1/projects/${project.id}/memberships/identities/${identityId}`, token, { role: 'no-access' });
  return { CLIENT_ID: identityUniversalAuth.clientId, CLIENT_SECRET: clientSecret, PROJECT_ID: project.id, IDENTITY_ID: identityId };
};

const tried = { ok: 0, skipped: 0, FAILED: 0 };
const note = (result, name, why) => {
  tried[result] += 1;
  console.log(`${result.padEnd(8)}${name} (${why})`);
};

const tryLanguage = async ({ name, missing, build, program }, { url, call, token }) => {
  const absent = missing();
  if (absent.length > 0) return note('skipped', name, `not found here: ${absent.join(', ')}`);
  const started = performance.now();
  try {
    build();
    program({ SALLYPORT_URL: url, ...(await newSetting(call, token, name)) });
    note('ok', name, `${((performance.now() - started) / 1000).toFixed(1)} s`);
  } catch (error) {
    note('FAILED', name, error.message);
  }
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !languages.some((language) => language.name === name));
const scratch = mkdtempSync(join(tmpdir(), 'sallyport-sdks-'));
try {
  if (unknown.length > 0) throw new Error(`no such language: ${unknown.join(', ')}`);
  ensureInstalled();
  ensureGenerated();
  ensureBuilt();
  const { url, stop } = await startServer(scratch);
  const call = callerOf(url);
  const { identity } = await call('/api/v1/admin/bootstrap', '', { email: 'sdks@example.com', password: 'only for these programs', organization: 'Clients' });
  for (const language of languages) {
    if (wanted.length === 0 || wanted.includes(language.name)) await tryLanguage(language, { url, call, token: identity.credentials.token });
  }
  stop();
} catch (error) {
  note('FAILED', 'set-up', error.message);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

console.log(`${tried.ok} passed, ${tried.skipped} skipped, ${tried.FAILED} failed`);
process.exitCode = tried.FAILED > 0 ? 1 : 0;
