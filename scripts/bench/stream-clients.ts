// The client process: opens a number of streams on bare sockets, and reports when each event has reached all of them.
import { connect, type Socket } from 'node:net';
import { loadResultOf } from './load-result.ts';
import type { StreamOptions } from './streams.ts';

/** The number of concurrent connection attempts, well below the backlog of a listening socket. */
const concurrency = 100;
const marker = Buffer.from('\nevent: secret:update\n');

let arrived = 0;
let ended = 0;

/** Events are short and written at once, so none arrives in two pieces. */
const count = (chunk: Buffer, wanted: number): void => {
  for (let at = chunk.indexOf(marker); at >= 0; at = chunk.indexOf(marker, at + marker.length)) arrived += 1;
  if (arrived < wanted) return;
  arrived -= wanted;
  process.send!({ arrivedAt: Date.now() });
};

const open = (url: string, { token, projectId, count: wanted }: StreamOptions): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const body = JSON.stringify({ projectId, register: [{ event: 'secret:update' }] });
    const head = [
      'POST /api/v1/events/subscribe/project-events HTTP/1.1',
      `Host: ${hostname}`,
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    const socket = connect(Number(port), hostname);
    socket.once('error', reject);
    socket.once('data', (chunk: Buffer) => {
      if (!chunk.subarray(0, 12).equals(Buffer.from('HTTP/1.1 200'))) return reject(new Error(chunk.toString()));
      socket.on('data', (next: Buffer) => count(next, wanted));
      resolve(socket);
    });
    socket.once('close', () => process.send!({ ended: (ended += 1) }));
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  });

const openAll = async (options: StreamOptions): Promise<void> => {
  const latencies: number[] = [];
  const startOfAll = performance.now();
  let left = options.count;
  const next = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const startedAt = performance.now();
      await open(options.urls[left % options.urls.length]!, options);
      latencies.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, next));
  process.send!({ opened: loadResultOf(latencies, performance.now() - startOfAll) });
};

process.once('message', (options: StreamOptions) => {
  openAll(options).catch((error: unknown) => process.send!({ failed: (error as Error).message }));
});
