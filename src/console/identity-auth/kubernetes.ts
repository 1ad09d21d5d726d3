import type { components } from '../../../generated/api.d.ts';

type KubernetesAuth = components['schemas']['KubernetesAuth'];

/** The fields of the form. */
export interface KubernetesValues {
  readonly tokenReviewMode: KubernetesAuth['tokenReviewMode'];
  readonly kubernetesHost: string;
  readonly caCert: string;
  /** Empty to leave the stored one. */
  readonly tokenReviewerJwt: string;
  readonly issuer: string;
  readonly jwks: string;
  readonly jwksUrl: string;
  readonly allowedNamespaces: string;
  readonly allowedNames: string;
  readonly allowedAudience: string;
}

export const newKubernetesValues: KubernetesValues = {
  tokenReviewMode: 'api',
  kubernetesHost: '',
  caCert: '',
  tokenReviewerJwt: '',
  issuer: '',
  jwks: '',
  jwksUrl: '',
  allowedNamespaces: '',
  allowedNames: '',
  allowedAudience: '',
};

export const storedKubernetesValues = (stored: KubernetesAuth): KubernetesValues => ({
  tokenReviewMode: stored.tokenReviewMode,
  kubernetesHost: stored.kubernetesHost ?? '',
  caCert: stored.caCert,
  tokenReviewerJwt: '',
  issuer: stored.issuer,
  jwks: stored.jwks,
  jwksUrl: stored.jwksUrl,
  allowedNamespaces: stored.allowedNamespaces,
  allowedNames: stored.allowedNames,
  allowedAudience: stored.allowedAudience,
});

/** The fields as requests have them. */
export const kubernetesBodyOf = ({ kubernetesHost, ...values }: KubernetesValues) => ({
  ...values,
  kubernetesHost: kubernetesHost.trim() === '' ? null : kubernetesHost.trim(),
});

export const kubernetesErrors = (values: KubernetesValues) => {
  const isAsked = values.tokenReviewMode === 'api';
  const isKeySet = !isAsked;
  return {
    ...(isAsked && !/^https?:\/\//.test(values.kubernetesHost) && { kubernetesHost: 'Enter an https URL.' }),
    ...(isKeySet && values.issuer.trim() === '' && { issuer: 'Enter the issuer of the tokens.' }),
    ...(isKeySet && values.allowedAudience.trim() === '' && { allowedAudience: 'Enter the audience of the tokens.' }),
    ...(isKeySet &&
      (values.jwks.trim() === '') === (values.jwksUrl.trim() === '') && {
        jwks: 'Paste the key set, or enter its address.',
      }),
    ...(values.allowedNamespaces.trim() === '' &&
      values.allowedNames.trim() === '' && { allowedNamespaces: 'Enter a namespace, or names of service accounts.' }),
  };
};
