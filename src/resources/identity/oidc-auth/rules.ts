import type { Request } from '../../../contract.ts';
import { refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';
import {
  bindingIssues,
  certificateIssues,
  claimIssues,
  listIssues,
  nameIssues,
  normalizedList,
  normalizedLists,
  present,
  tokenColumns,
  tokenFieldIssues,
  urlIssues,
} from '../login-methods/rules.ts';
import type { OidcAuthRow } from './store.ts';

export type OidcAuthInput = Request<'updateOidcAuth'>['body'];

type Texts = Readonly<Record<string, string>>;

/** Checks that templates of rules can contain the names. */
const mappingIssues = (mapping: Texts | null | undefined): ValidationIssue[] =>
  nameIssues('claimMetadataMapping', mapping ?? {}, /^[^\s{}"']+$/);

/** Returns the sent fields as columns; 422 for what the contract cannot check, such as a missing binding. */
export const toColumns = (input: OidcAuthInput, use: 'attach' | 'update'): Partial<OidcAuthRow> => {
  const { oidcDiscoveryUrl, caCert, boundIssuer, boundAudiences, boundSubject, boundClaims } = input;
  const { claimMetadataMapping, ...others } = input;
  refuseIssues([
    ...urlIssues('oidcDiscoveryUrl', oidcDiscoveryUrl),
    ...certificateIssues('caCert', caCert),
    ...listIssues(['boundAudiences'], boundAudiences ?? ''),
    ...listIssues(['boundSubject'], boundSubject ?? '', [boundSubject?.trim() ?? ''].filter(Boolean)),
    ...claimIssues(boundClaims),
    ...(use === 'attach' ? bindingIssues(input) : []),
    ...mappingIssues(claimMetadataMapping),
    ...tokenFieldIssues(others),
  ]);
  return present({
    oidcDiscoveryUrl,
    caCert,
    boundIssuer,
    boundAudiences: boundAudiences && normalizedList(boundAudiences),
    boundSubject: boundSubject?.trim(),
    boundClaims: boundClaims && normalizedLists(boundClaims),
    claimMetadataMapping: claimMetadataMapping && normalizedLists(claimMetadataMapping),
    ...tokenColumns(others),
  });
};
