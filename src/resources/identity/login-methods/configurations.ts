import type { Stores } from '../../../stores.ts';
import type { ConfigurationStore, LoginMethodRow } from './store.ts';
import type { LoginMethod } from './method.ts';

const stores = {
  'oidc-auth': ({ oidcAuths }: Stores) => oidcAuths,
  'jwt-auth': ({ jwtAuths }: Stores) => jwtAuths,
  'kubernetes-auth': ({ kubernetesAuths }: Stores) => kubernetesAuths,
  'tls-cert-auth': ({ tlsCertAuths }: Stores) => tlsCertAuths,
  'aws-auth': ({ awsAuths }: Stores) => awsAuths,
  'azure-auth': ({ azureAuths }: Stores) => azureAuths,
  'gcp-auth': ({ gcpAuths }: Stores) => gcpAuths,
  'ldap-auth': ({ ldapAuths }: Stores) => ldapAuths,
} satisfies Readonly<Record<LoginMethod<LoginMethodRow>['name'], (all: Stores) => unknown>>;

/** The configurations of a method, as far as they are alike. */
export const configurationsOf = (
  all: Stores,
  method: LoginMethod<LoginMethodRow>['name'],
): Pick<ConfigurationStore<LoginMethodRow>, 'findByIdentity'> => stores[method](all);
