import type { Reply } from '../../../contract.ts';
import { tokenSettingsView } from '../login-methods/view.ts';
import type { AzureAuthRow } from './store.ts';

export const azureAuthView = (row: AzureAuthRow): Reply<'getAzureAuth'>['identityAzureAuth'] => ({
  ...tokenSettingsView(row),
  tenantId: row.tenantId,
  resource: row.resource,
  allowedServicePrincipalIds: row.allowedServicePrincipalIds,
  accessTokenPeriod: 0,
});
