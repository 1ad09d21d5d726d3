// Graceful stops with 30 busy connections. A client that honours `Connection: close` never gets a reset, clients that
// connect in the first moments of a stop are served, and the audit log has every answered read.
import { Agent, request } from 'node:http';
import { callerOf } from '../connection.mjs';
import { entriesOf } from '../observe.mjs';
import { pause, randomBetween, startServer } from '../processes.mjs';
import { untilReady } from '../ready.mjs';
import { sqliteStorage } from '../storage.mjs';
import { startTarget } from '../target.mjs';

const stops = 20;
const connections = 30;
const drainMs = 1000;

const get = (agent, url, token = '') =>
  new Promise((resolve) => {
    const sent = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume();
      response.once('error', (error) => resolve({ error: error.code ?? error.message }));
      response.once('end', () =>
        resolve({
          status: response.statusCode,
          requestId: response.headers['x-request-id'],
          isLast: response.headers.connection === 'close',
        }),
      );
    });
    sent.once('error', (error) => resolve({ error: error.code ?? error.message }));
    sent.end();
  });

/** Sends requests over one connection until the server closes it. */
const keepBusy = async (url, token, seen) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const { error, status, requestId, isLast } = await get(agent, url, token);
    if (error) seen.problems.push(`lost: a request on a busy connection ended with ${error}`);
    else if (status !== 200) seen.problems.push(`wrong: a request on a busy connection got status ${status}`);
    else seen.reads.push(requestId);
    if (error || isLast) return agent.destroy();
  }
};

/** Connects during the stop: connections are served for a while, and /readyz is 503. */
const connectAnew = async (url, seen) => {
  let readiness;
  for (const end = Date.now() + drainMs * 0.7; Date.now() < end; await pause(50)) {
    const { error, status } = await get(false, `${url}/api/status`);
    if (status !== 200) seen.problems.push(`lost: a new connection during a stop ended with ${error ?? status}`);
    readiness = (await get(false, `${url}/readyz`)).status;
  }
  if (readiness !== 503) seen.problems.push(`wrong: /readyz was ${readiness} during a stop`);
};

const stopOnce = async (storage, { token, secretPath }, seen) => {
  const server = await startServer(storage);
  await untilReady([server]);
  const busy = Array.from({ length: connections }, () => keepBusy(server.url + secretPath, token, seen));
  await pause(randomBetween(200, 800));
  const exited = server.stop();
  await connectAnew(server.url, seen);
  await Promise.all(busy);
  const code = await exited;
  if (code !== 0) seen.problems.push(`wrong: a stop ended with ${code}`);
};

/** Answered reads that are missing in the audit log. */
const unrecorded = async (storage, { token }, since, { reads }) => {
  const server = await startServer(storage);
  const recorded = new Set(
    (await entriesOf(callerOf(server.url, token), ['get-secret'], since)).map(({ requestId }) => requestId),
  );
  await server.kill();
  return reads.filter((requestId) => !recorded.has(requestId)).length;
};

const stopRepeatedly = async ({ progress }) => {
  const storage = { ...sqliteStorage(), DRAIN_DELAY_MS: String(drainMs) };
  const target = await startTarget(storage);
  await target.stop();
  const since = Date.now();
  const seen = { reads: [], problems: [] };
  for (let count = 1; count <= stops; count += 1) {
    await stopOnce(storage, target, seen);
    progress(`stop ${count} of ${stops}: ${seen.reads.length} answered, ${seen.problems.length} problems`);
  }
  const missing = await unrecorded(storage, target, since, seen);
  if (missing > 0) seen.problems.push(`lost: the audit log has no entry of ${missing} of ${seen.reads.length} reads`);
  return {
    done: `${stops} stops with ${connections} busy connections`,
    acknowledged: seen.reads.length,
    inDoubt: 0,
    problems: seen.problems,
  };
};

export const scenarios = [{ name: 'graceful stops', on: 'sqlite', run: stopRepeatedly }];
