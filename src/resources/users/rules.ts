import { badRequest, ValidationFailure } from '../../platform/errors.ts';
import type { OrganizationMembershipRow } from '../memberships/store.ts';

/** 422 when a key occurs twice, which the contract's schema cannot say. */
export const requireDistinctKeys = (metadata: readonly { key: string }[]): void => {
  const keys = metadata.map(({ key }) => key);
  const again = keys.flatMap((key, index) => (keys.indexOf(key) < index ? [index] : []));
  if (again.length === 0) return;
  throw new ValidationFailure(again.map((index) => ({ code: 'invalid', in: 'body', path: ['metadata', String(index), 'key'], message: 'must not occur twice' })));
};

/** 400 when nobody would be left to administer the organization; those who leave are named by their memberships. */
export const requireAdministrator = (administrators: readonly OrganizationMembershipRow[], leaving: readonly string[]): void => {
  if (administrators.length > 0 && administrators.every(({ id }) => leaving.includes(id))) {
    throw badRequest('This would leave the organization without an active administrator. Make somebody else one first.');
  }
};
