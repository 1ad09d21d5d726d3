import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequestIfTaken } from '../../../platform/db/errors.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { issueAccessToken, type IssuedToken } from '../access-tokens/issue.ts';
import { identityNotFound } from '../identities/guard.ts';
import type { IdentityRow } from '../identities/store.ts';
import type { TokenOfIdentity } from './guard.ts';
import { newTokenAuth } from './new.ts';
import { requireTtlWithinMaximum, toTrustedIps, type TokenSettingsInput } from '../access-tokens/settings.ts';
import type { AccessTokenRow, TokenSettings } from '../access-tokens/store.ts';
import { ofIdentity } from '../../../transaction-keys.ts';

export const tokenAuthNotFound = () => notFound('This machine identity has no token auth. Attach it first.');

const findSettings = async ({ stores }: Pick<Scope, 'stores'>, identityId: string): Promise<TokenSettings> => {
  const settings = await stores.tokenAuths.findByIdentity(identityId);
  if (!settings) throw tokenAuthNotFound();
  return settings;
};

/** Converts the sent settings to columns. */
const toSettings = ({
  accessTokenTTL,
  accessTokenMaxTTL,
  accessTokenNumUsesLimit,
  accessTokenPeriod,
  accessTokenTrustedIps,
}: TokenSettingsInput) => ({
  ...(accessTokenTTL !== undefined && { accessTokenTTL }),
  ...(accessTokenMaxTTL !== undefined && { accessTokenMaxTTL }),
  ...(accessTokenNumUsesLimit !== undefined && { accessTokenNumUsesLimit }),
  ...(accessTokenPeriod !== undefined && { accessTokenPeriod }),
  ...(accessTokenTrustedIps && { accessTokenTrustedIps: toTrustedIps(accessTokenTrustedIps) }),
});

export const attach = async (
  scope: Scope,
  identity: IdentityRow,
  input: Request<'attachTokenAuth'>['body'],
): Promise<TokenSettings> => {
  const settings = { ...newTokenAuth(scope, identity.id), ...toSettings(input) };
  const attachment = scope.transaction(ofIdentity(identity), async ({ stores, audit }) => {
    if (!(await stores.identities.findById(identity.organizationId, identity.id))) throw identityNotFound();
    await stores.tokenAuths.insert(settings);
    await audit.record({
      type: 'add-identity-token-auth',
      metadata: { identityId: identity.id, ...toSettings(input) },
    });
  });
  await badRequestIfTaken(attachment, 'This machine identity has token auth already. Change it with PATCH.');
  return settings;
};

export const changeSettings = async (
  scope: Scope,
  identity: IdentityRow,
  input: TokenSettingsInput,
): Promise<TokenSettings> =>
  scope.transaction(ofIdentity(identity), async (tx) => {
    const settings = await findSettings(tx, identity.id);
    const changes = toSettings(input);
    if (Object.keys(changes).length === 0) return settings;
    const changed = { ...settings, ...changes, updatedAt: timestamp(tx.clock.now()) };
    requireTtlWithinMaximum(changed);
    await tx.stores.tokenAuths.update(identity.id, { ...changes, updatedAt: changed.updatedAt });
    await tx.audit.record({ type: 'update-identity-token-auth', metadata: { identityId: identity.id, ...changes } });
    return changed;
  });

/** Removes the settings, and ends the tokens. */
export const detach = async (scope: Scope, identity: IdentityRow): Promise<TokenSettings> =>
  scope.transaction(ofIdentity(identity), async (tx) => {
    const settings = await findSettings(tx, identity.id);
    await tx.stores.tokenAuths.delete(identity.id);
    await tx.stores.accessTokens.deleteOfIdentity(identity.id, 'token-auth');
    await tx.audit.record({ type: 'revoke-identity-token-auth', metadata: { identityId: identity.id } });
    return settings;
  });

export const createAuthToken = async (
  scope: Scope,
  identity: IdentityRow,
  name: string | undefined,
): Promise<IssuedToken> =>
  scope.transaction(ofIdentity(identity), async (tx) => {
    const settings = await findSettings(tx, identity.id);
    const issued = issueAccessToken(tx, identity, settings, { authMethod: 'token-auth', name: name ?? null });
    await tx.stores.accessTokens.insert(issued.row);
    await tx.audit.record({
      type: 'create-token-identity-token-auth',
      metadata: { identityId: identity.id, tokenId: issued.row.id, name: issued.row.name },
    });
    return issued;
  });

/** Renames the token and returns it. */
export const renameToken = async (
  scope: Scope,
  { token, owner }: TokenOfIdentity,
  name: string,
): Promise<AccessTokenRow> => {
  const updatedAt = timestamp(scope.clock.now());
  await scope.transaction(ofIdentity(owner), async ({ stores, audit }) => {
    await stores.accessTokens.update(token.id, { name, updatedAt });
    await audit.record({
      type: 'update-token-identity-token-auth',
      metadata: { identityId: owner.id, tokenId: token.id, name },
    });
  });
  return { ...token, name, updatedAt };
};

export const revokeToken = (scope: Scope, { token: { id }, owner }: TokenOfIdentity): Promise<void> =>
  scope.transaction(ofIdentity(owner), async ({ stores, clock, audit }) => {
    if (!(await stores.accessTokens.revoke(id, timestamp(clock.now())))) return;
    await audit.record({ type: 'revoke-token-identity-token-auth', metadata: { identityId: owner.id, tokenId: id } });
  });
