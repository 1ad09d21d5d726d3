import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { afterLoading, neededNow } from './api/after-loading.ts';
import type { PageName } from './paths.ts';

type Load = () => Promise<{ default: ComponentType }>;

/** The pages, each in a chunk of its own. */
const loaders: Readonly<Record<PageName, Load>> = {
  projects: () => import('./pages/projects/page.tsx'),
  login: () => import('./pages/login/page.tsx'),
  selectOrganization: () => import('./pages/login/page.tsx'),
  singleSignOn: () => import('./pages/single-sign-on/page.tsx'),
  setup: () => import('./pages/setup/page.tsx'),
  invitation: () => import('./pages/invitation/page.tsx'),
  accountRecovery: () => import('./pages/account-recovery/page.tsx'),
  passwordReset: () => import('./pages/password-reset/page.tsx'),
  account: () => import('./pages/account/page.tsx'),
  admin: () => import('./pages/admin/page.tsx'),
  people: () => import('./pages/people/page.tsx'),
  groups: () => import('./pages/groups/page.tsx'),
  group: () => import('./pages/group/page.tsx'),
  identities: () => import('./pages/identities/page.tsx'),
  newIdentity: () => import('./pages/new-identity/page.tsx'),
  identity: () => import('./pages/identity/page.tsx'),
  organizationRoles: () => import('./pages/organization-roles/page.tsx'),
  connections: () => import('./pages/connections/page.tsx'),
  security: () => import('./pages/security/page.tsx'),
  audit: () => import('./pages/audit/page.tsx'),
  accessUsage: () => import('./pages/access-usage/page.tsx'),
  access: () => import('./pages/access/page.tsx'),
  roles: () => import('./pages/roles/page.tsx'),
  events: () => import('./pages/events/page.tsx'),
  certificates: () => import('./pages/certificates/page.tsx'),
  leases: () => import('./pages/leases/page.tsx'),
  rotations: () => import('./pages/rotations/page.tsx'),
  settings: () => import('./pages/settings/page.tsx'),
  overview: () => import('./pages/overview/page.tsx'),
  environment: () => import('./pages/environment/page.tsx'),
};

const names = Object.keys(loaders) as PageName[];

export const pages = Object.fromEntries(names.map((name) => [name, lazy(() => neededNow(loaders[name]))])) as Readonly<
  Record<PageName, LazyExoticComponent<ComponentType>>
>;

/** Loads all pages after the data of this one, so that a change of page needs no request for code. */
export const preloadPages = (): void =>
  afterLoading(() => {
    // A page that cannot be loaded now is loaded again when it is opened.
    for (const name of names) loaders[name]().catch(() => undefined);
  });
