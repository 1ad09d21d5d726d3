import type { MailContents } from '../../../mail/contents.ts';
import type { MailText } from '../../../mail/text.ts';

/** Composes the mail about credentials that could not be revoked. */
export const composeRevocationFailure = ({
  projectName,
  dynamicSecretName,
  environment,
  path,
  username,
  message,
}: MailContents['revocation-failed']): Promise<MailText> =>
  Promise.resolve({
    subject: 'Credentials could not be revoked',
    paragraphs: [
      `A lease of the dynamic secret "${dynamicSecretName}" in ${path} of ${environment} in the project "${projectName}" could not be revoked three times in a row, so that the user "${username}" may still have access.`,
      { items: [message] },
      'It is tried again until it succeeds, at last every four hours. This mail is not sent again for other leases of the dynamic secret while one has failed so often.',
    ],
  });
