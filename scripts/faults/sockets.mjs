// Plain sockets, for what no regular client does.
import { once } from 'node:events';
import { connect } from 'node:net';
import { pause, until } from './processes.mjs';

export const open = async (url) => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};

/** Waits until a program that was started listens on a port of this machine. */
export const untilListening = (program, port) =>
  until(`the start of ${program}`, () =>
    open(`http://127.0.0.1:${port}`).then(
      (socket) => socket.destroy(),
      () => false,
    ),
  );

export const openMany = (url, count) => Promise.all(Array.from({ length: count }, () => open(url)));

export const getRequest = (path, token) =>
  `GET ${path} HTTP/1.1\r\nHost: faults\r\nAuthorization: Bearer ${token}\r\n\r\n`;

/** Whether the other side closes within the given time; reads and counts what it still sends. */
export const isClosedWithin = async (socket, milliseconds) => {
  let bytes = 0;
  socket.on('data', (chunk) => (bytes += chunk.length));
  socket.resume();
  const isClosed =
    socket.closed ||
    (await Promise.race([
      once(socket, 'close').then(
        () => true,
        () => true,
      ),
      pause(milliseconds, false),
    ]));
  socket.destroy();
  return { isClosed, bytes };
};

/** Reads everything until the other side closes, or until the time is over. */
export const exchange = async (url, bytes, milliseconds = 15_000) => {
  const socket = await open(url);
  const chunks = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  const closed = once(socket, 'close');
  socket.write(bytes);
  const isClosed = await Promise.race([
    closed.then(
      () => true,
      () => true,
    ),
    pause(milliseconds, false),
  ]);
  socket.destroy();
  const text = Buffer.concat(chunks).toString('latin1');
  return { isClosed, status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0) };
};
