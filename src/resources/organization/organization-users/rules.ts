import { badRequest } from '../../../platform/errors.ts';
import type { OrganizationMembershipRow } from '../memberships/store.ts';

/** 400 when nobody would be left to administer the organization; those who leave are named by their memberships. */
export const requireAdministrator = (
  administrators: readonly OrganizationMembershipRow[],
  leaving: readonly string[],
): void => {
  if (administrators.length > 0 && administrators.every(({ id }) => leaving.includes(id))) {
    throw badRequest(
      'This would leave the organization without an active administrator. Make somebody else one first.',
    );
  }
};
