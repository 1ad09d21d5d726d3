import { badRequest, notFound } from '../../../platform/errors.ts';
import type { OrganizationMembershipRow } from '../memberships/store.ts';
import type { OrganizationRow } from '../../../access/organization.ts';

/** 400 if no administrator would remain; `leaving` are the ids of the memberships that end. */
export const requireAdministrator = (
  administrators: readonly OrganizationMembershipRow[],
  leaving: readonly string[],
): void => {
  if (administrators.length > 0 && administrators.every(({ id }) => leaving.includes(id))) {
    throw badRequest(
      'This would leave the organization without an active administrator. Make another user an administrator first.',
    );
  }
};

/** 400 if one of the users has to be able to sign in when the single sign-on that is enforced fails. */
export const requireNotBreakGlass = (
  organization: Pick<OrganizationRow, 'name' | 'authEnforced' | 'breakGlassUserId'> | undefined,
  leavingUserIds: readonly (string | null)[],
): void => {
  if (organization?.authEnforced && leavingUserIds.includes(organization.breakGlassUserId))
    throw badRequest(
      `This is the administrator of "${organization.name}" who can sign in when single sign-on fails. Name another one first (breakGlassUserId of the organization), or stop enforcing single sign-on.`,
    );
};

export const organizationUserNotFound = () => notFound('User not found in this organization.');
