/**
 * The addresses of all pages: the router shows these, and the server responds to them with 200. `:name` is one segment,
 * `*?` any number of them.
 */
export const paths = {
  projects: '/',
  login: '/login',
  selectOrganization: '/login/select-organization',
  singleSignOn: '/login/single-sign-on',
  setup: '/setup',
  invitation: '/signupinvite',
  accountRecovery: '/account-recovery',
  passwordReset: '/account-recovery-reset',
  account: '/account',
  admin: '/admin',
  people: '/people',
  groups: '/groups',
  group: '/groups/:groupId',
  identities: '/identities',
  newIdentity: '/identities/new',
  identity: '/identities/:identityId',
  organizationRoles: '/org/roles/*?',
  connections: '/org/connections',
  security: '/org/security',
  audit: '/audit',
  accessUsage: '/p/:slug/access/usage',
  access: '/p/:slug/access/*?',
  roles: '/p/:slug/roles/*?',
  events: '/p/:slug/events',
  certificates: '/p/:slug/certificates',
  leases: '/p/:slug/leases',
  rotations: '/p/:slug/rotations',
  settings: '/p/:slug/settings',
  overview: '/p/:slug',
  environment: '/p/:slug/:environment/*?',
} as const;

export type PageName = keyof typeof paths;

/** Pages that are shown without a session and without the navigation. */
export const publicPages: readonly PageName[] = [
  'login',
  'selectOrganization',
  'singleSignOn',
  'setup',
  'invitation',
  'accountRecovery',
  'passwordReset',
];
