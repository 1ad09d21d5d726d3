import type { components } from '../../../../generated/api.d.ts';

export type StoredSignOn = components['schemas']['SingleSignOnDetails'];

/** A kind of provider, and what has to be done there. */
export interface ProviderPreset {
  readonly value: string;
  readonly label: string;
  /** The address to complete; empty if it is all one's own. */
  readonly address: string;
  readonly hint: string;
}

export const presets: readonly ProviderPreset[] = [
  {
    value: 'google',
    label: 'Google',
    address: 'https://accounts.google.com',
    hint: 'Create an OAuth client of the type web application. Anybody has a Google account: list the domains of your own people below.',
  },
  {
    value: 'entra',
    label: 'Microsoft Entra',
    address: 'https://login.microsoftonline.com/<tenant id>/v2.0',
    hint: 'Register an application for this tenant only, and add the optional claims email and xms_edov to its ID token: the second one says that the address is verified.',
  },
  {
    value: 'github',
    label: 'GitHub (through a broker)',
    address: 'https://<broker>/realms/<realm>',
    hint: 'GitHub does not sign people in with OpenID Connect by itself: let a broker such as Keycloak, Authentik or Dex do it, and enter the address of the broker.',
  },
  {
    value: 'keycloak',
    label: 'Keycloak',
    address: 'https://<keycloak>/realms/<realm>',
    hint: 'Create a client with client authentication and the standard flow. For groups, add a mapper “group membership” with the claim groups, without full paths.',
  },
  {
    value: 'authentik',
    label: 'Authentik',
    address: 'https://<authentik>/application/o/<application>',
    hint: 'Create an OAuth2/OpenID provider with a confidential client and a signing key. The scope profile contains the groups.',
  },
  {
    value: 'own',
    label: 'Own',
    address: '',
    hint: 'Any provider with OpenID Connect Discovery. Its ID tokens have to contain email and email_verified.',
  },
];

export interface SignOnValues {
  readonly preset: string;
  readonly discoveryURL: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly allowedEmailDomains: string;
  readonly defaultMembershipRole: string;
  readonly manageGroupMemberships: boolean;
  readonly isActive: boolean;
}

const presetOf = (address: string): string => {
  if (address.startsWith('https://accounts.google.com')) return 'google';
  if (address.startsWith('https://login.microsoftonline.com/')) return 'entra';
  if (address.includes('/realms/')) return 'keycloak';
  return address.includes('/application/o/') ? 'authentik' : 'own';
};

export const valuesOf = (stored: StoredSignOn | undefined): SignOnValues => ({
  preset: stored ? presetOf(stored.discoveryURL) : 'google',
  discoveryURL: stored?.discoveryURL ?? presets[0]!.address,
  clientId: stored?.clientId ?? '',
  clientSecret: '',
  allowedEmailDomains: stored?.allowedEmailDomains ?? '',
  defaultMembershipRole: stored?.defaultMembershipRole ?? 'member',
  manageGroupMemberships: stored?.manageGroupMemberships ?? false,
  isActive: stored?.isActive ?? true,
});

/** What is wrong with the fields. */
export const problemsOf = (values: SignOnValues, isStored: boolean): Partial<Record<keyof SignOnValues, string>> => ({
  ...((!URL.canParse(values.discoveryURL.trim()) || /[<>]/.test(values.discoveryURL)) && {
    discoveryURL: 'Enter the address of the provider: https://idp.example.com.',
  }),
  ...(values.clientId.trim() === '' && { clientId: 'Enter the client id that the provider shows.' }),
  ...(!isStored && values.clientSecret === '' && { clientSecret: 'Enter the client secret that the provider shows.' }),
  ...(values.preset === 'google' &&
    ['', '*'].includes(values.allowedEmailDomains.trim()) && {
      allowedEmailDomains: 'Enter the domains of your own people: anybody has a Google account.',
    }),
});

/** The fields as the API has them. */
export const fieldsOf = ({ preset: _, clientSecret, ...values }: SignOnValues) => ({
  ...values,
  discoveryURL: values.discoveryURL.trim(),
  clientId: values.clientId.trim(),
  ...(clientSecret !== '' && { clientSecret }),
});
