import type { Reply } from '../../../contract.ts';
import type { Factors } from '../second-factor/find.ts';
import type { SessionRow } from '../sessions/store.ts';
import type { UserRow } from '../../organization/organization-users/store.ts';

type OwnAccount = Reply<'getOwnAccount'>['user'];
type OwnAccountWithKeys = Reply<'getOwnAccountInOrganization'>['user'];
type OwnSession = Reply<'listOwnSessions'>[number];

type SecondFactorState = Pick<Factors, 'isEnabled' | 'methods'>;

/** Shows the fields that all API generations share; features that the server does not have get constant values. */
const accountView = ({ passwordHash, ...user }: UserRow, factor: SecondFactorState) => ({
  id: user.id,
  username: user.username,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  authMethods: ['email' as const],
  superAdmin: user.superAdmin,
  isAccepted: passwordHash !== null,
  isMfaEnabled: factor.isEnabled,
  selectedMfaMethod: factor.methods[0] ?? null,
  devices: [],
  isGhost: false,
  isEmailVerified: passwordHash !== null,
  isAddressProved: user.addressProvedAt !== null,
  isLocked: false,
  temporaryLockDateEnd: null,
  consecutiveFailedMfaAttempts: 0,
  consecutiveFailedPasswordAttempts: 0,
  isGoogleVerified: false,
  isGitHubVerified: false,
  isGitLabVerified: false,
  createdAt: user.createdAt,
  updatedAt: user.updatedAt,
});

export const ownAccountView = (user: UserRow, factor: SecondFactorState): OwnAccount => ({
  ...accountView(user, factor),
  lastSeenAnnouncementId: null,
  encryptionVersion: 2,
});

export const ownAccountWithKeysView = (user: UserRow, factor: SecondFactorState): OwnAccountWithKeys => ({
  mfaMethods: factor.methods.length > 0 ? [...factor.methods] : null,
  publicKey: null,
  protectedKey: null,
  protectedKeyIV: null,
  protectedKeyTag: null,
  encryptedPrivateKey: null,
  iv: null,
  tag: null,
  salt: null,
  ...accountView(user, factor),
});

export const ownSessionView = (
  { id, ip, userAgent, createdAt, lastUsedAt, userId, authMethod, mfaMethod, authenticatedAt }: SessionRow,
  currentId: string,
): OwnSession => ({
  id,
  ip,
  userAgent,
  refreshVersion: 1,
  accessVersion: 1,
  lastUsed: lastUsedAt,
  createdAt,
  updatedAt: createdAt,
  userId,
  authMethod,
  mfaMethod,
  authenticatedAt,
  isCurrent: id === currentId,
});
