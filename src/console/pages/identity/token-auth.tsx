import { useDisclosure } from '@mantine/hooks';
import { useCanInOrganization } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import { confirm } from '../../components/confirm.tsx';
import { durationText } from '../../components/duration.ts';
import { FailureMessage } from '../../components/failure.tsx';
import { ListSkeleton } from '../../components/page.tsx';
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
  const [isEditing, { open, close }] = useDisclosure();
  const { data, error, refetch } = api.useQuery('get', path, { params });
  const remove = api.useMutation('delete', path, { meta: { showsError: true, removes: path } });
  if (!data) return error ? <FailureMessage error={error} onRetry={refetch} /> : <ListSkeleton rows={1} height={80} />;
  const stored = data.identityTokenAuth;
  const ask = (): void =>
    confirm({
      title: 'Remove tokens?',
      message: `All tokens that were created for ${identity.identity.name} by hand end at once.`,
      action: 'Remove',
      isDestructive: true,
      onConfirm: () => remove.mutateAsync({ params }),
    });
  return (
    <MethodCard
      method="token-auth"
      onEdit={open}
      onRemove={ask}
      summary={`A token works for ${durationText(stored.accessTokenTTL)}, from ${addressesText(stored.accessTokenTrustedIps)}.`}
    >
      {ability.can('get-token', 'identity') && <Tokens identity={identity} />}
      {isEditing && <TokenAuthModal identity={identity} stored={stored} onClose={close} />}
    </MethodCard>
  );
};
