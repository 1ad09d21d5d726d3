// 500 busy connections: requests for /healthz and /readyz on HEALTH_LISTEN, each over a new connection, do not wait for
// them.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { aims } from '../measure.mjs';
import { killOnExit, freePort, pause } from '../processes.mjs';
import { startTarget } from '../target.mjs';

const connections = 500;
const requestCount = 50;

const requestOnce = (url) =>
  new Promise((resolve) => {
    const started = performance.now();
    const end = (status) => resolve({ status, ms: performance.now() - started });
    const sent = request(url, { agent: false }, (response) =>
      response.resume().once('end', () => end(response.statusCode)),
    );
    sent.once('error', (error) => end(error.code)).end();
  });

const requestRepeatedly = async (url, count) => {
  const answers = [];
  for (let index = 0; index < count; index += 1) {
    answers.push(await requestOnce(url));
    await pause(50);
  }
  return answers;
};

const worstOf = (answers) => Math.max(...answers.map(({ ms }) => ms));

const stayHealthy = async () => {
  const port = await freePort();
  const target = await startTarget({ HEALTH_LISTEN: `127.0.0.1:${port}` });
  const busy = killOnExit(fork(join(import.meta.dirname, '..', 'busy-client.mjs')));
  try {
    const isBusy = once(busy, 'message');
    busy.send({ url: target.url, token: target.token, path: target.secretPath, connections });
    await isBusy;
    const [alive, ready, direct] = await Promise.all([
      requestRepeatedly(`http://127.0.0.1:${port}/healthz`, requestCount),
      requestRepeatedly(`http://127.0.0.1:${port}/readyz`, requestCount),
      requestRepeatedly(`${target.url}/healthz`, 3),
    ]);
    const problems = [];
    for (const [name, answers] of [
      ['/healthz', alive],
      ['/readyz', ready],
    ]) {
      const bad = answers.filter(({ status }) => status !== 200);
      if (bad.length > 0)
        problems.push(`wrong: ${name} on HEALTH_LISTEN got status ${bad[0].status} ${bad.length} times`);
      if (worstOf(answers) > aims.worstMs)
        problems.push(`missed: ${name} took ${worstOf(answers).toFixed(0)} ms, the limit is ${aims.worstMs}`);
    }
    return {
      done: `${2 * requestCount} new connections beside ${connections} busy ones`,
      problems,
      measured: `worst ${worstOf([...alive, ...ready]).toFixed(0)} ms (on the ordinary port ${worstOf(direct).toFixed(0)} ms)`,
    };
  } finally {
    busy.kill('SIGKILL');
    await target.kill();
  }
};

export const scenarios = [{ name: 'attack: 500 busy connections', on: 'sqlite', run: stayHealthy }];
