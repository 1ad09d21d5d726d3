import type { Reply } from '../../../contract.ts';
import { tokenSettingsView } from '../login-methods/view.ts';
import type { AwsAuthRow } from './store.ts';

export const awsAuthView = (row: AwsAuthRow): Reply<'getAwsAuth'>['identityAwsAuth'] => ({
  ...tokenSettingsView(row),
  type: 'iam',
  stsEndpoint: row.stsEndpoint,
  allowedPrincipalArns: row.allowedPrincipalArns,
  allowedAccountIds: row.allowedAccountIds,
  accessTokenPeriod: 0,
});
