import type { ProviderKeys } from '../../../platform/crypto/provider-keys.ts';
import type { Provider } from '../../../platform/openid/providers.ts';
import { Refused } from '../../../platform/refused.ts';
import type { PublicScope } from '../../../scope.ts';
import { withoutSlash } from './rules.ts';
import type { SignOnProviderRow } from './store.ts';

type Deps = Pick<PublicScope, 'openIdProviders'>;

/** What the server knows of a provider. */
export interface Endpoints {
  readonly keys: ProviderKeys;
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  /** Whether the provider names itself in its responses (RFC 9207). */
  readonly namesItself: boolean;
  /** Whether the client secret goes into the body of a request, because the provider does not take it as a header. */
  readonly takesSecretInBody: boolean;
}

/** How the keys of the provider are found. */
export const publishedBy = (provider: SignOnProviderRow): Provider =>
  provider.configurationType === 'discoveryURL'
    ? { discoveryUrl: provider.discoveryUrl, caCert: '' }
    : { discoveryUrl: '', caCert: '', stated: { issuer: provider.issuer, jwksUri: provider.jwksUri } };

/** The issuer is where its discovery document is, or anybody could publish one in the name of another. */
const requireOwnDocument = ({ issuerKey }: SignOnProviderRow, issuer: string): void => {
  if (withoutSlash(issuer) !== issuerKey)
    throw new Refused('provider_issuer_mismatch', 'The discovery document is of another issuer than its address says.');
};

const addressIn = ({ openIdProviders }: Deps, document: ProviderKeys['configuration'], name: string): string => {
  const address = document[name];
  if (typeof address !== 'string' || !URL.canParse(address))
    throw new Refused('provider_answer_invalid', `The provider's configuration has no ${name}.`);
  const problem = openIdProviders.problemOf(address);
  if (problem) throw new Refused('provider_not_allowed', `The provider's ${name} ${problem}.`);
  return address;
};

const methodsIn = (document: ProviderKeys['configuration']): readonly unknown[] => {
  const methods = document.token_endpoint_auth_methods_supported;
  return Array.isArray(methods) ? methods : ['client_secret_basic'];
};

/** Returns the endpoints and keys of the provider, as far as possible from the cache; throws `Refused` otherwise. */
export const endpointsOf = async (scope: Deps, provider: SignOnProviderRow): Promise<Endpoints> => {
  const keys = await scope.openIdProviders.keysOf(publishedBy(provider));
  if (provider.configurationType === 'custom') {
    const { issuer, authorizationEndpoint, tokenEndpoint } = provider;
    return { keys, issuer, authorizationEndpoint, tokenEndpoint, namesItself: false, takesSecretInBody: false };
  }
  requireOwnDocument(provider, keys.issuer);
  const document = keys.configuration;
  return {
    keys,
    issuer: keys.issuer,
    authorizationEndpoint: addressIn(scope, document, 'authorization_endpoint'),
    tokenEndpoint: addressIn(scope, document, 'token_endpoint'),
    namesItself: document.authorization_response_iss_parameter_supported === true,
    takesSecretInBody: !methodsIn(document).includes('client_secret_basic'),
  };
};
