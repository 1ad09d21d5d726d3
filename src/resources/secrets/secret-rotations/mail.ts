import type { MailContents } from '../../../mail/contents.ts';
import type { MailText } from '../../../mail/text.ts';

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
