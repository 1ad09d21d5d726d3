import type { Link, NewLink } from './service.ts';

/** Shows the link, unless it is only for the mailbox of the invited user. */
export const linkView = ({ email, link, isOnlyMailed }: NewLink): { signupToken?: Link } =>
  isOnlyMailed ? {} : { signupToken: { email, link } };

export const linksView = (links: readonly NewLink[]): { completeInviteLinks: Link[]; mailedInvitations: string[] } => ({
  completeInviteLinks: links.filter(({ isOnlyMailed }) => !isOnlyMailed).map(({ email, link }) => ({ email, link })),
  mailedInvitations: links.filter(({ isOnlyMailed }) => isOnlyMailed).map(({ email }) => email),
});
