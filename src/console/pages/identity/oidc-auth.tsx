import { Code } from '@mantine/core';
import { api, client } from '../../api/client.ts';
import { durationText } from '../../components/duration.ts';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { addressesText } from '../../identity-auth/addresses.ts';
import { pathOf, type Identity } from './identity.ts';
import { MethodCard } from './method-card.tsx';
import { OidcAuthModal } from './oidc-auth-form.tsx';

const path = '/api/v1/auth/oidc-auth/identities/{identityId}';

/** Whose tokens are accepted. */
export const OidcAuthCard = ({ identity }: { identity: Identity }) => {
  const params = pathOf(identity);
  const { data, error, refetch } = api.useQuery('get', path, { params });
  if (!data) return <NotLoaded error={error} onRetry={refetch} rows={1} height={80} />;
  const stored = data.identityOidcAuth;
  const { boundIssuer, boundSubject, boundAudiences, boundClaims, accessTokenTTL, accessTokenTrustedIps } = stored;
  return (
    <MethodCard
      method="oidc-auth"
      form={(close) => <OidcAuthModal identity={identity} stored={stored} onClose={close} />}
      loss={`Tokens of ${boundIssuer} are no longer accepted for ${identity.identity.name}, and what was issued for them ends at once.`}
      onRemove={async () => await client.DELETE(path, { params })}
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
    />
  );
};
