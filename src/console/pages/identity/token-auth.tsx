import { useCanInOrganization } from '../../access/use-can.ts';
import { api, client } from '../../api/client.ts';
import { durationText } from '../../components/duration.ts';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { addressesText } from '../../identity-auth/addresses.ts';
import { pathOf, type Identity } from './identity.ts';
import { MethodCard } from './method-card.tsx';
import { TokenAuthModal } from './token-auth-form.tsx';
import { Tokens } from './tokens.tsx';

const path = '/api/v1/auth/token-auth/identities/{identityId}';

/** The settings of tokens that are created by hand, and these tokens. */
export const TokenAuthCard = ({ identity }: { identity: Identity }) => {
  const params = pathOf(identity);
  const ability = useCanInOrganization();
  const { data, error, refetch } = api.useQuery('get', path, { params });
  if (!data) return <NotLoaded error={error} onRetry={refetch} rows={1} height={80} />;
  const stored = data.identityTokenAuth;
  return (
    <MethodCard
      method="token-auth"
      form={(close) => <TokenAuthModal identity={identity} stored={stored} onClose={close} />}
      loss={`All tokens that were created for ${identity.identity.name} by hand end at once.`}
      onRemove={async () => await client.DELETE(path, { params })}
      summary={`A token works for ${durationText(stored.accessTokenTTL)}, from ${addressesText(stored.accessTokenTrustedIps)}.`}
    >
      {ability.can('get-token', 'identity') && <Tokens identity={identity} />}
    </MethodCard>
  );
};
