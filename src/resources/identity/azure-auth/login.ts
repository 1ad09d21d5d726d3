import type { Request } from '../../../contract.ts';
import { peekToken } from '../../../platform/crypto/provider-keys.ts';
import { Refused } from '../../../platform/refused.ts';
import type { PublicScope } from '../../../scope.ts';
import type { IssuedToken } from '../access-tokens/issue.ts';
import { audiencesOf, requireStorable } from '../login-methods/claims.ts';
import { logIn } from '../login-methods/login.ts';
import { requireShortToken, verifyWithProvider } from '../login-methods/signed-token.ts';
import { azureAuth } from './method.ts';
import type { AzureAuthRow } from './store.ts';

/** The issuer of a tenant's tokens of version 1 and of version 2. */
const issuersOf = (loginUrl: string, tenantId: string): string[] => [
  `https://sts.windows.net/${tenantId}/`,
  `${loginUrl}/${tenantId}/v2.0`,
];

const withoutSlash = (text: string): string => text.replace(/\/$/, '');

const verify = async (scope: PublicScope, { tenantId, resource }: AzureAuthRow, jwt: string) => {
  const { azureLoginUrl } = scope.config;
  requireShortToken(jwt);
  const { issuer } = peekToken(jwt);
  if (typeof issuer !== 'string' || !issuersOf(azureLoginUrl, tenantId).includes(issuer))
    throw new Refused('issuer_mismatch', 'The token is from another issuer, or another tenant.');
  const jwksUri = `${azureLoginUrl}/${tenantId}/discovery/keys`;
  const provider = { discoveryUrl: jwksUri, caCert: '', stated: { issuer: '', jwksUri } };
  const claims = await verifyWithProvider(scope, provider, jwt, issuer);
  if (claims.tid !== tenantId) throw new Refused('tenant_id_mismatch', 'The token is of another tenant.');
  if (!audiencesOf(claims).some((audience) => withoutSlash(audience) === withoutSlash(resource)))
    throw new Refused('audience_mismatch', 'The token is for another resource.');
  return claims;
};

export const login = (scope: PublicScope, body: Request<'loginWithAzureAuth'>['body']): Promise<IssuedToken> =>
  logIn(scope, azureAuth, body, async (auth) => {
    const { oid, appid } = await verify(scope, auth, body.jwt.trim());
    if (typeof oid !== 'string' || !auth.allowedServicePrincipalIds.split(', ').includes(oid.toLowerCase()))
      throw new Refused('service_principal_not_allowed', 'The service principal is not allowed.');
    const shown = {
      tenantId: auth.tenantId,
      servicePrincipalId: oid,
      ...(typeof appid === 'string' && { appId: appid }),
    };
    requireStorable(shown);
    return { metadata: shown };
  });
