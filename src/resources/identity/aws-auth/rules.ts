import type { Request } from '../../../contract.ts';
import { refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';
import { issue, normalizedItems, present, tokenColumns, tokenFieldIssues, urlIssues } from '../login-methods/rules.ts';
import { bindingProblem, isBound } from './method.ts';
import { arnPattern } from './principal.ts';
import type { AwsAuthRow } from './store.ts';

const itemIssues = (field: string, list: string | undefined, form: RegExp, message: string): ValidationIssue[] =>
  list === undefined || list === '' || list.split(', ').every((item) => form.test(item))
    ? []
    : [issue('format', [field], message)];

/** Returns the sent fields as columns; 422 for what the contract cannot check. */
export const toColumns = (input: Request<'updateAwsAuth'>['body']): Partial<AwsAuthRow> => {
  const stsEndpoint = input.stsEndpoint?.trim();
  const [arns, accounts] = [normalizedItems(input.allowedPrincipalArns), normalizedItems(input.allowedAccountIds)];
  refuseIssues([
    ...urlIssues('stsEndpoint', stsEndpoint),
    ...itemIssues(
      'allowedPrincipalArns',
      arns,
      arnPattern,
      'must be ARNs of roles or users such as arn:aws:iam::123456789012:role/build, with the id of an account',
    ),
    ...itemIssues('allowedAccountIds', accounts, /^\d{12}$/, 'must be ids of accounts, with twelve digits'),
    ...tokenFieldIssues(input),
  ]);
  // The Terraform provider leaves out a list that it empties.
  const isBinding = arns !== undefined || accounts !== undefined;
  return present({
    stsEndpoint,
    allowedPrincipalArns: isBinding ? (arns ?? '') : undefined,
    allowedAccountIds: isBinding ? (accounts ?? '') : undefined,
    ...tokenColumns(input),
  });
};

/** Returns the columns of a new configuration; 422 if it binds nobody. */
export const toNewColumns = (input: Request<'attachAwsAuth'>['body']): AwsAuthRow => {
  // The contract fills in the defaults.
  const columns = { sealedSecret: null, ...toColumns(input) } as AwsAuthRow;
  refuseIssues(isBound(columns) ? [] : [issue('invalid', ['allowedPrincipalArns'], bindingProblem)]);
  return columns;
};
