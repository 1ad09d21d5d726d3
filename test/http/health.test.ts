import { expect } from 'chai';
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { HealthServer, type HealthOptions } from '../../src/http/health.ts';
import { createLog } from '../../src/platform/log.ts';
import { scratchFolder } from '../support/world/folders.ts';
import { freePort } from '../support/world/ports.ts';
import { sallyport, serve, waitForExit } from '../support/world/program.ts';

const status = async (port: number, path: string): Promise<number> =>
  (await fetch(`http://127.0.0.1:${port}${path}`)).status;

/** A client in its own thread: sends requests until the response has this status, then wakes the waiting thread. */
const clientThread = `
const { get } = require('node:http');
const { workerData: { url, wanted, shared } } = require('node:worker_threads');
const ask = () => get(url, (res) => {
  res.resume();
  if (res.statusCode !== wanted) return setTimeout(ask, 5);
  Atomics.store(shared, 0, res.statusCode);
  Atomics.notify(shared, 0);
}).on('error', () => setTimeout(ask, 5));
ask();
`;

/** Blocks this thread until the client thread has received this status. */
const blockUntil = async (url: string, wanted: number): Promise<void> => {
  const shared = new Int32Array(new SharedArrayBuffer(4));
  const client = new Worker(clientThread, { eval: true, execArgv: [], workerData: { url, wanted, shared } });
  await once(client, 'online');
  Atomics.wait(shared, 0, 0);
  expect(Atomics.load(shared, 0)).to.equal(wanted);
  await client.terminate();
};

describe('the health thread', () => {
  const started: HealthServer[] = [];
  const start = async (options: Partial<HealthOptions> = {}): Promise<HealthServer> => {
    const health = await HealthServer.start(
      { host: '127.0.0.1', port: 0, hasMetrics: false, ...options },
      createLog('silent'),
    );
    started.push(health);
    return health;
  };
  after(() => Promise.all(started.map((health) => health.close())));

  it('answers while the main thread is blocked, with the last state', async () => {
    const health = await start();
    const url = `http://127.0.0.1:${health.port}`;
    await blockUntil(`${url}/healthz`, 200);
    await blockUntil(`${url}/readyz`, 503);
    health.isReady = () => Promise.resolve(true);
    await health.report();
    await blockUntil(`${url}/readyz`, 200);
    health.isReady = () => Promise.reject(new Error('the database is away'));
    await health.report();
    await blockUntil(`${url}/readyz`, 503);
  });

  it('fails when the main thread has not reported for too long, and recovers', async () => {
    const health = await start({ silentMs: 1 });
    const url = `http://127.0.0.1:${health.port}/healthz`;
    await blockUntil(url, 503);
    const patient = await start({ silentMs: 600_000 });
    await patient.report();
    expect(await status(patient.port, '/healthz')).to.equal(200);
  });

  it('returns the metrics of the main thread, or 503 when it does not provide them in time', async () => {
    const patient = await start({ hasMetrics: true, metricsMs: 600_000 });
    patient.metrics = () => Promise.resolve('one 1\n');
    const answer = await fetch(`http://127.0.0.1:${patient.port}/metrics`);
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).to.deep.equal([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'one 1\n',
    ]);
    const { port } = await start({ hasMetrics: true, metricsMs: 50 });
    await blockUntil(`http://127.0.0.1:${port}/metrics`, 503);
    expect(await status((await start()).port, '/metrics')).to.equal(404);
  });

  it('answers no other requests', async () => {
    const { port } = await start();
    for (const path of ['/', '/api/status', '/healthz/', '/constructor'])
      expect(await status(port, path), path).to.equal(404);
    const refused = await fetch(`http://127.0.0.1:${port}/healthz`, { method: 'POST' });
    expect([refused.status, refused.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD']);
  });
});

describe('HEALTH_LISTEN', () => {
  it('opens a port for health and metrics, which reports when the server stops', async () => {
    const port = await freePort();
    const listen = `127.0.0.1:${port}`;
    const { child, url } = await serve({
      DATA_DIR: join(scratchFolder(), 'data'),
      HEALTH_LISTEN: listen,
      METRICS_LISTEN: listen,
      DRAIN_DELAY_MS: '600000',
    });
    expect(await status(port, '/healthz')).to.equal(200);
    while ((await status(port, '/readyz')) !== 200) expect((await fetch(`${url}/healthz`)).status).to.equal(200);
    expect(await (await fetch(`http://${listen}/metrics`)).text())
      .to.contain('sallyport_requests_total')
      .and.contain('sallyport_answer_bytes_waiting 0');

    const taken = await waitForExit(
      sallyport(['serve'], { DATA_DIR: join(scratchFolder(), 'data'), PORT: '0', HEALTH_LISTEN: listen }),
    );
    expect([taken.code, taken.err]).to.deep.equal([1, `Cannot listen on ${listen}: the port is in use.\n`]);

    child.kill('SIGTERM');
    while ((await status(port, '/readyz')) !== 503) expect(await status(port, '/healthz')).to.equal(200);
    expect(await status(port, '/healthz')).to.equal(200);
    child.kill('SIGTERM');
    await once(child, 'exit');
  });

  it('is closed with the server', async () => {
    const port = await freePort();
    const { child } = await serve({ DATA_DIR: join(scratchFolder(), 'data'), HEALTH_LISTEN: `127.0.0.1:${port}` });
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).to.equal(0);
  });
});
