import { expect } from 'chai';
import { setImmediate } from 'node:timers/promises';
import { closeMailServers } from '../../support/clients/mail-server.ts';
import { entriesWhere } from '../../support/expect/audit.ts';
import { goodPassword, newEmail } from '../../support/fixtures/people.ts';
import { startWithMail, type MailWorld } from '../../mail/fixtures.ts';
import { onDatabase } from '../../support/world/world.ts';
import { readResetLink, reset, verifyReset } from '../../support/fixtures/password-resets.ts';

const linkIn = (body: string): string => /http:\/\/\S+account-recovery-reset\S+/.exec(body)![0];

after(closeMailServers);

describe('requestPasswordReset', () => {
  let setting: MailWorld;
  before(async () => {
    setting = await startWithMail('sqlite');
  });
  const request = (email: string) => setting.world.call('requestPasswordReset', { body: { email } });
  const newUser = async () => setting.world.newUser(await setting.world.newOrganization(), 'member');
  /** Waits for mails, which are sent after the response. */
  const received = async (email: string, count: number) => {
    while (setting.mailServer.mailsTo(email).length < count) await setImmediate();
    return setting.mailServer.mailsTo(email);
  };
  const ask = async (email: string, count: number) => {
    expect((await request(email)).status).to.equal(200);
    return received(email.toLowerCase(), count);
  };

  it('mails a link that resets the password', async () => {
    const { world } = setting;
    const user = await newUser();
    const [mail] = await ask(user.email.toUpperCase(), 1);
    expect(mail!.headers).to.match(/^Subject: Reset your Sallyport password\r$/m);
    const link = linkIn(mail!.body);
    expect(link).to.match(/^http:\/\/localhost:0\/account-recovery-reset\?token=[0-9a-f]{64}&to=[^&@+]+$/);
    const { body } = await verifyReset(world, readResetLink(link));
    expect((await reset(world, body.token, goodPassword)).status).to.equal(200);
    const [entry] = await entriesWhere(world, { actorId: user.id, eventType: 'reset-password' });
    expect(entry!.eventMetadata).to.deep.equal({ userId: user.id });
    expect(await entriesWhere(world, { actorId: user.id, eventType: 'request-password-reset' })).to.have.length(1);
  });

  it('answers alike for every address, and mails only accounts with a password', async () => {
    const { world, mailServer } = setting;
    const user = await newUser();
    const admin = await world.newUser(await world.newOrganization(), 'admin');
    const invited = newEmail(world);
    await world.call('inviteUsers', { as: admin, body: { inviteeEmails: [invited] } });
    const addresses = [invited, 'nobody@example.com', 'no address', user.email];
    const answers = [];
    for (const email of addresses) answers.push(await request(email));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`))).to.have.length(1);
    await received(user.email, 1);
    const sentTo = (email: string) => mailServer.mailsTo(email).filter(({ body }) => body.includes('recovery-reset'));
    expect(sentTo(invited)).to.deep.equal([]);
    expect(sentTo('nobody@example.com')).to.deep.equal([]);
  });

  it('mails an account five times a day, and leaves the last link valid after that', async () => {
    const { world } = setting;
    const user = await newUser();
    for (let count = 1; count <= 5; count += 1) await ask(user.email, count);
    await request(user.email);
    await request(user.email);
    const other = await newUser();
    await ask(other.email, 1);
    const mails = setting.mailServer.mailsTo(user.email);
    expect(mails).to.have.length(5);
    expect((await verifyReset(world, readResetLink(linkIn(mails[4]!.body)))).status).to.equal(200);
  });
});

onDatabase('sqlite', 'requestPasswordReset without a mail server', (world) => {
  it('answers in the same way, and does nothing', async () => {
    const user = await world().newUser(await world().newOrganization(), 'member');
    const { status, body } = await world().call('requestPasswordReset', { body: { email: user.email } });
    expect(status).to.equal(200);
    expect(body.message).to.match(/^If there is an account/);
    const rows = await world().server.parts.database.read('password_resets').where({ userId: user.id });
    expect(rows).to.deep.equal([]);
  });
});
