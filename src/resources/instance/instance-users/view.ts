import type { Reply } from '../../../contract.ts';
import type { IdentityRow } from '../../identity/identities/store.ts';
import type { UserRow } from '../../organization/organization-users/store.ts';

type InstanceUser = Reply<'listInstanceUsers'>['users'][number];
type InstanceIdentity = Reply<'listInstanceIdentities'>['identities'][number];

export const instanceUserView = ({
  id,
  username,
  email,
  firstName,
  lastName,
  passwordHash,
  superAdmin,
  addressProvedAt,
}: UserRow): InstanceUser => ({
  id,
  username,
  email,
  firstName,
  lastName,
  isEmailVerified: passwordHash !== null,
  authMethods: ['email'],
  publicKey: null,
  superAdmin,
  isAddressProved: addressProvedAt !== null,
});

export const instanceIdentityView = ({ id, name, isInstanceAdmin }: IdentityRow): InstanceIdentity => ({
  id,
  name,
  isInstanceAdmin,
});
