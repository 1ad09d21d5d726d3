import { Code } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { components } from '../../../../generated/api.d.ts';
import { api, client } from '../../api/client.ts';
import { durationText } from '../../components/duration.ts';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { addressesText } from '../../identity-auth/addresses.ts';
import { JwtFields } from '../../identity-auth/jwt-fields.tsx';
import { jwtBodyOf, jwtErrors, newJwtValues, storedJwtValues, type JwtValues } from '../../identity-auth/jwt.ts';
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

type JwtAuth = components['schemas']['JwtAuth'];

const path = '/api/v1/auth/jwt-auth/identities/{identityId}';

export const JwtAuthModal = ({ identity, stored, onClose }: MethodFormProps<JwtAuth>) => {
  const form = useForm<JwtValues & TokenValues>({
    initialValues: stored
      ? { ...storedJwtValues(stored), ...storedTokenValues(stored) }
      : { ...newJwtValues, ...newTokenValues },
    validate: (values) => ({ ...jwtErrors(values), ...tokenErrors(values) }),
  });
  const save = async (values: JwtValues & TokenValues) => {
    const { tokens, others } = tokenValuesIn(values);
    const request = { params: pathOf(identity), body: { ...jwtBodyOf(others), ...tokenBodyOf(tokens) } };
    return stored ? client.PATCH(path, request) : client.POST(path, request);
  };
  return (
    <MethodModal title="JWT auth" form={form} isNew={!stored} onSave={save} onClose={onClose}>
      <JwtFields values={form.values} input={(name) => form.getInputProps(name)} />
      <TokenFields input={(name) => form.getInputProps(name)} />
    </MethodModal>
  );
};

/** Whose tokens are accepted. */
export const JwtAuthCard = ({ identity }: { identity: Identity }) => {
  const params = pathOf(identity);
  const { data, error, refetch } = api.useQuery('get', path, { params });
  if (!data) return <NotLoaded error={error} onRetry={refetch} rows={1} height={80} />;
  const stored = data.identityJwtAuth;
  const { configurationType, jwksUrl, publicKeys, boundSubject, boundClaims } = stored;
  return (
    <MethodCard
      method="jwt-auth"
      form={(close) => <JwtAuthModal identity={identity} stored={stored} onClose={close} />}
      loss={`Signed tokens are no longer accepted for ${identity.identity.name}, and what was issued for them ends at once.`}
      onRemove={() => client.DELETE(path, { params })}
      summary={
        <>
          Accepts tokens that{' '}
          {configurationType === 'jwks' ? `a key of ${jwksUrl}` : `one of ${publicKeys.length} keys`} signed
          {boundSubject !== '' && (
            <>
              , with the subject <Code>{boundSubject}</Code>
            </>
          )}
          {Object.entries(boundClaims).map(([name, value]) => (
            <span key={name}>
              , {name} <Code>{value}</Code>
            </span>
          ))}
          . Then it has a token for {durationText(stored.accessTokenTTL)}, from{' '}
          {addressesText(stored.accessTokenTrustedIps)}.
        </>
      }
    />
  );
};
