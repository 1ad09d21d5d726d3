import type { Reply } from '../../../contract.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { authMethodsOf, lockedAuthMethodsOf, metadataView } from '../../identity/identities/view.ts';
import type { OwnedIdentity } from './service.ts';

export const ownedIdentityView = (
  { identity, metadata }: OwnedIdentity,
  now: Timestamp,
): Reply<'getProjectOwnedIdentity'>['identity'] => ({
  id: identity.id,
  name: identity.name,
  orgId: identity.organizationId,
  projectId: identity.projectId,
  createdAt: identity.createdAt,
  updatedAt: identity.updatedAt,
  hasDeleteProtection: identity.hasDeleteProtection,
  activeLockoutAuthMethods: lockedAuthMethodsOf(identity, now),
  authMethods: authMethodsOf(identity),
  metadata: metadata.map(metadataView),
});
