import type { Request } from '../../../contract.ts';
import { refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';
import { userFilterProblem } from '../../../platform/ldap/filter.ts';
import { parseLdapUrl } from '../../../platform/ldap/url.ts';
import {
  certificateIssues,
  issue,
  normalizedItems,
  present,
  tokenColumns,
  tokenFieldIssues,
} from '../login-methods/rules.ts';
import type { AllowedField, LdapAuthRow } from './store.ts';

export type LdapAuthInput = Request<'updateLdapAuth'>['body'];

/** The columns that requests set, except for the password. */
export type LdapColumns = Omit<Partial<LdapAuthRow>, 'sealedSecret'>;

const urlIssues = (url: string | undefined): ValidationIssue[] =>
  url === undefined || parseLdapUrl(url)
    ? []
    : [issue('format', ['url'], 'must be ldaps://host or ldap://host, with or without a port')];

const filterIssues = (filter: string | undefined): ValidationIssue[] => {
  const problem = filter === undefined ? undefined : userFilterProblem(filter);
  return problem === undefined ? [] : [issue('format', ['searchFilter'], problem)];
};

const emptyIssues = (input: object): ValidationIssue[] =>
  Object.entries(input)
    .filter(([, text]) => text === '')
    .map(([field]) => issue('invalid', [field], 'must not be empty'));

const fieldIssues = (fields: readonly AllowedField[] = []): ValidationIssue[] =>
  fields.flatMap(({ value }, index) =>
    value === '' ? [issue('invalid', ['allowedFields', String(index), 'value'], 'must contain at least one item')] : [],
  );

const templateIssues = ({ templateId }: LdapAuthInput): ValidationIssue[] =>
  typeof templateId === 'string' ? [issue('invalid', ['templateId'], 'must be null: there are no templates here')] : [];

/** Returns the sent fields as columns; 422 for what the contract cannot check. */
export const toColumns = (input: LdapAuthInput): LdapColumns => {
  const url = input.url?.trim();
  const texts = { bindDN: input.bindDN?.trim(), searchBase: input.searchBase?.trim() };
  const searchFilter = input.searchFilter?.trim();
  const ldapCaCertificate = input.ldapCaCertificate?.trim();
  const allowedFields =
    input.allowedFields === undefined
      ? undefined
      : (input.allowedFields ?? []).map(({ key, value }) => ({ key, value: normalizedItems(value)! }));
  refuseIssues([
    ...urlIssues(url),
    ...emptyIssues(texts),
    ...filterIssues(searchFilter),
    ...fieldIssues(allowedFields),
    ...certificateIssues('ldapCaCertificate', ldapCaCertificate),
    ...templateIssues(input),
    ...tokenFieldIssues(input),
  ]);
  return present({
    url,
    startTls: input.startTls,
    ...texts,
    searchFilter,
    allowedFields,
    ldapCaCertificate,
    lockoutEnabled: input.lockoutEnabled,
    lockoutThreshold: input.lockoutThreshold,
    lockoutDurationSeconds: input.lockoutDurationSeconds,
    lockoutCounterResetSeconds: input.lockoutCounterResetSeconds,
    ...tokenColumns(input),
  });
};

/** Returns the columns of a new configuration; the contract fills in the defaults. */
export const toNewColumns = (input: Request<'attachLdapAuth'>['body']): LdapAuthRow =>
  ({ allowedFields: [], ...toColumns(input) }) as unknown as LdapAuthRow;
