import { expect } from 'chai';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventKinds, listen, type ProjectEvent } from '../../src/cli/events-stream.ts';

const stream = { 'Content-Type': 'text/event-stream' };

/** Servers that behave differently from ours. */
describe('reading an event stream', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  const against = async (answer: RequestListener, limitMs = 10_000) => {
    server = createServer(answer);
    await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const events: ProjectEvent[] = [];
    const project = '6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11';
    const subscription = { url, token: () => Promise.resolve('a token'), project, kinds: eventKinds };
    const listener = { onOpen: () => undefined, onEvent: (event: ProjectEvent) => void events.push(event) };
    const reason = await listen(subscription, listener, new AbortController().signal, limitMs).catch(String);
    return { reason, events };
  };

  it('gives up if the server sends nothing, before or after its headers', async () => {
    const silent = 'The server has not sent anything for 0.1 s.';
    expect((await against(() => undefined, 100)).reason).to.equal(silent);
    expect((await against((_, res) => res.writeHead(200, stream).write('event: ping\n\n'), 100)).reason).to.equal(
      silent,
    );
  });

  it('continues as long as there are pings', async () => {
    const { reason } = await against((_, res) => {
      res.writeHead(200, stream).flushHeaders();
      let pings = 0;
      const timer = setInterval(() => {
        if (++pings <= 10) return void res.write('event: ping\n\n');
        clearInterval(timer);
        res.end('event: error\ndata: {"message":"Enough."}\n\n');
      }, 250);
    }, 2000);
    expect(reason).to.equal('The server ended the stream: Enough.');
  });

  it('reads events in chunks, and ignores unknown ones', async () => {
    const data = JSON.stringify({ data: { payload: [{ environment: 'dev', secretPath: '/', secretKey: 'Ä' }] } });
    const bytes = Buffer.from(
      `event: unheard-of\ndata: {}\n\nid: 1\nevent: secret:create\ndata: ${data}\n\nid: 2\nevent: secret:create\ndata: {"cut`,
    );
    const { reason, events } = await against((_, res) => {
      res.writeHead(200, stream);
      for (const byte of bytes) res.write(Buffer.from([byte]));
      res.end();
    });
    expect(events).to.deep.equal([
      { kind: 'secret:create', environment: 'dev', path: '/', keys: ['Ä'], received: data },
    ]);
    expect(reason).to.equal('The connection was lost.');
  });

  it('reports whether another attempt is useful', async () => {
    const answer = (status: number, body: string) => async () =>
      (await against((_, res) => res.writeHead(status).end(body))).reason;
    expect(await answer(503, '{"message":"Busy."}')()).to.equal('The server refused (503): Busy.');
    expect(await answer(502, '<html>')()).to.equal('The server refused (502): no reason given.');
    expect(await answer(301, '')()).to.equal('StartError: The server refused (301): no reason given.');
    expect(await answer(200, '<html>')()).to.match(/^StartError: The server at http:\S+ does not stream events\.$/);
    expect((await against((req) => req.socket.destroy())).reason).to.match(
      /^No server responds at http:\S+\. If it is elsewhere, /,
    );
  });
});
