import { expect } from 'chai';
import type { ServerResponse } from 'node:http';
import { changesWhere } from '../../support/expect/audit.ts';
import { deliver, newProjectWithWebhooks, newReceiver } from '../../support/fixtures/webhooks.ts';
import { onEachDatabase, type World } from '../../support/world/world.ts';

/** When the webhook is tried next, in seconds after the start. */
const nextAttempt = async ({ server: { parts } }: World, id: string): Promise<number | null> => {
  const { nextAttemptAt } = (await parts.stores.webhooks.findWithProject(id))!;
  return nextAttemptAt === null ? null : (Date.parse(nextAttemptAt) - Date.UTC(2030, 0, 1)) / 1000;
};

const day = 86_400;

onEachDatabase('failed and slow deliveries of webhooks', (world) => {
  it('are repeated after twice as long each time, up to an hour, for a day; then the webhook is paused', async () => {
    const setting = await newProjectWithWebhooks(world());
    const { hook, write, receiver, webhook, deliveries, update, project } = setting;
    const { id } = await hook();
    receiver.status = 500;
    await write('/app');
    await world().clock.later(1, () => write('/'));
    let at = 5;
    const delays: number[] = [];
    for (;;) {
      await deliver(world(), at);
      const next = await nextAttempt(world(), id);
      if (next === null) break;
      expect(await webhook(id)).to.include({ isDisabled: false, lastStatus: 'failed' });
      delays.push(next - at);
      await deliver(world(), next - 1);
      expect(receiver.received, 'not earlier').to.have.length(delays.length);
      at = next;
    }
    expect(delays.slice(0, 11)).to.deep.equal([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]);
    expect(at).to.be.within(day - 3600, day + 5);
    expect(receiver.received).to.have.length(delays.length + 1);
    expect(new Set(receiver.paths())).to.deep.equal(new Set(['/app']));
    expect(await webhook(id)).to.include({
      isDisabled: true,
      lastStatus: 'failed',
      lastRunErrorMessage:
        'Paused after a day of failed deliveries; enable it to continue. The receiver answered with status 500.',
    });
    expect((await deliveries(id)).map(({ secretPath, status }) => `${secretPath} ${status}`)).to.deep.equal([
      '/ pending',
      '/app failed',
    ]);
    const entries = await changesWhere(world(), { projectId: project.id, eventType: 'webhook-triggered' });
    expect(entries.map(({ eventMetadata }) => eventMetadata)).to.deep.equal([
      {
        ...{ webhookId: id, event: 'secrets.modified', environment: 'dev', secretPath: '/app' },
        ...{ attempts: delays.length + 1, status: 'failed', isPaused: true },
      },
    ]);

    receiver.status = 200;
    await world().clock.later(2 * day, async () => {
      await write('/app');
      expect(await update(id, { isDisabled: false })).to.include({ isDisabled: false, lastRunErrorMessage: null });
    });
    await deliver(world(), 2 * day);
    expect(receiver.paths(), 'what waited').to.deep.equal(['/']);
    await deliver(world(), 2 * day + 5);
    expect(receiver.paths()).to.deep.equal(['/app']);
    expect(await webhook(id)).to.include({ lastStatus: 'success', isDisabled: false });
  });

  it('delay later deliveries of the same webhook only, and keep their order', async () => {
    const { hook, write, receiver } = await newProjectWithWebhooks(world(), ['/a', '/b', '/c']);
    const other = await newReceiver();
    await hook();
    await hook({ webhookUrl: other.url });
    receiver.status = 400;
    for (const [index, path] of ['/a', '/b', '/c'].entries())
      await world().clock.later(index * 10, async () => {
        await write(path);
        await deliver(world());
      });
    expect(other.paths()).to.deep.equal(['/a', '/b', '/c']);
    expect(new Set(receiver.paths())).to.deep.equal(new Set(['/a']));
    receiver.status = 200;
    await deliver(world(), 1000);
    expect(receiver.paths()).to.deep.equal(['/a', '/b', '/c']);
  });

  it('of a receiver that does not answer hold up no other project', async () => {
    const slow = await newProjectWithWebhooks(world());
    const quick = await newProjectWithWebhooks(world());
    const held: ServerResponse[] = [];
    slow.receiver.override = (_req, res) => void held.push(res);
    for (let count = 0; count < 6; count += 1) await slow.hook();
    await quick.hook();
    await slow.write('/app');
    await quick.write('/app');
    const { webhooks } = world().server.parts;
    await world().clock.later(5, async () => {
      const settled = webhooks.settled();
      while (held.length < 4 || quick.receiver.received.length < 1) await new Promise(setImmediate);
      expect(held, 'four at once in a project').to.have.length(4);
      slow.receiver.override = undefined;
      for (const response of held) response.end();
      await settled;
    });
    expect(slow.receiver.received).to.have.length(6);
  });
});
