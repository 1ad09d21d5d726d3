import type { Reply } from '../../../contract.ts';
import type { UserRow } from '../../organization/organization-users/store.ts';
import type { ServiceTokenRow } from './store.ts';

type OwnToken = Reply<'getOwnServiceToken'>;

export const serviceTokenView = (row: ServiceTokenRow): Reply<'deleteServiceToken'>['serviceTokenData'] => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes.map(({ environment, secretPath }) => ({ environment, secretPath })),
  permissions: [...row.permissions],
  lastUsed: row.lastUsed,
  expiresAt: row.expiresAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  createdBy: row.createdBy,
  projectId: row.projectId,
  expiryNotificationSent: false,
});

const creatorView = ({ id, email, firstName, lastName, createdAt, updatedAt }: UserRow): OwnToken['user'] => ({
  id,
  _id: id,
  __v: 0,
  email,
  firstName,
  lastName,
  authMethods: ['email'],
  devices: null,
  mfaMethods: null,
  createdAt,
  updatedAt,
});

/** Shows a token with the field names that the CLI, the Kubernetes operator and Terraform read. */
export const ownServiceTokenView = (row: ServiceTokenRow, creator: UserRow | undefined): OwnToken => ({
  ...serviceTokenView(row),
  _id: row.id,
  __v: 0,
  workspace: row.projectId,
  encryptedKey: row.encryptedKey,
  iv: row.iv,
  tag: row.tag,
  user: creator ? creatorView(creator) : null,
});
