import { expect } from 'chai';
import { startWithMail, type MailWorld } from '../../mail/fixtures.ts';
import { closeMailServers } from '../../support/clients/mail-server.ts';
import { newDynamicSecrets, revokeDue, TargetDatabase } from '../../support/fixtures/dynamic-secrets.ts';
import { deliver, newReceiver } from '../../support/fixtures/webhooks.ts';
import { databaseKinds } from '../../support/world/world.ts';

after(closeMailServers);

for (const kind of databaseKinds)
  describe(`leases that cannot be revoked [${kind}]`, () => {
    let mail: MailWorld;
    before(async () => {
      mail = await startWithMail(kind);
    });

    const failing = async () => {
      const setting = await newDynamicSecrets(mail.world);
      const target = await TargetDatabase.start();
      await setting.create({ type: 'sql-database', inputs: target.inputs });
      const receiver = await newReceiver();
      const body = {
        ...{ projectId: setting.project.id, environment: 'dev', webhookUrl: receiver.url, secretPath: '/**' },
        eventsFilter: [{ eventName: 'dynamic-secrets.revocation-failed' }],
      };
      expect((await mail.world.call('createWebhook', { as: setting.admin, body })).status).to.equal(200);
      const tryAfter = async (seconds: number): Promise<[mails: number, requests: number]> => {
        await revokeDue(mail.world, seconds);
        await mail.mailer.idle();
        await mail.world.clock.later(seconds, () => deliver(mail.world));
        return [mail.mailServer.mailsTo(setting.admin.email).length, receiver.received.length];
      };
      return { ...setting, target, receiver, tryAfter };
    };

    it('are told once to administrators and webhooks, after the third failure of the first', async () => {
      const { lease, target, receiver, admin, tryAfter } = await failing();
      const leases = [await lease('db', { ttl: '10m' }), await lease('db', { ttl: '11m' })];
      await target.proxy.cut();
      const counts = [];
      for (const seconds of [600, 610, 640, 700, 760, 2_000]) counts.push(await tryAfter(seconds));
      expect(counts).to.deep.equal([0, 0, 1, 1, 1, 1].map((count) => [count, count]));
      const { event, project } = receiver.received[0]!.body;
      expect(event).to.equal('dynamic-secrets.revocation-failed');
      expect(project).to.deep.include({ dynamicSecretName: 'db', leaseId: leases[0].lease.id, secretPath: '/app' });
      expect(project.errorMessage).to.match(/reached/);
      expect(project).not.to.have.property('workspaceId');
      const { body } = mail.mailServer.mailsTo(admin.email)[0]!;
      expect(body).to.include('"db"').and.to.include(leases[0].lease.externalEntityId);
      const sent = JSON.stringify([receiver.received.map((request) => request.body), body]);
      for (const password of [leases[0].data.DB_PASSWORD, target.inputs.password])
        expect(sent.includes(password as string)).to.equal(false);

      await target.proxy.start();
      // The first call after an outage is alone.
      for (const seconds of [30_000, 60_000]) await tryAfter(seconds);
      expect(await target.users()).to.deep.equal([]);
    });

    it('are told again when another one fails after these are revoked', async () => {
      const { lease, target, tryAfter } = await failing();
      await lease('db', { ttl: '10m' });
      await target.proxy.cut();
      for (const seconds of [600, 610, 640]) await tryAfter(seconds);
      await target.proxy.start();
      await tryAfter(800);
      expect(await target.users()).to.deep.equal([]);
      await lease('db', { ttl: '30m' });
      await target.proxy.cut();
      await tryAfter(1_800);
      await tryAfter(1_810);
      expect(await tryAfter(1_840)).to.deep.equal([2, 2]);
      await target.proxy.start();
      await tryAfter(30_000);
    });

    it('are told of also if their dynamic secret is gone', async () => {
      const { lease, target, project, admin, receiver, tryAfter } = await failing();
      await lease('db');
      await target.proxy.cut();
      const body = { projectId: project.id, environment: 'dev', path: '/', forceDelete: true };
      const deleted = await mail.world.call('deleteFolder', { as: admin, params: { folderId: 'app' }, body });
      expect(deleted.status, JSON.stringify(deleted.body)).to.equal(200);
      for (const seconds of [0, 10, 40]) await tryAfter(seconds);
      expect(receiver.received.map(({ body }) => body.project.secretPath)).to.deep.equal(['/app']);
      await target.proxy.start();
      await tryAfter(30_000);
      expect(await target.users()).to.deep.equal([]);
    });
  });
