import { Code } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { api } from '../../api/client.ts';
import { confirm } from '../../components/confirm.tsx';
import { durationText } from '../../components/duration.ts';
import { FailureMessage } from '../../components/failure.tsx';
import { ListSkeleton } from '../../components/page.tsx';
import { addressesText } from '../../identity-auth/addresses.ts';
import { pathOf, type Identity } from './identity.ts';
import { MethodCard } from './method-card.tsx';
import { OidcAuthModal } from './oidc-auth-form.tsx';

const path = '/api/v1/auth/oidc-auth/identities/{identityId}';

/** Whose tokens are accepted. */
export const OidcAuthCard = ({ identity }: { identity: Identity }) => {
  const params = pathOf(identity);
  const [isEditing, { open, close }] = useDisclosure();
  const { data, error, refetch } = api.useQuery('get', path, { params });
  const remove = api.useMutation('delete', path, { meta: { showsError: true, removes: path } });
  if (!data) return error ? <FailureMessage error={error} onRetry={refetch} /> : <ListSkeleton rows={1} height={80} />;
  const stored = data.identityOidcAuth;
  const { boundIssuer, boundSubject, boundAudiences, boundClaims, accessTokenTTL, accessTokenTrustedIps } = stored;
  const ask = (): void =>
    confirm({
      title: 'Remove OpenID Connect?',
      message: `Tokens of ${boundIssuer} are no longer accepted for ${identity.identity.name}, and what was issued for them ends at once.`,
      action: 'Remove',
      isDestructive: true,
      onConfirm: () => remove.mutateAsync({ params }),
    });
  return (
    <MethodCard
      method="oidc-auth"
      onEdit={open}
      onRemove={ask}
      summary={
        <>
          Accepts tokens of {boundIssuer}
          {boundSubject !== '' && (
            <>
              {' '}
              with the subject <Code>{boundSubject}</Code>
            </>
          )}
          {Object.entries(boundClaims).map(([name, value]) => (
            <span key={name}>
              , {name} <Code>{value}</Code>
            </span>
          ))}
          {boundAudiences !== '' && <> for {boundAudiences}</>}. Then it has a token for {durationText(accessTokenTTL)},
          from {addressesText(accessTokenTrustedIps)}.
        </>
      }
    >
      {isEditing && <OidcAuthModal identity={identity} stored={stored} onClose={close} />}
    </MethodCard>
  );
};
