import type { Handlers } from './contract.ts';
import * as accessTokens from './resources/access-tokens/handlers.ts';
import * as access from './resources/access/handlers.ts';
import * as account from './resources/account/handlers.ts';
import * as clientSecrets from './resources/client-secrets/handlers.ts';
import * as identities from './resources/identities/handlers.ts';
import * as instanceOrganizations from './resources/instance-organizations/handlers.ts';
import * as instanceUsers from './resources/instance-users/handlers.ts';
import * as instance from './resources/instance/handlers.ts';
import * as invitations from './resources/invitations/handlers.ts';
import * as legacyPrivileges from './resources/legacy-privileges/handlers.ts';
import * as organizations from './resources/organizations/handlers.ts';
import * as privileges from './resources/privileges/handlers.ts';
import * as roles from './resources/roles/handlers.ts';
import * as sessions from './resources/sessions/handlers.ts';
import * as status from './resources/status/handlers.ts';
import * as tokenAuth from './resources/token-auth/handlers.ts';
import * as universalAuth from './resources/universal-auth/handlers.ts';
import * as users from './resources/users/handlers.ts';

export const handlers: Handlers = {
  ...accessTokens,
  ...access,
  ...account,
  ...clientSecrets,
  ...identities,
  ...instance,
  ...instanceOrganizations,
  ...instanceUsers,
  ...invitations,
  ...legacyPrivileges,
  ...organizations,
  ...privileges,
  ...roles,
  ...sessions,
  ...status,
  ...tokenAuth,
  ...universalAuth,
  ...users,
};
