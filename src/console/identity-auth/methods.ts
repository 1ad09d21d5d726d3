import type { components } from '../../../generated/api.d.ts';

export type AuthMethod = components['schemas']['IdentityAuthMethods'][number];

export const methodNames: Readonly<Record<AuthMethod, string>> = {
  'universal-auth': 'Client secret',
  'kubernetes-auth': 'Kubernetes',
  'oidc-auth': 'OpenID Connect',
  'token-auth': 'Token',
  'jwt-auth': 'JWT',
  'aws-auth': 'AWS',
  'azure-auth': 'Azure',
  'gcp-auth': 'Google Cloud',
  'tls-cert-auth': 'TLS certificate',
  'ldap-auth': 'LDAP',
};

/** The methods that a new identity can be created with; the others are added to one that exists. */
export const firstMethods = ['universal-auth', 'oidc-auth', 'token-auth'] as const satisfies readonly AuthMethod[];
export type FirstMethod = (typeof firstMethods)[number];

export const methodDescriptions: Readonly<Record<FirstMethod, string>> = {
  'universal-auth':
    'Universal auth: a client id and a client secret, exchanged for tokens that end. For servers and most programs.',
  'oidc-auth':
    'The job or pod proves who it is with a token of GitHub, GitLab, Kubernetes or your own provider. No secret to store.',
  'token-auth': 'One token that works until it ends or is revoked. For scripts and a first try.',
};

export const allMethods = Object.keys(methodNames) as readonly AuthMethod[];
