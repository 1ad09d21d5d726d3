import { timestamp } from '../../../platform/clock.ts';
import { badRequestIfTaken } from '../../../platform/db/errors.ts';
import type { Scope } from '../../../scope.ts';
import { identityNotFound } from '../identities/guard.ts';
import type { IdentityRow } from '../identities/store.ts';
import { requireTtlWithinMaximum } from '../access-tokens/settings.ts';
import { oidcAuthGone, oidcAuthNotFound, requireBinding } from './guard.ts';
import type { OidcAuthRow } from './store.ts';
import { ofIdentity } from '../../../transaction-keys.ts';

/** Omits the CA certificate from audit entries, because it is long. */
const auditedColumns = ({ caCert: _, ...columns }: Partial<OidcAuthRow>): Partial<OidcAuthRow> => columns;

export const attach = async (
  scope: Scope,
  identity: IdentityRow,
  columns: Partial<OidcAuthRow>,
): Promise<OidcAuthRow> => {
  const now = timestamp(scope.clock.now());
  const { id: identityId, organizationId } = identity;
  const row = {
    claimMetadataMapping: null,
    // The contract fills in every other default.
    ...(columns as Omit<OidcAuthRow, 'id' | 'claimMetadataMapping'>),
    id: scope.ids.uuid(),
    identityId,
    createdAt: now,
    updatedAt: now,
  };
  const attachment = scope.transaction(ofIdentity(identity), async ({ stores, audit }) => {
    if (!(await stores.identities.findById(organizationId, identityId))) throw identityNotFound();
    await stores.oidcAuths.insert(row);
    await audit.record({ type: 'add-identity-oidc-auth', metadata: { identityId, ...auditedColumns(columns) } });
  });
  await badRequestIfTaken(attachment, 'This machine identity has OIDC auth already. Change it with PATCH.');
  return row;
};

export const change = async (
  scope: Scope,
  identity: IdentityRow,
  columns: Partial<OidcAuthRow>,
): Promise<OidcAuthRow> => {
  const updatedAt = timestamp(scope.clock.now());
  return scope.transaction(ofIdentity(identity), async ({ stores, audit }) => {
    const stored = await stores.oidcAuths.findByIdentity(identity.id);
    if (!stored) throw oidcAuthNotFound();
    if (Object.keys(columns).length === 0) return stored;
    const changed = { ...stored, ...columns, updatedAt };
    requireTtlWithinMaximum(changed);
    requireBinding(changed);
    await stores.oidcAuths.update(stored.id, { ...columns, updatedAt });
    await audit.record({
      type: 'update-identity-oidc-auth',
      metadata: { identityId: stored.identityId, ...auditedColumns(columns) },
    });
    return changed;
  });
};

/** Removes the configuration, and ends the tokens. */
export const detach = async (scope: Scope, identity: IdentityRow): Promise<OidcAuthRow> =>
  scope.transaction(ofIdentity(identity), async ({ stores, audit }) => {
    const stored = await stores.oidcAuths.findByIdentity(identity.id);
    if (!stored) throw oidcAuthGone();
    await stores.oidcAuths.delete(stored.id);
    await stores.accessTokens.deleteOfIdentity(identity.id, 'oidc-auth');
    await audit.record({ type: 'revoke-identity-oidc-auth', metadata: { identityId: identity.id } });
    return stored;
  });
