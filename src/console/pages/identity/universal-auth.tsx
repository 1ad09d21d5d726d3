import { Group, Text } from '@mantine/core';
import { useCanInOrganization } from '../../access/use-can.ts';
import { api, client } from '../../api/client.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { durationText } from '../../components/duration.ts';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { addressesText } from '../../identity-auth/addresses.ts';
import { ClientSecrets } from './client-secrets.tsx';
import { pathOf, type Identity } from './identity.ts';
import { Lockouts } from './lockouts.tsx';
import { MethodCard } from './method-card.tsx';
import { UniversalAuthModal } from './universal-auth-form.tsx';

const path = '/api/v1/auth/universal-auth/identities/{identityId}';

const UniversalAuthLockouts = ({ identity }: { identity: Identity }) => {
  const { isPending, mutate } = api.useMutation('post', `${path}/clear-lockouts`);
  return (
    <Lockouts
      identity={identity}
      method="universal-auth"
      clear={{ isPending, mutate: () => mutate({ params: pathOf(identity) }) }}
    />
  );
};

/** The client id, its settings and its client secrets. */
export const UniversalAuthCard = ({ identity }: { identity: Identity }) => {
  const params = pathOf(identity);
  const ability = useCanInOrganization();
  const { data, error, refetch } = api.useQuery('get', path, { params });
  if (!data) return <NotLoaded error={error} onRetry={refetch} rows={1} height={80} />;
  const stored = data.identityUniversalAuth;
  return (
    <MethodCard
      method="universal-auth"
      form={(close) => <UniversalAuthModal identity={identity} stored={stored} onClose={close} />}
      loss={`All client secrets of ${identity.identity.name}, and the tokens that were issued for them, end at once.`}
      onRemove={async () => await client.DELETE(path, { params })}
      summary={
        <>
          <Group gap={6}>
            Client id
            <Text span size="sm" ff="monospace">
              {stored.clientId}
            </Text>
            <CopyButton value={stored.clientId} label="the client id" />
          </Group>
          A token works for {durationText(stored.accessTokenTTL)}, from {addressesText(stored.accessTokenTrustedIps)}.
        </>
      }
    >
      <UniversalAuthLockouts identity={identity} />
      {ability.can('get-token', 'identity') && <ClientSecrets identity={identity} clientId={stored.clientId} />}
    </MethodCard>
  );
};
