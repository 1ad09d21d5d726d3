import type { Response } from 'express';
import type { EventStream } from '../contract.ts';
import type { Frame } from '../events/frame.ts';
import type { Sink } from '../events/subscriber.ts';

/** The most bytes that may wait for a client before it counts as too slow. */
const maxWaiting = 1_048_576;

/** How long a client may take to read the last event. */
const lingerMs = 5_000;

const headers = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache',
  'X-Accel-Buffering': 'no',
};

const chunks = new WeakMap<Frame, Buffer>();

/** Encodes the frame as a chunk of an HTTP/1.1 response, once for all subscribers. */
const chunkOf = (frame: Frame): Buffer => {
  let chunk = chunks.get(frame);
  if (!chunk) {
    chunk = Buffer.concat([Buffer.from(`${frame.length.toString(16)}\r\n`), frame, Buffer.from('\r\n')]);
    chunks.set(frame, chunk);
  }
  return chunk;
};

/** Responds with an event stream: sends the headers at once, then events until either side ends it. */
export const respondWithStream = (res: Response, stream: EventStream): void => {
  const { socket } = res;
  // Without a socket, the stream would wait for the responses to earlier requests on the same connection.
  if (!socket || res.destroyed) {
    stream.cancel();
    return void res.req.socket.destroy();
  }
  res.writeHead(200, headers);
  res.flushHeaders();
  socket.setTimeout(0);
  socket.setNoDelay(true);
  let isOver = false;
  let linger: NodeJS.Timeout | undefined;
  const sink: Sink = {
    write: (frame) => {
      if (isOver) return true;
      // Writes to the socket, which costs half of `res.write`.
      socket.write(res.chunkedEncoding ? chunkOf(frame) : frame);
      return socket.writableLength <= maxWaiting;
    },
    end: (last) => {
      if (isOver) return;
      isOver = true;
      if (last) res.write(last);
      res.end();
      // A client that does not read would never see the end.
      linger = setTimeout(() => socket.destroy(), lingerMs).unref();
    },
  };
  const close = stream.open(sink);
  res.once('close', () => {
    isOver = true;
    clearTimeout(linger);
    close();
  });
};
