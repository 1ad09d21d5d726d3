import type { MailContents } from '../../../mail/contents.ts';
import type { MailText } from '../../../mail/text.ts';
import type { PublicScope } from '../../../scope.ts';
import { matchesCode } from './codes.ts';
import { buildLink } from './service.ts';

/** Composes the mail of an invitation; undefined if it was used or replaced, or has expired. */
export const composeInvitation = async (
  scope: Pick<PublicScope, 'stores' | 'keyring' | 'clock' | 'config'>,
  { membershipId, code }: MailContents['invitation'],
): Promise<MailText | undefined> => {
  const invitation = await scope.stores.invitations.findById(membershipId);
  if (!invitation || !matchesCode(scope, 'invitation', code, invitation)) return undefined;
  const { username, organizationId, organizationName, expiresAt } = invitation;
  return {
    subject: 'You are invited to Sallyport',
    paragraphs: [
      `You are invited to the organization "${organizationName}". With this link you join it:`,
      { link: buildLink(scope, code, username, organizationId).link },
      `The link works once, until ${expiresAt}. Whoever has it can join in your place: do not pass it on. If you do not expect this invitation, ignore it.`,
    ],
  };
};
