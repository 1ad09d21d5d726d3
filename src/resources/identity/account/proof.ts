import type { Timestamp } from '../../../platform/clock.ts';
import type { Stores } from '../../../stores.ts';
import type { UserRow } from '../../organization/organization-users/store.ts';
import { removeFactors } from '../second-factor/remove.ts';

/**
 * Whether the account may join the organization by an invitation. Whoever had the first link may have completed it in
 * the place of the owner of its address, so until that owner has shown up, it belongs to the organization of that link.
 */
export const mayJoin = (
  { addressProvedAt, firstOrganizationId }: Pick<UserRow, 'addressProvedAt' | 'firstOrganizationId'>,
  organizationId: string,
): boolean => addressProvedAt !== null || firstOrganizationId === organizationId;

/** In a transaction: removes every way to sign in to the account except its password, and ends its sessions. */
export const removeSignIns = async (stores: Stores, userId: string): Promise<void> => {
  await removeFactors(stores, userId);
  await stores.signOnLinks.deleteOfUser(userId);
};

/**
 * In a transaction that sets the password: stores that the owner of the address has set it. True for the first time, when
 * everything else that signs in to the account is removed: somebody else may have set it up.
 */
export const proveAddress = async (stores: Stores, userId: string, now: Timestamp): Promise<boolean> => {
  if (!(await stores.users.proveAddress(userId, now))) return false;
  await removeSignIns(stores, userId);
  return true;
};
