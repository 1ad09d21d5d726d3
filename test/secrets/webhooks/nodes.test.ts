import { expect } from 'chai';
import type { ServerResponse } from 'node:http';
import { createMetrics } from '../../../src/http/metrics.ts';
import { timestamp, secondsAfter } from '../../../src/platform/clock.ts';
import { createStores } from '../../../src/stores.ts';
import { deliver, newProjectWithWebhooks } from '../../support/fixtures/webhooks.ts';
import { databaseKinds, newStorage, ownWorld, startWorld } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

describe('webhooks on two nodes [postgres]', () => {
  it('are delivered once and in order, whichever node the change was made on', async () => {
    const storage = await newStorage('postgres');
    const [one, other] = [await ownWorld(storage), await ownWorld(storage)];
    const paths = Array.from({ length: 20 }, (_, index) => `/f${index}`);
    const { hook, write, receiver } = await newProjectWithWebhooks(one, paths);
    await hook();
    await hook({ webhookUrl: `${receiver.url}?second` });
    for (const path of paths) await write(path);
    await Promise.all([deliver(one), deliver(other)]);
    await Promise.all([deliver(one), deliver(other)]);
    for (const url of ['/hook', '/hook?second']) {
      const received = receiver.received.filter(({ path }) => path === url);
      expect(received.map(({ body }) => body.project.secretPath as string)).to.deep.equal(paths);
    }
  });

  it('are taken over from a node that does not finish, after a minute', async () => {
    const storage = await newStorage('postgres');
    const [one, other] = [await ownWorld(storage), await ownWorld(storage)];
    const { hook, write, receiver, webhook } = await newProjectWithWebhooks(one);
    const { id } = await hook();
    await write('/app');
    const held: ServerResponse[] = [];
    receiver.override = (_req, res) => void held.push(res);
    const unfinished = deliver(one);
    while (held.length === 0) await new Promise(setImmediate);
    await deliver(other, 50);
    expect(receiver.received, 'while the lease lasts').to.have.length(1);
    receiver.override = undefined;
    await deliver(other, 70);
    const ids = receiver.received.map(({ headers }) => headers['x-sallyport-delivery']);
    expect(ids).to.deep.equal([ids[0], ids[0]]);
    held[0]!.writeHead(500).end();
    await unfinished;
    expect(await webhook(id), 'the late result does not count').to.include({ lastStatus: 'success' });
  });
});

describe('a server that stops [sqlite]', () => {
  it('waits for the response to a request that it has sent', async () => {
    const storage = await newStorage('sqlite');
    const first = await startWorld(storage);
    const { hook, write, receiver } = await newProjectWithWebhooks(first);
    const { id } = await hook();
    await write('/app');
    const held: ServerResponse[] = [];
    receiver.override = (_req, res) => void held.push(res);
    const delivered = deliver(first);
    while (held.length === 0) await new Promise(setImmediate);
    const stopped = first.server.stop();
    held[0]!.end();
    await Promise.all([delivered, stopped]);
    const second = await ownWorld(storage);
    await deliver(second, 1000);
    expect(receiver.received).to.have.length(1);
    expect((await second.server.parts.stores.webhooks.findWithProject(id))!.lastStatus).to.equal('success');
  });
});

for (const kind of databaseKinds)
  describe(`the queue of webhooks [${kind}]`, () => {
    it('survives the end of the process, with changes and with a request that was being sent', async () => {
      const storage = await newStorage(kind);
      const first = await startWorld(storage);
      const { hook, write, receiver } = await newProjectWithWebhooks(first);
      const { id } = await hook();
      await write('/app');
      receiver.status = 500;
      await deliver(first);
      await write('/');
      // As a process leaves it that was killed while it was sending.
      await first.server.parts.database.transaction(ofInstance, ({ db }) =>
        createStores(db).webhooks.update(id, {
          leasedBy: 'gone',
          leasedUntil: timestamp(secondsAfter(first.clock.now(), 65)),
        }),
      );
      await first.server.stop();
      receiver.paths();
      receiver.status = 200;
      const second = await ownWorld(storage);
      await deliver(second, 60);
      expect(receiver.paths(), 'a single node knows that the other process is gone').to.deep.equal(
        kind === 'sqlite' ? ['/app', '/'] : [],
      );
      await deliver(second, 70);
      if (kind === 'postgres') expect(receiver.paths()).to.deep.equal(['/app', '/']);
      const metrics = await createMetrics(second.server.parts, second.server.outgoing);
      const text = await metrics.render();
      expect(text).to.contain('sallyport_webhook_requests_total{outcome="success"} 2');
      expect(text).to.contain('sallyport_webhook_requests_total{outcome="retry"} 0');
      expect(text).to.contain('sallyport_webhook_deliveries_waiting 0');
    });
  });
