import type { Request } from '../../../contract.ts';
import { ProviderKeys } from '../../../platform/crypto/provider-keys.ts';
import { refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';
import {
  certificateIssues,
  issue,
  listIssues,
  present,
  tokenColumns,
  tokenFieldIssues,
  urlIssues,
} from '../login-methods/rules.ts';
import { problemOf } from './method.ts';
import type { KubernetesAuthRow } from './store.ts';

export type KubernetesAuthInput = Request<'updateKubernetesAuth'>['body'];

/** Parses a key set, as `kubectl get --raw /openid/v1/jwks` prints it; undefined if it has no keys. */
export const parseKeySet = (text: string): ProviderKeys | undefined => {
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown };
    const isSet =
      Array.isArray(keys) && keys.length > 0 && keys.every((key) => typeof key === 'object' && key !== null);
    return isSet ? new ProviderKeys('', keys as Record<string, unknown>[]) : undefined;
  } catch {
    return undefined;
  }
};

const gatewayIssues = ({ gatewayId, gatewayPoolId }: KubernetesAuthInput): ValidationIssue[] =>
  Object.entries({ gatewayId, gatewayPoolId })
    .filter(([, id]) => typeof id === 'string')
    .map(([field]) => issue('invalid', [field], 'must be null: there are no gateways here'));

const keySetIssues = (text = ''): ValidationIssue[] =>
  text === '' || parseKeySet(text)
    ? []
    : [issue('format', ['jwks'], 'must be a key set, as kubectl get --raw /openid/v1/jwks prints it')];

/** Returns the sent fields as columns, except for the token of the reviewer; 422 for what the contract cannot check. */
export const toColumns = (input: KubernetesAuthInput): Omit<Partial<KubernetesAuthRow>, 'sealedSecret'> => {
  const { tokenReviewMode, verifyTlsCertificate, allowedNamespaces, allowedNames, allowedAudience } = input;
  const [host, caCert] = [input.kubernetesHost?.trim(), input.caCert?.trim()];
  const [issuer, jwksUrl, jwks] = [input.issuer?.trim(), input.jwksUrl?.trim(), input.jwks?.trim()];
  refuseIssues([
    ...gatewayIssues(input),
    ...urlIssues('kubernetesHost', host),
    ...certificateIssues('caCert', caCert),
    ...(jwksUrl ? urlIssues('jwksUrl', jwksUrl) : []),
    ...keySetIssues(jwks),
    ...listIssues(['allowedNamespaces'], allowedNamespaces?.trim() ?? ''),
    ...listIssues(['allowedNames'], allowedNames?.trim() ?? ''),
    ...tokenFieldIssues(input),
  ]);
  return present({
    tokenReviewMode,
    kubernetesHost: input.kubernetesHost === null ? null : host,
    caCert,
    // A certificate authority is there to be used.
    verifyTlsCertificate: verifyTlsCertificate ?? (caCert ? true : undefined),
    allowedNamespaces,
    allowedNames,
    allowedAudience: allowedAudience?.trim(),
    issuer,
    jwksUrl,
    jwks,
    ...tokenColumns(input),
  });
};

/** Returns the columns of a new configuration; 422 if something is missing. */
export const toNewColumns = (
  input: Request<'attachKubernetesAuth'>['body'],
): Omit<KubernetesAuthRow, 'sealedSecret'> => {
  // The contract fills in the defaults.
  const columns = { verifyTlsCertificate: true, ...toColumns(input) } as KubernetesAuthRow;
  const problem = problemOf(columns);
  refuseIssues(problem ? [issue('invalid', [problem.field], problem.message)] : []);
  return columns;
};
