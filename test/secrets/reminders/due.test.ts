import { expect } from 'chai';
import { actOnDue } from '../../../src/due.ts';
import { startWithMail, type MailWorld } from '../../mail/fixtures.ts';
import { closeMailServers } from '../../support/clients/mail-server.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import type { TestUser } from '../../support/world/members.ts';
import { databaseKinds, ownWorld } from '../../support/world/world.ts';
import { newReminderSetting, type ReminderSetting } from './fixtures.ts';

const day = 86_400;

after(closeMailServers);

for (const kind of databaseKinds) {
  describe(`due reminders [${kind}]`, () => {
    let mail: MailWorld;
    before(async () => {
      mail = await startWithMail(kind);
    });

    const act = async (seconds: number): Promise<void> => {
      await mail.world.clock.later(seconds, async () => {
        await actOnDue(mail.world.server.parts);
        await mail.mailer.idle();
      });
    };
    const newMember = async ({ organization, project }: ReminderSetting, role: any = 'viewer'): Promise<TestUser> => {
      const user = await mail.world.newUser(organization, 'member');
      await addToProject(mail.world, project, user, role);
      return user;
    };
    const bodiesTo = ({ email }: TestUser): string[] => mail.mailServer.mailsTo(email).map(({ body }) => body);

    it('are mailed once to all direct members who may describe the secret, in one mail, without a value', async () => {
      const setting = await newReminderSetting(mail.world);
      const viewer = await newMember(setting);
      const partial = await newMember(setting, [
        { subject: 'secrets', action: ['describeSecret'], conditions: { secretName: { $eq: 'TWO' } } },
      ]);
      const none = await newMember(setting, 'no-access');
      const one = await setting.create('ONE', { secretReminderRepeatDays: 2, secretReminderNote: 'Rotate it' });
      await setting.create('TWO', { secretReminderRepeatDays: 2, secretComment: 'a canary comment' });
      await act(2 * day - 1);
      expect(bodiesTo(viewer)).to.deep.equal([]);
      await act(2 * day);
      await act(2 * day);
      for (const person of [setting.admin, viewer]) {
        expect(bodiesTo(person)).to.have.length(1);
        expect(bodiesTo(person)[0])
          .to.include('- ONE in / of dev: Rotate it\r\n- TWO in / of dev\r\n')
          .and.include(`"${setting.project.name}"`);
      }
      expect(bodiesTo(partial)).to.have.length(1);
      expect(bodiesTo(partial)[0]).to.include('- TWO in / of dev').and.not.include('ONE');
      expect(bodiesTo(none)).to.deep.equal([]);
      expect((await setting.stored(one))!.nextReminderDate).to.equal('2030-01-05T00:00:00.000Z');
      await act(4 * day);
      expect(bodiesTo(viewer)).to.have.length(2);
      const everything = JSON.stringify([mail.mailServer.mails, mail.world.logged()]);
      expect(everything).not.to.include('canary');
    });

    it('are mailed to their recipients only, if there are any', async () => {
      const setting = await newReminderSetting(mail.world);
      const [recipient, other] = [await newMember(setting), await newMember(setting)];
      const outsider = await mail.world.newUser(setting.organization, 'member');
      const secretId = await setting.create('KEY');
      await setting.set(secretId, {
        nextReminderDate: '2030-01-01T01:00:00Z',
        recipients: [recipient.id, outsider.id],
        message: '<Rotate> it',
      });
      await act(3600);
      expect(bodiesTo(recipient)[0]).to.include('&lt;Rotate&gt; it').and.include('- KEY in / of dev: <Rotate> it');
      for (const person of [other, outsider, setting.admin]) expect(bodiesTo(person)).to.deep.equal([]);
      expect(await setting.stored(secretId), 'it does not repeat').to.equal(undefined);
    });

    it('are mailed late rather than never, and then count from that day', async () => {
      const setting = await newReminderSetting(mail.world);
      const secretId = await setting.create('KEY', { secretReminderRepeatDays: 1 });
      await act(10 * day);
      expect(bodiesTo(setting.admin)).to.have.length(1);
      expect((await setting.stored(secretId))!.nextReminderDate).to.equal('2030-01-12T00:00:00.000Z');
    });

    it('name no secret to somebody who may no longer describe it when the mail is sent', async () => {
      const setting = await newReminderSetting(mail.world);
      const viewer = await newMember(setting);
      await setting.create('KEY', { secretReminderRepeatDays: 1 });
      mail.mailServer.refusal = { recipient: 451, message: 0 };
      await act(day);
      mail.mailServer.refusal = { recipient: 0, message: 0 };
      const [membership] = await mail.world.server.parts.stores.projectUsers.findByUsernames(setting.project.id, [
        viewer.email,
      ]);
      const { status } = await mail.world.call('removeProjectUsers', {
        as: setting.admin,
        params: { projectId: setting.project.id },
        body: { usernames: [membership!.username] },
      });
      expect(status).to.equal(200);
      await mail.world.clock.later(day + 60, () => mail.mailer.sendDue());
      expect(bodiesTo(setting.admin)).to.have.length(1);
      expect(bodiesTo(viewer)).to.deep.equal([]);
    });

    it('of a personal secret are mailed to its owner', async () => {
      const setting = await newReminderSetting(mail.world);
      const owner = await newMember(setting, 'admin');
      await setting.create('KEY');
      await setting.create('KEY', { type: 'personal', secretReminderRepeatDays: 1 }, owner);
      await act(day);
      expect(bodiesTo(owner)).to.have.length(1);
      expect(bodiesTo(setting.admin)).to.deep.equal([]);
    });

    it('wait while the environment of the secret is deleted', async () => {
      const setting = await newReminderSetting(mail.world);
      const { admin, project, ids } = setting;
      const secretId = await setting.create('KEY');
      await setting.set(secretId, { nextReminderDate: '2030-01-01T01:00:00Z' });
      const params = { projectId: project.id, id: ids.dev! };
      expect((await mail.world.call('deleteEnvironment', { as: admin, params })).status).to.equal(200);
      await act(3600);
      expect(bodiesTo(admin)).to.deep.equal([]);
      expect((await mail.world.call('restoreEnvironment', { as: admin, params })).status).to.equal(200);
      await act(3600 + day);
      expect(bodiesTo(admin)).to.have.length(1);
    });

    it('are acted on once by concurrent nodes, and recorded in the audit log', async () => {
      const setting = await newReminderSetting(mail.world);
      const secretId = await setting.create('KEY', { secretReminderRepeatDays: 1 });
      // SQLite has one node.
      const other = kind === 'postgres' ? await ownWorld(mail.environment) : mail.world;
      const nodes = [mail.world, other];
      await mail.world.clock.later(day, () =>
        other.clock.later(other === mail.world ? 0 : day, async () => {
          await Promise.all(nodes.map(({ server }) => actOnDue(server.parts)));
          await Promise.all(nodes.map(({ server }) => server.parts.mailer!.idle()));
        }),
      );
      expect(bodiesTo(setting.admin)).to.have.length(1);
      const due = (await setting.entries()).filter(({ eventType }) => eventType === 'secret-reminder-due');
      expect(due).to.have.length(1);
      expect(due[0]).to.include({ actorType: 'platform', projectName: setting.project.name });
      expect(due[0].eventMetadata).to.deep.equal({
        environment: 'dev',
        secretPath: '/',
        secretId,
        secretKey: 'KEY',
      });
    });
  });
}
