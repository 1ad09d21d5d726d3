import { badRequest, notFound } from '../../../platform/errors.ts';
import type { OrganizationMembershipRow } from '../memberships/store.ts';

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

export const organizationUserNotFound = () => notFound('User not found in this organization.');
