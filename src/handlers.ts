import type { Handlers } from './contract.ts';
import * as identities from './resources/identities/handlers.ts';
import * as instance from './resources/instance/handlers.ts';
import * as organizations from './resources/organizations/handlers.ts';
import * as sessions from './resources/sessions/handlers.ts';
import * as status from './resources/status/handlers.ts';
import * as tokenAuth from './resources/token-auth/handlers.ts';

export const handlers: Handlers = {
  ...identities,
  ...instance,
  ...organizations,
  ...sessions,
  ...status,
  ...tokenAuth,
};
