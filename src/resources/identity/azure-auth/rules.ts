import type { Request } from '../../../contract.ts';
import { refuseIssues } from '../../../platform/errors.ts';
import { issue, normalizedItems, present, tokenColumns, tokenFieldIssues } from '../login-methods/rules.ts';
import { bindingProblem } from './method.ts';
import type { AzureAuthRow } from './store.ts';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns the sent fields as columns; 422 for what the contract cannot check. */
export const toColumns = (input: Request<'updateAzureAuth'>['body']): Partial<AzureAuthRow> => {
  const [tenantId, resource] = [input.tenantId?.trim(), input.resource?.trim()];
  const principals = normalizedItems(input.allowedServicePrincipalIds);
  refuseIssues([
    ...(tenantId === undefined || uuid.test(tenantId)
      ? []
      : [issue('format', ['tenantId'], 'must be the id of a tenant, a UUID')]),
    ...(resource === '' ? [issue('invalid', ['resource'], 'must say whom tokens have to be for')] : []),
    ...(principals === undefined || principals === '' || principals.split(', ').every((id) => uuid.test(id))
      ? []
      : [issue('format', ['allowedServicePrincipalIds'], 'must be object ids, which are UUIDs')]),
    ...tokenFieldIssues(input),
  ]);
  return present({
    tenantId: tenantId?.toLowerCase(),
    resource,
    allowedServicePrincipalIds: principals?.toLowerCase(),
    ...tokenColumns(input),
  });
};

/** Returns the columns of a new configuration; 422 if it binds nobody. */
export const toNewColumns = (input: Request<'attachAzureAuth'>['body']): AzureAuthRow => {
  // The contract fills in the defaults.
  const columns = { sealedSecret: null, ...toColumns(input) } as AzureAuthRow;
  const isBound = columns.allowedServicePrincipalIds !== '';
  refuseIssues(isBound ? [] : [issue('invalid', ['allowedServicePrincipalIds'], bindingProblem)]);
  return columns;
};
