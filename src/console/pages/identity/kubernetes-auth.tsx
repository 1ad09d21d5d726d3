import { Code } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { components } from '../../../../generated/api.d.ts';
import { api, client } from '../../api/client.ts';
import { durationText } from '../../components/duration.ts';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { addressesText } from '../../identity-auth/addresses.ts';
import { KubernetesFields } from '../../identity-auth/kubernetes-fields.tsx';
import {
  kubernetesBodyOf,
  kubernetesErrors,
  newKubernetesValues,
  storedKubernetesValues,
  type KubernetesValues,
} from '../../identity-auth/kubernetes.ts';
import {
  newTokenValues,
  storedTokenValues,
  tokenBodyOf,
  tokenErrors,
  TokenFields,
  tokenValuesIn,
  type TokenValues,
} from '../../identity-auth/token-fields.tsx';
import { pathOf, type Identity } from './identity.ts';
import { MethodCard } from './method-card.tsx';
import { MethodModal, type MethodFormProps } from './method-modal.tsx';

type KubernetesAuth = components['schemas']['KubernetesAuth'];

const path = '/api/v1/auth/kubernetes-auth/identities/{identityId}';

export const KubernetesAuthModal = ({ identity, stored, onClose }: MethodFormProps<KubernetesAuth>) => {
  const form = useForm<KubernetesValues & TokenValues>({
    initialValues: stored
      ? { ...storedKubernetesValues(stored), ...storedTokenValues(stored) }
      : { ...newKubernetesValues, ...newTokenValues },
    validate: (values) => ({ ...kubernetesErrors(values), ...tokenErrors(values) }),
  });
  const save = async (values: KubernetesValues & TokenValues) => {
    const { tokens, others } = tokenValuesIn(values);
    const request = { params: pathOf(identity), body: { ...kubernetesBodyOf(others), ...tokenBodyOf(tokens) } };
    return stored ? client.PATCH(path, request) : client.POST(path, request);
  };
  return (
    <MethodModal title="Kubernetes auth" form={form} isNew={!stored} onSave={save} onClose={onClose}>
      <KubernetesFields
        values={form.values}
        input={(name) => form.getInputProps(name)}
        hasReviewer={stored?.hasTokenReviewerJwt ?? false}
      />
      <TokenFields input={(name) => form.getInputProps(name)} />
    </MethodModal>
  );
};

/** Which service accounts are accepted, and who says so. */
export const KubernetesAuthCard = ({ identity }: { identity: Identity }) => {
  const params = pathOf(identity);
  const { data, error, refetch } = api.useQuery('get', path, { params });
  if (!data) return <NotLoaded error={error} onRetry={refetch} rows={1} height={80} />;
  const stored = data.identityKubernetesAuth;
  const { tokenReviewMode, kubernetesHost, issuer, allowedNamespaces, allowedNames } = stored;
  return (
    <MethodCard
      method="kubernetes-auth"
      form={(close) => <KubernetesAuthModal identity={identity} stored={stored} onClose={close} />}
      loss={`Service accounts are no longer accepted for ${identity.identity.name}, and their tokens end at once.`}
      onRemove={() => client.DELETE(path, { params })}
      summary={
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
          {tokenReviewMode === 'api' ? `; asks ${kubernetesHost}` : ` of ${issuer}, by the keys of the cluster`}. Then
          it has a token for {durationText(stored.accessTokenTTL)}, from {addressesText(stored.accessTokenTrustedIps)}.
        </>
      }
    />
  );
};
