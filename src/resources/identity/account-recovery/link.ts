import { timestamp } from '../../../platform/clock.ts';
import type { PublicScope } from '../../../scope.ts';
import type { UserRow } from '../../organization/organization-users/store.ts';
import { newCode } from './codes.ts';
import type { PasswordResetRow } from './store.ts';

export interface ResetLink extends Pick<PasswordResetRow, 'expiresAt'> {
  readonly email: string;
  readonly link: string;
}

const addressOf = ({ email, username }: Pick<UserRow, 'email' | 'username'>): string => email ?? username;

export const buildResetLink = ({ config }: Pick<PublicScope, 'config'>, code: string, email: string): string => {
  const url = new URL('/account-recovery-reset', config.siteUrl);
  url.search = new URLSearchParams({ token: code, to: email }).toString();
  return url.href;
};

/** Queues the mail with the link; false without a mail server, and for somebody who was sent too many. */
const mailCode = async (tx: PublicScope, user: UserRow, code: string): Promise<boolean> => {
  const { organizations } = tx.stores;
  // Mails are counted for an organization: for one of the user's, or for the first one if there is none.
  const [organization] = [
    ...(await organizations.listOfMember({ userId: user.id })),
    ...(await organizations.search('', { offset: 0, limit: 1 })),
  ];
  if (!tx.mailer || !organization) return false;
  const mails = [{ recipient: addressOf(user), content: { userId: user.id, code } }];
  return (await tx.mailer.enqueue(tx, { organizationId: organization.id, kind: 'password-reset', mails })) > 0;
};

/**
 * Mails a link to reset the password of the account; false if nothing was mailed. Then an earlier link stays valid:
 * otherwise a stranger who asks often enough could make the last link useless that the owner was sent.
 */
export const mailLink = async (tx: PublicScope, user: UserRow): Promise<boolean> => {
  const { code, stored } = newCode(tx);
  if (!(await mailCode(tx, user, code))) return false;
  const createdAt = timestamp(tx.clock.now());
  await tx.stores.passwordResets.put({ userId: user.id, ...stored, createdBy: null, createdAt });
  return true;
};

/** Creates a link for an administrator to pass on, and mails it too if it can be mailed. */
export const createLink = async (tx: PublicScope, user: UserRow, createdBy: string): Promise<ResetLink> => {
  const { code, stored } = newCode(tx);
  const createdAt = timestamp(tx.clock.now());
  await tx.stores.passwordResets.put({ userId: user.id, ...stored, createdBy, createdAt });
  await mailCode(tx, user, code);
  return { email: addressOf(user), link: buildResetLink(tx, code, user.username), expiresAt: stored.expiresAt };
};
