import { expect } from 'chai';
import { rotations } from '../../../src/cli/doctor-rotations.ts';
import { createMetrics } from '../../../src/http/metrics.ts';
import { createLog } from '../../../src/platform/log.ts';
import { rotateDueSecrets } from '../../../src/rotating.ts';
import { startWithMail, type MailWorld } from '../../mail/fixtures.ts';
import { closeMailServers } from '../../support/clients/mail-server.ts';
import { auditLogSettled } from '../../support/expect/audit.ts';
import { newRotationSetting, ofRotation, type RotationSetting } from '../../support/fixtures/secret-rotations.ts';
import { deliver, newReceiver } from '../../support/fixtures/webhooks.ts';
import { databaseKinds } from '../../support/world/world.ts';

const day = 86_400;
const silent = createLog('error', { write: () => undefined });

after(closeMailServers);

for (const kind of databaseKinds)
  describe(`failing rotations [${kind}]`, () => {
    let mail: MailWorld;
    before(async () => {
      mail = await startWithMail(kind);
    });

    const rotateAfter = (seconds: number): Promise<void> =>
      mail.world.clock.later(seconds, async () => {
        await rotateDueSecrets(mail.world.server.parts, silent);
        await mail.mailer.idle();
      });

    const failing = async (): Promise<RotationSetting & { readonly id: string }> => {
      const setting = await newRotationSetting(mail.world);
      const { id } = (await setting.create({ rotationInterval: 1 })).body.secretRotation;
      await setting.target.run(`ALTER ROLE "${setting.credentials.username}" NOLOGIN`);
      return { ...setting, id: id as string };
    };
    const attempts = [2 * day, 2 * day + 60, 2 * day + 6 * 60, 2 * day + 36 * 60, 2 * day + 156 * 60];

    const tables = [
      ...['audit_log_entries', 'app_connections', 'secret_rotations', 'secret_rotation_users'],
      ...['secrets', 'secret_versions', 'webhook_changes', 'webhook_deliveries', 'mails'],
    ];
    const stored = async (): Promise<string> => {
      await auditLogSettled(mail.world);
      return JSON.stringify(await Promise.all(tables.map((table) => mail.world.server.parts.database.read(table))));
    };

    it('are mailed to administrators once, after the third failure, without a password', async () => {
      const setting = await failing();
      const mails = () => mail.mailServer.mailsTo(setting.admin.email);
      const counts: number[] = [];
      for (const at of attempts) {
        await rotateAfter(at);
        counts.push(mails().length);
      }
      expect(counts).to.deep.equal([0, 0, 1, 1, 1]);
      const { body } = mails()[0]!;
      expect(body).to.include('orders');
      expect(body).to.include('not permitted to log in');
      await setting.store(setting.id, { dueAt: null });
    });

    it('are told to webhooks, with the reason', async () => {
      const setting = await failing();
      const receiver = await newReceiver();
      const body = {
        ...{ projectId: setting.project.id, environment: 'dev', webhookUrl: receiver.url, secretPath: '/**' },
        eventsFilter: [{ eventName: 'secrets.rotation-failed' }],
      };
      expect((await setting.call('createWebhook', { body })).status).to.equal(200);
      expect((await setting.call('rotateSecrets', { params: ofRotation(setting.id) })).status).to.equal(400);
      await deliver(mail.world);
      expect(receiver.received).to.have.length(1);
      const { event, project } = receiver.received[0]!.body;
      expect(event).to.equal('secrets.rotation-failed');
      expect(project).to.deep.include({ rotationName: 'orders', triggeredManually: true, secretPath: '/' });
      expect(project.errorMessage).to.match(/not permitted to log in/);
      await setting.store(setting.id, { dueAt: null });
    });

    it('are named by doctor, and counted by the metrics', async () => {
      const setting = await failing();
      await rotateAfter(2 * day);
      const { parts, outgoing } = mail.world.server;
      const findings = await rotations(parts.config);
      const finding = findings.find(({ about }) => about.includes(setting.id));
      expect(finding?.state).to.equal('wrong');
      expect(finding?.advice).to.match(/not permitted to log in/);
      const text = await (await createMetrics(parts, outgoing)).render();
      expect(text).to.match(/^sallyport_secret_rotations\{status="failed"\} [1-9]/m);
      await setting.store(setting.id, { dueAt: null });
    });

    it('and others leave no password in the log, the database, mails or answers', async () => {
      const setting = await newRotationSetting(mail.world);
      const { id } = (await setting.create()).body.secretRotation;
      const passwords = [setting.credentials.password, (await setting.secrets()).password];
      const params = ofRotation(id as string);
      const answers = [await setting.call('rotateSecrets', { params })];
      passwords.push((await setting.secrets()).password);
      const statement = `ALTER ROLE "{{username}}" PASSWORD '{{password}}' NONSENSE '{{password}}'`;
      const [one, two] = setting.users;
      const parameters = { username1: one.username, username2: two.username, rotationStatement: statement };
      answers.push(await setting.call('updateSecretRotation', { params, body: { parameters } }));
      answers.push(await setting.call('rotateSecrets', { params }));
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 400]);
      answers.push(await setting.call('getSecretRotation', { params }));
      const text = [...answers.map(({ body }) => JSON.stringify(body)), mail.world.logged(), await stored()].join('\n');
      for (const password of passwords) expect(text.includes(password), 'a password').to.equal(false);
      await setting.store(id as string, { dueAt: null });
    });
  });
