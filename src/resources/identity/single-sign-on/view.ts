import type { Reply } from '../../../contract.ts';
import type { SignOnProviderWithRole } from './store.ts';

type SingleSignOn = Reply<'updateSingleSignOn'>;

export const singleSignOnView = (provider: SignOnProviderWithRole): SingleSignOn => ({
  id: provider.id,
  orgId: provider.organizationId,
  configurationType: provider.configurationType,
  discoveryURL: provider.discoveryUrl,
  issuer: provider.issuer,
  authorizationEndpoint: provider.authorizationEndpoint,
  jwksUri: provider.jwksUri,
  tokenEndpoint: provider.tokenEndpoint,
  userinfoEndpoint: provider.userinfoEndpoint,
  isActive: provider.isActive,
  allowedEmailDomains: provider.allowedEmailDomains,
  manageGroupMemberships: provider.manageGroupMemberships,
  jwtSignatureAlgorithm: provider.jwtSignatureAlgorithm as SingleSignOn['jwtSignatureAlgorithm'],
  defaultMembershipRole: provider.role === 'custom' ? (provider.customRoleSlug ?? 'no-access') : provider.role,
  lastUsedAt: provider.lastUsedAt,
});

/** With what only the details show. The client secret is never shown, not even to those who may replace it. */
export const singleSignOnDetailsView = (provider: SignOnProviderWithRole): Reply<'getSingleSignOn'> => ({
  ...singleSignOnView(provider),
  clientId: provider.clientId,
  clientSecret: '',
});
