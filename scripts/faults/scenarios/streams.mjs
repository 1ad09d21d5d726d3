// 2,000 event streams whose client is killed: the server closes them, and as many others can be opened.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aims, peakMegabytes, resetPeak } from '../measure.mjs';
import { killOnExit, freePort, until } from '../processes.mjs';
import { newProject, startTarget } from '../target.mjs';

const count = 2000;
const rounds = 3;

const openFiles = () =>
  Number(/Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);

const openStreams = async (order) => {
  const child = killOnExit(fork(join(import.meta.dirname, '..', 'stream-client.mjs')));
  const answered = once(child, 'message');
  child.send(order);
  const [{ opened, refused }] = await answered;
  return { child, opened, refused };
};

const openStreamsAt = async (port) => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^sallyport_event_streams(?:\{.*\})? (\d+)/m.exec(text)?.[1]);
};

const killStreams = async ({ progress }) => {
  if (openFiles() < count + 200) return { skipped: `only ${openFiles()} files may be open: ulimit -n ${count + 200}` };
  const port = await freePort();
  const target = await startTarget({
    EVENT_STREAM_LIMIT: String(10 * count + 100),
    METRICS_LISTEN: `127.0.0.1:${port}`,
  });
  const problems = [];
  try {
    const projectId = await newProject(target.call, 'Streams');
    resetPeak(target.pid);
    for (let round = 1; round <= rounds; round += 1) {
      const { child, opened, refused } = await openStreams({ url: target.url, token: target.token, projectId, count });
      if (opened !== count)
        problems.push(`lost: only ${opened} of ${count} streams could be opened in round ${round}: ${refused}`);
      child.kill('SIGKILL');
      // A change is sent to all remaining streams.
      await target.call('POST', `/api/v4/secrets/ROUND_${round}`, { projectId, environment: 'dev', secretValue: 'x' });
      await until('no open stream', async () => (await openStreamsAt(port)) === 0).catch((error) =>
        problems.push(`wrong: ${error.message}`),
      );
      progress(`round ${round} of ${rounds}: ${opened} streams`);
    }
    const megabytes = peakMegabytes(target.pid);
    if (megabytes > aims.megabytes)
      problems.push(`missed: ${megabytes.toFixed(0)} MB of memory, the limit is ${aims.megabytes}`);
    return { done: `${rounds} x ${count} streams, client killed`, problems, measured: `${megabytes.toFixed(0)} MB` };
  } finally {
    await target.kill();
  }
};

export const scenarios = [{ name: 'streams of a killed client', on: 'sqlite', run: killStreams }];
