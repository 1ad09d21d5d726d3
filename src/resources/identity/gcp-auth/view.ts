import type { Reply } from '../../../contract.ts';
import { tokenSettingsView } from '../login-methods/view.ts';
import type { GcpAuthRow } from './store.ts';

export const gcpAuthView = (row: GcpAuthRow): Reply<'getGcpAuth'>['identityGcpAuth'] => ({
  ...tokenSettingsView(row),
  type: row.type,
  allowedServiceAccounts: row.allowedServiceAccounts,
  allowedProjects: row.allowedProjects,
  allowedZones: row.allowedZones,
  accessTokenPeriod: 0,
});
