// A process of its own that asks a server for its status and for one secret every 20 ms over a warm connection, and
// notes how long each took. In a process of its own, so that the attacker's work does not count as waiting. Its parent
// says when it ends.
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
