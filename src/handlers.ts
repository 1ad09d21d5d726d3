import type { Handlers } from './contract.ts';
import * as account from './resources/account/handlers.ts';
import * as instance from './resources/instance/handlers.ts';
import * as instanceUsers from './resources/instance-users/handlers.ts';
import * as organizations from './resources/organizations/handlers.ts';
import * as sessions from './resources/sessions/handlers.ts';
import * as status from './resources/status/handlers.ts';

export const handlers: Handlers = {
  ...account,
  ...instance,
  ...instanceUsers,
  ...organizations,
  ...sessions,
  ...status,
};
