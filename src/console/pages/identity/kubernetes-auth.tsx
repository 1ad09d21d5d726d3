import { Code } from '@mantine/core';
import { api, client } from '../../api/client.ts';
import { KubernetesFields } from '../../identity-auth/kubernetes-fields.tsx';
import {
  kubernetesBodyOf,
  kubernetesErrors,
  newKubernetesValues,
  storedKubernetesValues,
} from '../../identity-auth/kubernetes.ts';
import { pathOf } from './identity.ts';
import { loginMethod } from './login-method.tsx';

const path = '/api/v1/auth/kubernetes-auth/identities/{identityId}';

export const { Card: KubernetesAuthCard, Form: KubernetesAuthModal } = loginMethod({
  method: 'kubernetes-auth',
  title: 'Kubernetes auth',
  newValues: newKubernetesValues,
  valuesOf: storedKubernetesValues,
  bodyOf: kubernetesBodyOf,
  errorsOf: kubernetesErrors,
  Fields: ({ stored, ...props }) => <KubernetesFields {...props} hasReviewer={stored?.hasTokenReviewerJwt ?? false} />,
  summary: ({ tokenReviewMode, kubernetesHost, issuer, allowedNamespaces, allowedNames }) => (
    <>
      Accepts service accounts
      {allowedNames !== '' && (
        <>
          {' '}
          named <Code>{allowedNames}</Code>
        </>
      )}
      {allowedNamespaces !== '' && (
        <>
          {' '}
          in <Code>{allowedNamespaces}</Code>
        </>
      )}
      {tokenReviewMode === 'api' ? `; asks ${kubernetesHost}` : ` of ${issuer}, by the keys of the cluster`}
    </>
  ),
  losers: 'Service accounts are',
  useStored: (identity) => {
    const { data, error, refetch } = api.useQuery('get', path, { params: pathOf(identity) });
    return { data: data?.identityKubernetesAuth, error, refetch };
  },
  attach: (identity, body) => client.POST(path, { params: pathOf(identity), body }),
  update: (identity, body) => client.PATCH(path, { params: pathOf(identity), body }),
  remove: (identity) => client.DELETE(path, { params: pathOf(identity) }),
});
