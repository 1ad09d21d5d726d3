// `npm run test:clients [-- --only NAME,...]`: installs released clients of Infisical from the package registries into
// .clients/, unmodified, and runs each against the built server. Prints which operations worked, and fails if one that
// scripts/clients/expected.json lists did not.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startApiServer } from './clients/api-server.mjs';
import { clients } from './clients/clients.mjs';
import { addBystanders, administrator, newFixture } from './clients/fixture.mjs';
import { startIssuer } from './clients/issuer.mjs';
import { linesOf } from './clients/program.mjs';
import { failureLines, hasRegression, rowsOf, summary, table, unavailable } from './clients/report.mjs';
import { callerOf, startServer } from './live-server.mjs';
import { ensureReady } from './setup.mjs';

const expected = JSON.parse(readFileSync(new URL('clients/expected.json', import.meta.url), 'utf8'));

/** A name selects the client of that name, and all that start with it: `node` selects node-3 and node-5. */
const selected = (only) => {
  const wanted = only?.split(',') ?? [];
  const isNamed = (client, name) => client.name === name || client.name.startsWith(`${name}-`);
  const unknown = wanted.filter((name) => !clients.some((client) => isNamed(client, name)));
  if (unknown.length > 0)
    throw new Error(`unknown client: ${unknown.join(', ')} (known: ${clients.map(({ name }) => name).join(', ')})`);
  return wanted.length === 0 ? clients : clients.filter((client) => wanted.some((name) => isNamed(client, name)));
};

/** Why a client cannot be run here; undefined if it is installed. */
const problemOf = (client) => {
  const absent = client.missing();
  if (absent.length > 0) return `not installed: ${absent.join(', ')}`;
  console.error(`${client.name} ${client.version}: installing ...`);
  try {
    client.install();
    return undefined;
  } catch (error) {
    return error.message;
  }
};

const runClient = async (client, site, scratch) => {
  console.error(`${client.name} ${client.version}: running ...`);
  const fixture = await newFixture(site, client.name);
  const folder = mkdtempSync(join(scratch, `${client.name}-`));
  return rowsOf(
    client,
    await linesOf(client.program({ fixture, folder }), { ...fixture, HOME: folder }),
    expected[client.name],
  );
};

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const scratch = mkdtempSync(join(tmpdir(), 'sallyport-clients-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
try {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const wanted = selected(values.only);
  await ensureReady();
  // All are installed before the server starts, because the installations block this process.
  const problems = new Map(wanted.map((client) => [client, problemOf(client)]));
  const { url, stop } = await startServer(join(scratch, 'data'), { ALLOW_HOSTS: '127.0.0.1' });
  const instance = await callerOf(url)('POST', '/api/v1/admin/bootstrap', administrator);
  const call = callerOf(url, instance.identity.credentials.token);
  const [issuer, apiServer] = [await startIssuer(), await startApiServer()];
  const site = { url, instance, issuer, apiServer, post: (path, body) => call('POST', path, body) };
  await addBystanders(site.post);
  const rows = [];
  for (const [client, problem] of problems)
    rows.push(...(problem === undefined ? await runClient(client, site, scratch) : [unavailable(client, problem)]));
  await stop();
  console.log(`${table(rows)}\n\n${summary(rows)}`);
  for (const line of failureLines(rows)) console.error(line);
  process.exitCode = hasRegression(rows) ? 1 : 0;
} catch (error) {
  console.error(`FAILED  clients: ${error.message}`);
  process.exitCode = 1;
}
process.exit();
