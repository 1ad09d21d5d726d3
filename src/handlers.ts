import type { Handlers } from './contract.ts';
import * as instance from './resources/instance/handlers.ts';
import * as instanceOrganizations from './resources/instance-organizations/handlers.ts';
import * as organizations from './resources/organizations/handlers.ts';
import * as roles from './resources/roles/handlers.ts';
import * as sessions from './resources/sessions/handlers.ts';
import * as status from './resources/status/handlers.ts';

export const handlers: Handlers = {
  ...instance,
  ...instanceOrganizations,
  ...organizations,
  ...roles,
  ...sessions,
  ...status,
};
