import { expect } from 'chai';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { isTimeUp, yieldToEventLoop } from '../../src/platform/event-loop.ts';
import { OutgoingClient } from '../../src/platform/outgoing/client.ts';
import { Unreachable } from '../../src/platform/refused.ts';

describe('outgoing calls to a server that does not respond', () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket));
  let url: URL;

  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('connect once for all who wait for the same key, and all give up in time', async () => {
    // The last of them has to be made within a tenth of this time.
    const client = new OutgoingClient(['127.0.0.1'], 2_000);
    const call = (key: string) => client.call({ url, key, who: 'The server' }).catch((error: unknown) => error);
    const errors = await Promise.all(Array.from({ length: 100 }, () => call('one')));
    for (const error of errors) {
      expect(error).to.be.instanceOf(Unreachable);
      expect((error as Error).message).to.equal('The server did not respond within 2 seconds.');
    }
    expect(sockets).to.have.length(1);
    await Promise.all(['one', 'other'].map(call));
    expect(sockets).to.have.length(3);
  });

  it('begin in event-loop turns of their own, as soon as the time of one is used up', async () => {
    const client = new OutgoingClient(['127.0.0.1'], 500);
    let turn = 0;
    let isOver = false;
    const begun: number[] = [];
    const onTurn = (): void => {
      turn += 1;
      if (!isOver) setImmediate(onTurn);
    };
    const onRequest = (): void => void begun.push(turn);
    subscribe('http.client.request.start', onRequest);
    await yieldToEventLoop();
    setImmediate(onTurn);
    while (!isTimeUp());
    await Promise.allSettled(['one', 'two', 'three'].map((key) => client.call({ url, key, who: 'The server' })));
    isOver = true;
    unsubscribe('http.client.request.start', onRequest);
    expect(begun).to.have.length(3);
    expect(begun[0]).to.be.above(0);
    expect(new Set(begun).size).to.equal(3);
  });
});
