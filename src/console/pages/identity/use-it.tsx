import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ReadCommands } from '../../client-commands/read-commands.tsx';
import type { SignIn } from '../../client-commands/place.ts';
import { Section } from '../../components/section.tsx';
import { methodNames, type AuthMethod } from '../../identity-auth/methods.ts';
import { oidcSignIn } from '../../identity-auth/oidc.ts';
import { pathOf, type Identity } from './identity.ts';

const useSignIn = (identity: Identity, method: AuthMethod | undefined): SignIn | undefined => {
  const { identityId } = identity;
  const params = pathOf(identity);
  const oidc = api.useQuery(
    'get',
    '/api/v1/auth/oidc-auth/identities/{identityId}',
    { params },
    { enabled: method === 'oidc-auth' },
  ).data?.identityOidcAuth;
  const kubernetes = api.useQuery(
    'get',
    '/api/v1/auth/kubernetes-auth/identities/{identityId}',
    { params },
    { enabled: method === 'kubernetes-auth' },
  ).data?.identityKubernetesAuth;
  const gcp = api.useQuery(
    'get',
    '/api/v1/auth/gcp-auth/identities/{identityId}',
    { params },
    { enabled: method === 'gcp-auth' },
  ).data?.identityGcpAuth;
  switch (method) {
    case undefined:
      return undefined;
    case 'universal-auth':
    case 'token-auth':
      return { method };
    case 'oidc-auth':
      return oidc && oidcSignIn(identityId, oidc);
    case 'kubernetes-auth':
      return kubernetes && { method, identityId, audience: kubernetes.allowedAudience };
    case 'gcp-auth':
      return gcp && { method, identityId, type: gcp.type };
    default:
      return { method, identityId };
  }
};

/** Commands that sign in as the identity and read secrets. */
export const UseIt = ({ identity }: { identity: Identity }) => {
  const { authMethods } = identity.identity;
  const [chosen, setChosen] = useState<AuthMethod>();
  const method = authMethods.find((each) => each === chosen) ?? authMethods[0];
  const signIn = useSignIn(identity, method);
  const { data } = api.useQuery('get', '/api/v1/identities/{identityId}/identity-memberships', {
    params: pathOf(identity),
  });
  if (!signIn || !data) return null;
  return (
    <Section
      title="Use it"
      description="Commands that sign in and read secrets; the credentials are in environment variables."
    >
      {authMethods.length > 1 && (
        <SegmentedControl
          aria-label="How it signs in"
          data={authMethods.map((value) => ({ value, label: methodNames[value] }))}
          value={method!}
          onChange={(value) => setChosen(value)}
          maw={420}
        />
      )}
      <ReadCommands
        key={method}
        signIn={signIn}
        projectIds={data.identityMemberships.map(({ project }) => project.id)}
      />
    </Section>
  );
};
