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
  const { data: openId } = api.useQuery(
    'get',
    '/api/v1/auth/oidc-auth/identities/{identityId}',
    { params: pathOf(identity) },
    { enabled: method === 'oidc-auth' },
  );
  const { data: cluster } = api.useQuery(
    'get',
    '/api/v1/auth/kubernetes-auth/identities/{identityId}',
    { params: pathOf(identity) },
    { enabled: method === 'kubernetes-auth' },
  );
  const { identityId } = identity;
  if (method === undefined || method === 'universal-auth' || method === 'token-auth') return method && { method };
  if (method === 'oidc-auth') return openId && oidcSignIn(identityId, openId.identityOidcAuth);
  if (method === 'kubernetes-auth')
    return cluster && { method, identityId, audience: cluster.identityKubernetesAuth.allowedAudience };
  return { method, identityId };
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
