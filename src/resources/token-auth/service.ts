import type { Request } from '../../contract.ts';
import { timestamp } from '../../platform/clock.ts';
import { UniqueViolation } from '../../platform/db/errors.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import type { Scope } from '../../scope.ts';
import { issueAccessToken, type IssuedToken } from '../access-tokens/issue.ts';
import { unknownIdentity } from '../identities/guard.ts';
import type { IdentityRow } from '../identities/store.ts';
import { newTokenAuth } from './new.ts';
import { requireTtlWithinMaximum, toTrustedIps, type GivenTokenSettings } from './settings.ts';
import type { TokenSettings } from './store.ts';

export const notAttached = () => notFound('This machine identity has no token auth. Attach it first.');

const lockSettings = async ({ stores }: Pick<Scope, 'stores'>, identityId: string): Promise<TokenSettings> => {
  const settings = await stores.tokenAuths.lock(identityId);
  if (!settings) throw notAttached();
  return settings;
};

/** As they are stored, of those that are given. */
const toSettings = ({ accessTokenTTL, accessTokenMaxTTL, accessTokenNumUsesLimit, accessTokenPeriod, accessTokenTrustedIps }: GivenTokenSettings) => ({
  ...(accessTokenTTL !== undefined && { accessTokenTTL }),
  ...(accessTokenMaxTTL !== undefined && { accessTokenMaxTTL }),
  ...(accessTokenNumUsesLimit !== undefined && { accessTokenNumUsesLimit }),
  ...(accessTokenPeriod !== undefined && { accessTokenPeriod }),
  ...(accessTokenTrustedIps && { accessTokenTrustedIps: toTrustedIps(accessTokenTrustedIps) }),
});

export const attach = async (scope: Scope, identity: IdentityRow, given: Request<'attachTokenAuth'>['body']): Promise<TokenSettings> => {
  const settings = { ...newTokenAuth(scope, identity.id), ...toSettings(given) };
  try {
    await scope.transaction(async ({ stores }) => {
      if (!(await stores.identities.lock(identity.organizationId, identity.id))) throw unknownIdentity();
      await stores.tokenAuths.insert(settings);
    });
    return settings;
  } catch (error) {
    if (error instanceof UniqueViolation) throw badRequest('This machine identity has token auth already. Change it with PATCH.');
    throw error;
  }
};

export const changeSettings = async (scope: Scope, identityId: string, given: GivenTokenSettings): Promise<TokenSettings> =>
  scope.transaction(async (tx) => {
    const settings = await lockSettings(tx, identityId);
    const changes = toSettings(given);
    if (Object.keys(changes).length === 0) return settings;
    const changed = { ...settings, ...changes, updatedAt: timestamp(tx.clock.now()) };
    requireTtlWithinMaximum(changed);
    await tx.stores.tokenAuths.update(identityId, { ...changes, updatedAt: changed.updatedAt });
    return changed;
  });

/** The settings first: whoever is making a token holds them, and that token must go too. */
export const detach = async (scope: Scope, identityId: string): Promise<TokenSettings> =>
  scope.transaction(async (tx) => {
    const settings = await lockSettings(tx, identityId);
    await tx.stores.tokenAuths.delete(identityId);
    await tx.stores.accessTokens.deleteOfIdentity(identityId, 'token-auth');
    return settings;
  });

export const makeToken = async (scope: Scope, identity: IdentityRow, name: string | undefined): Promise<IssuedToken> =>
  scope.transaction(async (tx) => {
    const settings = await lockSettings(tx, identity.id);
    const issued = issueAccessToken(tx, identity, settings, { authMethod: 'token-auth', name: name ?? null });
    await tx.stores.accessTokens.insert(issued.row);
    return issued;
  });
