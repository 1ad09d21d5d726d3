import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
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
    const client = new OutgoingClient(['127.0.0.1'], 500);
    const call = (key: string) => client.call({ url, key, who: 'The server' }).catch((error: unknown) => error);
    const errors = await Promise.all(Array.from({ length: 100 }, () => call('one')));
    for (const error of errors) {
      expect(error).to.be.instanceOf(Unreachable);
      expect((error as Error).message).to.equal('The server did not respond within 0.5 seconds.');
    }
    expect(sockets).to.have.length(1);
    await Promise.all(['one', 'other'].map(call));
    expect(sockets).to.have.length(3);
  });
});
