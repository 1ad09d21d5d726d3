import type { components } from '../../../../generated/api.d.ts';

/** Somebody as a member of the organization. */
export type Person = components['schemas']['MembershipWithUser'];

/** What is said next to the name; undefined for those who simply are a member. */
export const stateOf = ({ status, isActive }: Person): string | undefined => {
  if (!isActive) return 'Deactivated';
  return status === 'invited' ? 'Invited' : undefined;
};
