/**
 * The source of the health thread, in plain JavaScript because a worker thread of Node 20 cannot run TypeScript. It
 * shares two numbers with the main thread: when that last reported (in nanoseconds of the monotonic clock), and whether
 * it is ready.
 */
export const healthThread = String.raw`
'use strict';
const { createServer } = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');
const { host, port, shared, silentMs, metricsMs } = workerData;
const report = new BigInt64Array(shared);

const respond = (res, status, body, type = 'application/json; charset=utf-8') =>
  res.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store', ...(status === 503 && { 'Retry-After': '2' }) }).end(body);
const respondOk = (res) => respond(res, 200, '{"status":"ok"}');
const refuse = (res, statusCode, error, message) => respond(res, statusCode, JSON.stringify({ statusCode, error, message }));
const unavailable = (res, message) => refuse(res, 503, 'ServiceUnavailable', message);

const isSilent = () => process.hrtime.bigint() - Atomics.load(report, 0) > BigInt(silentMs) * 1000000n;

let waiting = [];
parentPort.on('message', (metrics) => {
  for (const { res, timer } of waiting) {
    clearTimeout(timer);
    if (metrics === undefined) unavailable(res, 'Metrics are not available yet.');
    else respond(res, 200, metrics, 'text/plain; version=0.0.4; charset=utf-8');
  }
  waiting = [];
});
const respondWithMetrics = (res) => {
  const one = { res, timer: setTimeout(() => {
    waiting = waiting.filter((other) => other !== one);
    unavailable(res, 'The server is busy and did not provide its metrics in time.');
  }, metricsMs) };
  waiting.push(one);
  if (waiting.length === 1) parentPort.postMessage('metrics');
};

const routes = {
  '/healthz': (res) => (isSilent() ? unavailable(res, 'The main thread has not reported for ' + silentMs + ' ms.') : respondOk(res)),
  '/readyz': (res) => (Atomics.load(report, 1) === 1n ? respondOk(res) : unavailable(res, 'The server is not ready: it is starting or stopping, or its database is unreachable.')),
  ...(workerData.hasMetrics && { '/metrics': respondWithMetrics }),
};
const server = createServer({ headersTimeout: 5000, requestTimeout: 5000 }, (req, res) => {
  const route = Object.hasOwn(routes, req.url) ? routes[req.url] : undefined;
  if (!route) refuse(res, 404, 'NotFound', 'Unknown path.');
  else if (req.method !== 'GET' && req.method !== 'HEAD') refuse(res.setHeader('Allow', 'GET, HEAD'), 405, 'MethodNotAllowed', 'Use GET or HEAD.');
  else route(res);
});
server.maxConnections = 1000;
server.once('error', ({ code, message }) => parentPort.postMessage({ code, message }));
server.listen(port, host, () => parentPort.postMessage({ port: server.address().port }));
`;
