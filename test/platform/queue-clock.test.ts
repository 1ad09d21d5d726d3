import { expect } from 'chai';
import { createLog } from '../../src/platform/log.ts';
import { QueueClock } from '../../src/queue-clock.ts';
import { startWithMail } from '../mail/fixtures.ts';
import { newInviteSetting } from '../organization/invitations/inviteUsers.fixtures.ts';
import { closeMailServers } from '../support/clients/mail-server.ts';
import { newEmail } from '../support/fixtures/people.ts';
import { deliver, newProjectWithWebhooks } from '../support/fixtures/webhooks.ts';
import { databaseKinds, newStorage, ownWorld, startWorld, type World } from '../support/world/world.ts';

after(closeMailServers);

const queueClockOf = ({ server }: World): QueueClock =>
  new QueueClock(server.parts, createLog('fatal', { write: () => undefined }));

for (const kind of databaseKinds) {
  describe(`a clock that is set back [${kind}]`, () => {
    it('delays neither a change for webhooks nor a repeated delivery', async () => {
      const world = await ownWorld(await newStorage(kind));
      const { hook, write, receiver } = await newProjectWithWebhooks(world);
      const queueClock = queueClockOf(world);
      await hook();
      receiver.status = 500;
      await write('/app');
      // Its second attempt is due ten seconds after the first one.
      await deliver(world, 5);
      expect(receiver.received).to.have.length(1);
      await world.clock.later(12, () => write('/'));
      receiver.status = 200;
      world.clock.setBack(3600);
      await queueClock.check();
      await deliver(world, 5);
      expect(receiver.paths()).to.deep.equal(['/app', '/app', '/']);
    });

    it('by less than the time that was waited delays no repeated delivery either', async () => {
      const world = await ownWorld(await newStorage(kind));
      const { hook, write, receiver } = await newProjectWithWebhooks(world);
      const queueClock = queueClockOf(world);
      await hook();
      receiver.status = 500;
      await write('/app');
      for (const seconds of [5, 20, 50, 100]) await deliver(world, seconds);
      const before = receiver.received.length;
      await world.clock.later(170, async () => {
        world.clock.setBack(60);
        await queueClock.check();
        await world.server.parts.webhooks.settled();
      });
      expect(receiver.received).to.have.length(before + 1);
    });

    it('while the server is stopped delays no delivery', async () => {
      const storage = await newStorage(kind);
      const ahead = await startWorld(storage, 1);
      const { hook, write, receiver } = await newProjectWithWebhooks(ahead);
      await hook();
      await write('/app');
      await ahead.server.stop();
      await deliver(await ownWorld(storage), 5);
      expect(receiver.paths()).to.deep.equal(['/app']);
    });

    it('delays no mail', async () => {
      const { world, mailServer, mailer } = await startWithMail(kind);
      const queueClock = queueClockOf(world);
      const { admin } = await newInviteSetting(world);
      const email = newEmail(world);
      mailServer.refusal = { recipient: 451, message: 0 };
      await world.call('inviteUsers', { as: admin, body: { inviteeEmails: [email] } });
      await mailer.idle();
      mailServer.refusal = { recipient: 0, message: 0 };
      expect(mailServer.mailsTo(email)).to.deep.equal([]);
      world.clock.setBack(3600);
      await queueClock.check();
      await mailer.idle();
      expect(mailServer.mailsTo(email)).to.have.length(1);
    });
  });
}
