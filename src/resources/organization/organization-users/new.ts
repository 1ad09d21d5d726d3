import { timestamp } from '../../../platform/clock.ts';
import type { PublicScope } from '../../../scope.ts';
import type { UserRow } from './store.ts';

/** Builds the row of an account that nobody has signed in to yet; does not store it. */
export const newAccount = (
  { ids, clock }: Pick<PublicScope, 'ids' | 'clock'>,
  email: string,
  { firstName, lastName }: Pick<UserRow, 'firstName' | 'lastName'> = { firstName: null, lastName: null },
): UserRow => {
  const now = timestamp(clock.now());
  return {
    id: ids.uuid(),
    username: email,
    email,
    firstName,
    lastName,
    passwordHash: null,
    superAdmin: false,
    addressProvedAt: null,
    firstOrganizationId: null,
    createdAt: now,
    updatedAt: now,
  };
};
