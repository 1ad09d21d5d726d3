import type { Request } from '../../../contract.ts';
import { refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';
import { issue, normalizedItems, present, tokenColumns, tokenFieldIssues } from '../login-methods/rules.ts';
import { bindingProblem } from './method.ts';
import type { GcpAuthRow } from './store.ts';

const accountIssues = (list = ''): ValidationIssue[] =>
  list === '' || list.split(', ').every((item) => /^[^\s@/]{1,64}@[a-z0-9.-]{1,253}$/.test(item))
    ? []
    : [issue('format', ['allowedServiceAccounts'], 'must be e-mail addresses of service accounts')];

/** Returns the sent fields as columns; 422 for what the contract cannot check. */
export const toColumns = (input: Request<'updateGcpAuth'>['body']): Partial<GcpAuthRow> => {
  const allowedServiceAccounts = normalizedItems(input.allowedServiceAccounts);
  refuseIssues([...accountIssues(allowedServiceAccounts), ...tokenFieldIssues(input)]);
  return present({
    type: input.type,
    allowedServiceAccounts,
    allowedProjects: normalizedItems(input.allowedProjects),
    allowedZones: normalizedItems(input.allowedZones),
    ...tokenColumns(input),
  });
};

/** Returns the columns of a new configuration; 422 if it binds nobody. */
export const toNewColumns = (input: Request<'attachGcpAuth'>['body']): GcpAuthRow => {
  // The contract fills in the defaults.
  const columns = { sealedSecret: null, ...toColumns(input) } as GcpAuthRow;
  const problem = bindingProblem(columns);
  refuseIssues(problem === undefined ? [] : [issue('invalid', ['allowedServiceAccounts'], problem)]);
  return columns;
};
