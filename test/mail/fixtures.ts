import type { Mailer } from '../../src/mail/mailer.ts';
import { TestMailServer } from '../support/clients/mail-server.ts';
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
export const startWithMail = async (kind: DatabaseKind): Promise<MailWorld> => {
  const mailServer = await TestMailServer.start();
  const environment = { ...(await newStorage(kind)), SMTP_URL: mailServer.url, MAIL_FROM: mailFrom };
  const world = await ownWorld(environment);
  return { world, mailServer, mailer: world.server.parts.mailer!, environment };
};
