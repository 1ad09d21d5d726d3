// A separate process that requests the status and one secret of a server every 20 ms over a warm connection, and
// records the latencies. A separate process, so that the work of the attacker does not count as latency. Its parent
// ends it.
import { Connection } from './connection.mjs';
import { pause } from './processes.mjs';

const everyMs = 20;

const ask = async (connection, { url, token, path }, waits, failures) => {
  const started = performance.now();
  const status = await connection.send(url, token, 'GET', path).then(
    (answer) => answer.status,
    (error) => error.message,
  );
  waits.push(performance.now() - started);
  if (status !== 200) failures.push(`${path.split('?')[0]}: ${status}`);
};

const main = async ({ url, token, secretPath }) => {
  const connection = new Connection();
  const targets = [
    { url, path: '/api/status' },
    { url, token, path: secretPath },
  ];
  const [waits, failures] = [[], []];
  let isOver = false;
  let lastReport = 0;
  process.on('message', (message) => {
    if (message === 'reset') lastReport = waits.length;
    if (message === 'end') isOver = true;
  });
  for (const target of targets) await ask(connection, target, [], failures);
  process.send({ isWarm: true });
  while (!isOver) {
    const next = performance.now() + everyMs;
    for (const target of targets) await ask(connection, target, waits, failures);
    await pause(Math.max(0, next - performance.now()));
  }
  process.send({ quiet: waits.slice(0, lastReport), waits: waits.slice(lastReport), failures }, () => process.exit());
};

process.once('message', (order) => void main(order));
