import type { components } from '../../../../generated/api.d.ts';

/** A machine identity as a member of the organization. */
export type Identity = components['schemas']['IdentityMembership'];

/** The slug of its role in the organization. */
export const roleOf = ({ role, customRole }: Identity): string => customRole?.slug ?? role;

export const pathOf = ({ identityId }: Identity) => ({ path: { identityId } });
