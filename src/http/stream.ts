import type { Response } from 'express';
import type { EventStream } from '../contract.ts';
import type { Sink } from '../events/hub.ts';

/** What may wait for a reader before it counts as too slow. */
const maxWaiting = 1_048_576;

const headers = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache',
  Connection: 'keep-alive',
  'X-Accel-Buffering': 'no',
};

/** Answers with a stream: its headers at once, then whatever it is told, until either side ends it. */
export const answerWithStream = (res: Response, stream: EventStream): void => {
  const { socket } = res;
  if (!socket || res.destroyed) return stream.giveUp();
  res.writeHead(200, headers);
  res.flushHeaders();
  socket.setTimeout(0);
  socket.setNoDelay(true);
  let isOver = false;
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
      // Whoever does not read will not read the end either.
      if (socket.writableLength > maxWaiting) return void socket.destroy();
      if (last) res.write(last.data);
      res.end();
    },
  };
  const close = stream.open(sink);
  res.once('close', () => {
    isOver = true;
    close();
  });
};
