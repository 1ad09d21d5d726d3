import type { ProjectRow } from '../../../access/project.ts';
import type { MailContents } from '../../../mail/contents.ts';
import type { MailText } from '../../../mail/text.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { PublicScope } from '../../../scope.ts';
import { addressOf } from '../reminders/audience.ts';
import type { SecretRotation } from './store.ts';

/** The most users who are told of one failure. */
const maxContacts = 100;

/** Queues a mail to each administrator of the project, if there is a mail server. */
export const queueFailureMails = async (
  tx: PublicScope,
  { name, environmentSlug, path }: SecretRotation,
  { id, organizationId, name: projectName }: ProjectRow,
  message: string,
): Promise<void> => {
  if (!tx.mailer) return;
  const now = timestamp(tx.clock.now());
  const contacts = await tx.stores.projectUsers.listAdministrators({ id, organizationId }, now, maxContacts);
  const content = { projectName, rotationName: name, environment: environmentSlug, path, message };
  await tx.mailer.enqueue(tx, {
    organizationId,
    kind: 'rotation-failed',
    mails: contacts.map((contact) => ({ recipient: addressOf(contact), content })),
  });
};

/** Composes the mail about a rotation that fails. */
export const composeRotationFailure = ({
  projectName,
  rotationName,
  environment,
  path,
  message,
}: MailContents['rotation-failed']): Promise<MailText> =>
  Promise.resolve({
    subject: 'A rotation of secrets fails',
    paragraphs: [
      `The rotation "${rotationName}" in ${path} of ${environment} in the project "${projectName}" has failed three times in a row. The secrets still hold the last password that was set completely.`,
      { items: [message] },
      'It is tried again every two hours. This mail is not sent again before it has succeeded once.',
    ],
  });
