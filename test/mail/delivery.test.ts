import { expect } from 'chai';
import { createMetrics } from '../../src/http/metrics.ts';
import { queueMails } from '../../src/mail/queue.ts';
import { createStores } from '../../src/stores.ts';
import { closeMailServers } from '../support/clients/mail-server.ts';
import { newInviteSetting } from '../organization/invitations/inviteUsers.fixtures.ts';
import { expectError } from '../support/expect/expect.ts';
import { invite, membershipOf, newEmail, readLink, verify } from '../support/fixtures/people.ts';
import { databaseKinds, ownWorld, type World } from '../support/world/world.ts';
import { inviteByMail, mailedLink, startWithMail, type MailWorld } from './fixtures.ts';
import { ofInstance } from '../../src/transaction-keys.ts';

const linkIn = (body: string): string => /http:\/\/\S+signupinvite\S+/.exec(body)![0];

const storedMails = (world: World, recipient: string): Promise<any[]> =>
  world.server.parts.database.read('mails').where({ recipient }).orderBy('createdAt');

after(closeMailServers);

for (const kind of databaseKinds) {
  describe(`mail [${kind}]`, () => {
    let setting: MailWorld;
    before(async () => {
      setting = await startWithMail(kind);
    });
    afterEach(() => {
      setting.mailServer.refusal = { recipient: 0, message: 0 };
    });
    const transaction = <T>(work: (tx: any) => Promise<T>): Promise<T> => {
      const { parts } = setting.world.server;
      return parts.database.transaction(ofInstance, ({ db, afterCommit }) =>
        work({ ...parts, stores: createStores(db), afterCommit }),
      );
    };
    /** Queues a mail about ending access, which needs no other objects. */
    const ending = (organizationId: string, recipients: readonly string[], projectName = 'Payments') => ({
      organizationId,
      kind: 'access-ending' as const,
      mails: recipients.map((recipient) => ({
        recipient,
        content: {
          projectName,
          grants: [{ type: 'role' as const, slug: 'admin', holder: null, endsAt: '2030-01-02T00:00:00.000Z' }],
        },
      })),
    });

    it('sends an invitation with its link, which nobody else gets', async () => {
      const { world, mailServer } = setting;
      const { admin, organization } = await newInviteSetting(world);
      const email = newEmail(world);
      const invitation = await inviteByMail(setting, admin, email);
      const [mail, ...more] = mailServer.mailsTo(email);
      expect(more).to.deep.equal([]);
      expect(mail!.headers)
        .to.match(/^From: Sallyport <sallyport@example\.com>$/m)
        .and.match(new RegExp(`^To: ${email}\r$`, 'm'))
        .and.match(/^Subject: You are invited to Sallyport\r$/m)
        .and.match(/^Auto-Submitted: auto-generated\r$/m);
      expect(mail!.body).to.include(`"${organization.name}"`);
      expect(readLink(linkIn(mail!.body))).to.deep.equal(invitation);
      expect(await verify(world, readLink(linkIn(mail!.body)))).to.have.property('token');
    });

    it('sends the link of an invitation for an account to its owner, and returns it, too', async () => {
      const { world } = setting;
      const { admin } = await newInviteSetting(world);
      const { email } = await world.newUser(await world.newOrganization(), 'member');
      const invitation = await invite(world, admin, email);
      expect(readLink(await mailedLink(setting, email, 'signupinvite'))).to.deep.equal(invitation);
    });

    it('is announced by the status of the server', async () => {
      const { body } = await setting.world.call('getStatus');
      expect(body.emailConfigured).to.equal(true);
    });

    it('stores the code of an invitation only encrypted, and nothing once it was sent', async () => {
      const { world, mailServer, mailer } = setting;
      const { admin } = await newInviteSetting(world);
      const email = newEmail(world);
      mailServer.refusal = { recipient: 451, message: 0 };
      await world.call('inviteUsers', { as: admin, body: { inviteeEmails: [email] } });
      await mailer.idle();
      const [waiting] = await storedMails(world, email);
      expect(waiting).to.include({ attempts: 1, sentAt: null, nextAttemptAt: '2030-01-01T00:01:00.000Z' });
      expect(waiting.sealedContent).to.match(/^s1\./);
      mailServer.refusal = { recipient: 0, message: 0 };
      await world.clock.later(59, () => mailer.sendDue());
      expect(mailServer.mailsTo(email)).to.deep.equal([]);
      await world.clock.later(60, () => mailer.sendDue());
      const [mail, ...more] = mailServer.mailsTo(email);
      expect(more).to.deep.equal([]);
      const { code } = readLink(linkIn(mail!.body));
      expect(JSON.stringify(waiting)).not.to.include(code);
      expect((await storedMails(world, email))[0]).to.include({
        sealedContent: '',
        sentAt: '2030-01-01T00:01:00.000Z',
      });
      expect(world.logged()).not.to.include(code);
    });

    it('sends only the newest of several links, and none of a used one', async () => {
      const { world, mailServer, mailer } = setting;
      const { admin, organization } = await newInviteSetting(world);
      const [owner, user] = [
        await world.newUser(await world.newOrganization(), 'member'),
        await world.newUser(await world.newOrganization(), 'member'),
      ];
      const [replaced, used] = [owner.email, user.email];
      mailServer.refusal = { recipient: 0, message: 451 };
      await invite(world, admin, replaced);
      const membershipId = await membershipOf(world, organization, owner);
      const { body } = await world.call('resendInvitation', { as: admin, body: { membershipId } });
      await verify(world, await invite(world, admin, used), { accessToken: user.loginToken });
      await mailer.idle();
      mailServer.refusal = { recipient: 0, message: 0 };
      await world.clock.later(60, () => mailer.sendDue());
      expect(mailServer.mailsTo(replaced).map((mail) => linkIn(mail.body))).to.deep.equal([body.signupToken.link]);
      expect(mailServer.mailsTo(used)).to.deep.equal([]);
      expect(await storedMails(world, used)).to.deep.equal([]);
    });

    it('sends nothing for a change that is rolled back', async () => {
      const { world, mailServer, mailer } = setting;
      const { organization } = await newInviteSetting(world);
      const email = newEmail(world);
      await transaction(async (tx) => {
        await mailer.enqueue(tx, ending(organization.id, [email]));
        throw new Error('undone');
      }).catch(() => undefined);
      await mailer.sendDue();
      expect(mailServer.mailsTo(email)).to.deep.equal([]);
      expect(await storedMails(world, email)).to.deep.equal([]);
    });

    it('gives a mail up that the server will never take, and counts it', async () => {
      const { world, mailServer, mailer } = setting;
      const { admin } = await newInviteSetting(world);
      const email = newEmail(world);
      const { dropped } = mailer;
      mailServer.refusal = { recipient: 550, message: 0 };
      await world.call('inviteUsers', { as: admin, body: { inviteeEmails: [email] } });
      await mailer.idle();
      expect(mailer.dropped).to.equal(dropped + 1);
      expect(await storedMails(world, email)).to.deep.equal([]);
      expect(world.logged())
        .to.match(/"reason":"EENVELOPE 550","msg":"mail given up"/)
        .and.not.include(email);
    });

    it('gives a mail up after a day', async () => {
      const { world, mailServer, mailer } = setting;
      const { organization } = await newInviteSetting(world);
      const email = newEmail(world);
      const { dropped } = mailer;
      await transaction((tx) => queueMails(tx, ending(organization.id, [email])));
      await world.clock.later(86_400, () => mailer.sendDue());
      expect(mailServer.mailsTo(email)).to.deep.equal([]);
      expect(mailer.dropped).to.equal(dropped + 1);
      expect(await storedMails(world, email)).to.deep.equal([]);
    });

    it('sends a mail that another node has taken over only after its lease', async () => {
      const { world, mailServer, mailer } = setting;
      const { organization } = await newInviteSetting(world);
      const email = newEmail(world);
      await transaction(async (tx) => {
        await queueMails(tx, ending(organization.id, [email]));
        const due = await tx.stores.mails.listDue('2030-01-01T00:00:00.000Z', 1000);
        await tx.stores.mails.lease(
          due.map(({ id }: { id: string }) => id),
          '2030-01-01T00:10:00.000Z',
        );
      });
      await world.clock.later(599, () => mailer.sendDue());
      expect(mailServer.mailsTo(email)).to.deep.equal([]);
      await world.clock.later(600, () => mailer.sendDue());
      expect(mailServer.mailsTo(email)).to.have.length(1);
    });

    it('does not invite one address more than five times a day for one organization', async () => {
      const { world, mailServer, mailer } = setting;
      const { admin, organization } = await newInviteSetting(world);
      const { admin: other } = await newInviteSetting(world);
      const email = newEmail(world);
      for (let number = 0; number < 5; number += 1) await inviteByMail(setting, admin, email);
      const last = readLink(await mailedLink(setting, email, 'signupinvite'));
      const again = await world.call('inviteUsers', { as: admin, body: { inviteeEmails: [email] } });
      expectError(again, 400, 'BadRequest', /No invitation can be mailed/);
      const { id } = (await world.server.parts.stores.users.findByUsername(email))!;
      const membershipId = await membershipOf(world, organization, { id });
      const resent = await world.call('resendInvitation', { as: admin, body: { membershipId } });
      expectError(resent, 400, 'BadRequest', /No invitation can be mailed/);
      await mailer.idle();
      expect(mailServer.mailsTo(email)).to.have.length(5);
      expect((await world.call('inspectInvitation', { body: last })).status, 'the last link').to.equal(200);
      await inviteByMail(setting, other, email);
      expect(mailServer.mailsTo(email)).to.have.length(6);
    });

    it('sends at most 500 mails of an organization in an hour, and the others later', async () => {
      const { world, mailServer, mailer } = setting;
      const { organization } = await newInviteSetting(world);
      const { organization: other } = await newInviteSetting(world);
      const [email, unaffected] = [newEmail(world), newEmail(world)];
      await transaction(async (tx) => {
        const earlier = Array.from({ length: 500 }, (_, index) => `earlier-${index}@example.com`);
        await queueMails(tx, ending(organization.id, earlier));
        for (const { id } of await tx.stores.mails.listDue('2030-01-01T00:00:00.000Z', 1000))
          await tx.stores.mails.finish({ id, attempts: 0 }, { sentAt: '2030-01-01T00:00:00.000Z', sealedContent: '' });
        await queueMails(tx, ending(organization.id, [email]));
        await queueMails(tx, ending(other.id, [unaffected]));
      });
      await mailer.sendDue();
      expect(mailServer.mailsTo(unaffected)).to.have.length(1);
      await world.clock.later(3599, () => mailer.sendDue());
      expect(mailServer.mailsTo(email)).to.deep.equal([]);
      await world.clock.later(3599 + 601, () => mailer.sendDue());
      expect(mailServer.mailsTo(email)).to.have.length(1);
    });

    it('cannot be given other recipients or headers by an address or a name', async () => {
      const { world, mailServer, mailer } = setting;
      const { organization } = await newInviteSetting(world);
      const email = newEmail(world);
      const bad = [
        `${email}, other@example.com`,
        `${email}\r\nBcc: other@example.com`,
        `"a b"@example.com`,
        `<${email}>`,
        'no address',
        `${'a'.repeat(65)}@example.com`,
      ];
      const name = 'A\r\nBcc: other@example.com\r\n\r\n<b>B</b>';
      const count = await transaction((tx) => queueMails(tx, ending(organization.id, [...bad, email], name)));
      expect(count).to.equal(1);
      await mailer.sendDue();
      const [mail] = mailServer.mailsTo(email);
      expect(mail!.headers).not.to.match(/bcc/i);
      expect(mail!.body)
        .to.include('"A Bcc: other@example.com <b>B</b>" ends soon')
        .and.include('&quot;A Bcc: other@example.com &lt;b&gt;B&lt;/b&gt;&quot;');
      expect(mailServer.mailsTo('other@example.com')).to.deep.equal([]);
    });

    it('is counted by the metrics', async () => {
      const { world, mailer } = setting;
      const { render } = await createMetrics(world.server.parts, world.server.outgoing);
      const { admin } = await newInviteSetting(world);
      await inviteByMail(setting, admin, newEmail(world));
      expect(mailer.sent).to.be.greaterThan(0);
      expect(await render())
        .to.contain(`sallyport_mails_sent_total ${mailer.sent}\n`)
        .and.contain(`sallyport_mails_retried_total ${mailer.retried}\n`)
        .and.contain(`sallyport_mails_dropped_total ${mailer.dropped}\n`);
    });

    it('is sent once by concurrent senders and nodes', async () => {
      const { world, mailServer, mailer, environment } = setting;
      const { organization } = await newInviteSetting(world);
      const emails = Array.from({ length: 12 }, () => newEmail(world));
      // SQLite has one node.
      const other = kind === 'postgres' ? (await ownWorld(environment)).server.parts.mailer! : mailer;
      await transaction((tx) => queueMails(tx, ending(organization.id, emails)));
      await Promise.all([mailer.sendDue(), other.sendDue()]);
      await Promise.all([mailer.idle(), other.idle()]);
      expect(emails.map((email) => mailServer.mailsTo(email).length)).to.deep.equal(emails.map(() => 1));
    });
  });
}
