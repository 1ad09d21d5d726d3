import type { Request } from '../../../contract.ts';
import { publicKeyProblem } from '../../../platform/crypto/public-keys.ts';
import { refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';
import {
  bindingIssues,
  certificateIssues,
  claimIssues,
  issue,
  listIssues,
  normalizedList,
  normalizedLists,
  present,
  tokenColumns,
  tokenFieldIssues,
  urlIssues,
} from '../login-methods/rules.ts';
import type { JwtAuthRow } from './store.ts';

export type JwtAuthInput = Request<'updateJwtAuth'>['body'];

const keyIssues = (keys: readonly string[] = []): ValidationIssue[] =>
  keys.flatMap((key, index) => {
    const problem = publicKeyProblem(key.trim());
    return problem === undefined ? [] : [issue('format', ['publicKeys', `${index}`], problem)];
  });

/** Refuses a new configuration without the keys of its type. */
const sourceIssues = ({ configurationType, jwksUrl = '', publicKeys = [] }: JwtAuthInput): ValidationIssue[] => {
  if (configurationType === 'jwks')
    return jwksUrl === '' ? [issue('required', ['jwksUrl'], 'is required with configurationType jwks')] : [];
  return publicKeys.length === 0
    ? [issue('required', ['publicKeys'], 'must contain a key with configurationType static')]
    : [];
};

/** Returns the sent fields as columns; 422 for what the contract cannot check, such as a missing binding. */
export const toColumns = (input: JwtAuthInput, use: 'attach' | 'update'): Partial<JwtAuthRow> => {
  const { configurationType, jwksCaCert, publicKeys, boundIssuer, boundAudiences, boundClaims, ...others } = input;
  const [jwksUrl, boundSubject] = [input.jwksUrl?.trim(), input.boundSubject?.trim()];
  refuseIssues([
    ...(use === 'attach' ? sourceIssues(input) : []),
    ...(jwksUrl ? urlIssues('jwksUrl', jwksUrl) : []),
    ...keyIssues(publicKeys),
    ...certificateIssues('jwksCaCert', jwksCaCert),
    ...listIssues(['boundAudiences'], boundAudiences ?? ''),
    ...listIssues(['boundSubject'], boundSubject ?? '', [boundSubject ?? ''].filter(Boolean)),
    ...claimIssues(boundClaims),
    ...(use === 'attach' && configurationType === 'jwks' ? bindingIssues(input) : []),
    ...tokenFieldIssues(others),
  ]);
  return present({
    configurationType,
    // The keys of the other type are forgotten.
    jwksUrl: configurationType === 'static' ? '' : jwksUrl,
    publicKeys: configurationType === 'jwks' ? [] : publicKeys?.map((key) => key.trim()),
    jwksCaCert,
    boundIssuer: boundIssuer?.trim(),
    boundAudiences: boundAudiences === undefined ? undefined : normalizedList(boundAudiences),
    boundSubject,
    boundClaims: boundClaims && normalizedLists(boundClaims),
    ...tokenColumns(others),
  });
};
