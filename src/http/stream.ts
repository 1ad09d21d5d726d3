import type { Response } from 'express';
import type { EventStream } from '../contract.ts';
import type { Sink } from '../events/hub.ts';

/** What may wait for a reader before it counts as too slow. */
const maxWaiting = 1_048_576;

/** How long a reader has to take what it was told last. */
const lingerMs = 5_000;

const headers = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache',
  'X-Accel-Buffering': 'no',
};

/** Answers with a stream: its headers at once, then whatever it is told, until either side ends it. */
export const answerWithStream = (res: Response, stream: EventStream): void => {
  const { socket } = res;
  // Without a socket of its own it would wait for the answers to requests that were sent before it on the same
  // connection.
  if (!socket || res.destroyed) {
    stream.giveUp();
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
      // Straight to the socket, with the chunk's frame made once for everybody: half the cost of an answer's own way.
      if (res.chunkedEncoding) socket.write(frame.chunk);
      else socket.write(frame.data);
      return socket.writableLength <= maxWaiting;
    },
    end: (last) => {
      if (isOver) return;
      isOver = true;
      if (last) res.write(last.data);
      res.end();
      // Whoever does not read does not read the end either.
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
