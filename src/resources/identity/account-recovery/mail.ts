import type { MailContents } from '../../../mail/contents.ts';
import type { MailText } from '../../../mail/text.ts';
import type { PublicScope } from '../../../scope.ts';
import { matchesReset } from './codes.ts';
import { buildResetLink } from './link.ts';

const firstProof =
  'It also confirms your e-mail address, for the first time. Because somebody else may have used the account before, the second factor, passkeys, recovery codes and links to single sign-on that were set up until then are removed.';

/** Composes the mail of a password reset; undefined if it was used or replaced, or has expired. */
export const composePasswordReset = async (
  scope: Pick<PublicScope, 'stores' | 'keyring' | 'clock' | 'config'>,
  { userId, code }: MailContents['password-reset'],
): Promise<MailText | undefined> => {
  const reset = await scope.stores.passwordResets.findOfUser(userId);
  if (!reset || !matchesReset(scope, 'password-reset', code, reset)) return undefined;
  const { username, expiresAt, createdBy, addressProvedAt } = reset;
  return {
    subject: 'Reset your Sallyport password',
    paragraphs: [
      createdBy === null
        ? 'Somebody asked for a new password of your account, probably you. With this link you set it:'
        : 'An administrator created this link for you, to set a new password of your account:',
      { link: buildResetLink(scope, code, username) },
      ...(addressProvedAt === null ? [firstProof] : []),
      `The link works once, until ${expiresAt}. Whoever has it can set your password: do not pass it on. If you do not need a new password, ignore this mail: nothing has changed.`,
    ],
  };
};
