import { badRequest } from '../../../platform/errors.ts';
import { isMoreThanWildcards } from '../login-methods/binding.ts';
import { splitItems } from '../login-methods/claims.ts';
import type { LoginMethod } from '../login-methods/method.ts';
import type { KubernetesAuthRow } from './store.ts';

type Settings = Pick<
  KubernetesAuthRow,
  | 'tokenReviewMode'
  | 'kubernetesHost'
  | 'caCert'
  | 'verifyTlsCertificate'
  | 'allowedNamespaces'
  | 'allowedNames'
  | 'allowedAudience'
  | 'issuer'
  | 'jwksUrl'
  | 'jwks'
>;

/** Whether the list names some service accounts, and not all. */
const restricts = (list: string): boolean => {
  const items = splitItems(list);
  return items.length > 0 && items.every(isMoreThanWildcards);
};

/** What a configuration lacks, with the field to set; undefined if it is complete. */
export const problemOf = (settings: Settings): { field: keyof Settings; message: string } | undefined => {
  const { tokenReviewMode, kubernetesHost, issuer, jwksUrl, jwks, allowedAudience } = settings;
  if (!restricts(settings.allowedNamespaces) && !restricts(settings.allowedNames))
    return {
      field: 'allowedNamespaces',
      message:
        'must name namespaces, or allowedNames service accounts, with more than wildcards: otherwise every service account of the cluster could log in',
    };
  if (tokenReviewMode === 'api') {
    if (kubernetesHost === null) return { field: 'kubernetesHost', message: 'is required with tokenReviewMode api' };
    if (!settings.verifyTlsCertificate && settings.caCert !== '')
      return { field: 'verifyTlsCertificate', message: 'must not be false together with caCert' };
    return undefined;
  }
  if (issuer === '') return { field: 'issuer', message: 'is required with tokenReviewMode jwks' };
  if (allowedAudience === '')
    return {
      field: 'allowedAudience',
      message: 'is required with tokenReviewMode jwks: otherwise tokens for other servers would be accepted',
    };
  return (jwksUrl === '') === (jwks === '')
    ? { field: 'jwks', message: 'or jwksUrl, one of both, is required with tokenReviewMode jwks' }
    : undefined;
};

const requireSound = (changed: KubernetesAuthRow): void => {
  const problem = problemOf(changed);
  if (problem) throw badRequest(`${problem.field} ${problem.message}.`);
};

/** Logins with tokens of service accounts of a cluster. */
export const kubernetesAuth: LoginMethod<KubernetesAuthRow> = {
  name: 'kubernetes-auth',
  title: 'Kubernetes auth',
  storeOf: ({ kubernetesAuths }) => kubernetesAuths,
  requireSound,
  // Certificates and keys are long, and the token of the reviewer is a secret.
  audited: ({ caCert: _ca, jwks: _keys, sealedSecret, ...columns }) => ({
    ...columns,
    ...(sealedSecret !== undefined && { isTokenReviewerJwtChanged: true }),
  }),
};
