import { expect } from 'chai';
import { setImmediate } from 'node:timers/promises';
import type { Response } from 'supertest';
import type { Mailer } from '../../src/mail/mailer.ts';
import { TestMailServer } from '../support/clients/mail-server.ts';
import { readResetLink } from '../support/fixtures/password-resets.ts';
import { readLink, type Invitation } from '../support/fixtures/people.ts';
import { newStorage, ownWorld, type DatabaseKind, type Environment, type World } from '../support/world/world.ts';

export interface MailWorld {
  readonly world: World;
  readonly mailServer: TestMailServer;
  readonly mailer: Mailer;
  /** The settings, for another node. */
  readonly environment: Environment;
}

export const mailFrom = 'Sallyport <sallyport@example.com>';

/** A server that sends mail to a real mail server. */
export const startWithMail = async (kind: DatabaseKind, more: Environment = {}): Promise<MailWorld> => {
  const mailServer = await TestMailServer.start();
  const environment = { ...(await newStorage(kind)), SMTP_URL: mailServer.url, MAIL_FROM: mailFrom, ...more };
  const world = await ownWorld(environment);
  return { world, mailServer, mailer: world.server.parts.mailer!, environment };
};

const linksTo = ({ mailServer }: MailWorld, email: string, page: string): string[] =>
  mailServer.mailsTo(email).flatMap(({ body }) => body.match(new RegExp(`http://\\S+/${page}\\S+`)) ?? []);

/** The newest link of this page in the mails to the address, once its mail has arrived. */
export const mailedLink = async (setting: MailWorld, email: string, page: string): Promise<string> => {
  await setting.mailer.idle();
  const link = linksTo(setting, email, page).at(-1);
  if (link === undefined) throw new Error(`no link to ${page} was mailed to ${email}`);
  return link;
};

/** Invites somebody without an account, whose mailbox alone gets the link. */
export const inviteByMail = async (setting: MailWorld, as: { token: string }, email: string): Promise<Invitation> => {
  const { status, body } = await setting.world.call('inviteUsers', { as, body: { inviteeEmails: [email] } });
  expect(status, JSON.stringify(body)).to.equal(200);
  expect(body).to.deep.include({ completeInviteLinks: [], mailedInvitations: [email] });
  return readLink(await mailedLink(setting, email, 'signupinvite'));
};

/** Sets a new password with a mailed link, as somebody who forgot theirs. */
export const resetByMail = async (
  setting: MailWorld,
  email: string,
  change: { newPassword: string; removeSecondFactor?: boolean },
): Promise<Response> => {
  const { world } = setting;
  const links = () => linksTo(setting, email, 'account-recovery-reset');
  const count = links().length;
  await world.call('requestPasswordReset', { body: { email } });
  // It is mailed after the response.
  while (links().length === count) await setImmediate();
  const { body } = await world.call('verifyPasswordReset', { body: readResetLink(links().at(-1)!) });
  return world.call('resetPassword', { as: { token: body.token as string }, body: change });
};
