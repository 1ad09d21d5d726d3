import { client } from '../../api/client.ts';
import type { SignIn } from '../../client-commands/place.ts';
import { anyAddress } from '../../identity-auth/addresses.ts';
import type { FirstMethod } from '../../identity-auth/methods.ts';
import { bindingOf, oidcSignIn, type OidcValues } from '../../identity-auth/oidc.ts';

export interface Membership {
  readonly projectId: string;
  /** The slug of the role. */
  readonly role: string;
}

export interface NewMachine {
  readonly name: string;
  /** The role in the organization. */
  readonly role: string;
  readonly method: FirstMethod;
  /** How long tokens work, in seconds. */
  readonly lifetime: number;
  readonly oidc: OidcValues;
  readonly memberships: readonly Membership[];
}

/** How a program signs in, with the environment variables that it needs. */
interface Credentials {
  readonly signIn: SignIn;
  readonly variables: Readonly<Record<string, string>>;
}

/** What exists already, so that an attempt that failed in the middle can be repeated. */
export interface Progress {
  identityId?: string;
  clientId?: string;
  hasTokenAuth?: boolean;
  credentials?: Credentials;
  readonly joined: string[];
}

const tokenSettings = (lifetime: number) => ({
  accessTokenTTL: lifetime,
  accessTokenMaxTTL: lifetime,
  accessTokenNumUsesLimit: 0,
  accessTokenTrustedIps: anyAddress,
});

const createIdentity = async ({ name, role }: NewMachine): Promise<string> => {
  const body = { name: name.trim(), role, hasDeleteProtection: false };
  return (await client.POST('/api/v1/identities', { body })).identity.id;
};

const lockout = {
  lockoutEnabled: true,
  lockoutThreshold: 3,
  lockoutDurationSeconds: 300,
  lockoutCounterResetSeconds: 30,
};

type Attach = (identityId: string, input: NewMachine, progress: Progress) => Promise<Credentials>;

const withUniversalAuth: Attach = async (identityId, { lifetime }, progress) => {
  const params = { path: { identityId } };
  const body = { ...tokenSettings(lifetime), ...lockout, accessTokenPeriod: 0, clientSecretTrustedIps: anyAddress };
  progress.clientId ??= (
    await client.POST('/api/v1/auth/universal-auth/identities/{identityId}', { params, body })
  ).identityUniversalAuth.clientId;
  const { clientSecret } = await client.POST('/api/v1/auth/universal-auth/identities/{identityId}/client-secrets', {
    params,
    body: { description: '', numUsesLimit: 0, ttl: 0 },
  });
  return {
    signIn: { method: 'universal-auth' },
    variables: { INFISICAL_CLIENT_ID: progress.clientId, INFISICAL_CLIENT_SECRET: clientSecret },
  };
};

const withOidcAuth: Attach = async (identityId, { lifetime, oidc }) => {
  const binding = bindingOf(oidc);
  await client.POST('/api/v1/auth/oidc-auth/identities/{identityId}', {
    params: { path: { identityId } },
    body: { ...binding, ...tokenSettings(lifetime) },
  });
  return { signIn: oidcSignIn(identityId, binding), variables: {} };
};

const withTokenAuth: Attach = async (identityId, { lifetime }, progress) => {
  const params = { path: { identityId } };
  if (!progress.hasTokenAuth) {
    const body = { ...tokenSettings(lifetime), accessTokenPeriod: 0 };
    await client.POST('/api/v1/auth/token-auth/identities/{identityId}', { params, body });
    progress.hasTokenAuth = true;
  }
  const { accessToken } = await client.POST('/api/v1/auth/token-auth/identities/{identityId}/tokens', {
    params,
    body: {},
  });
  return { signIn: { method: 'token-auth' }, variables: { INFISICAL_TOKEN: accessToken } };
};

const attach: Readonly<Record<FirstMethod, Attach>> = {
  'universal-auth': withUniversalAuth,
  'oidc-auth': withOidcAuth,
  'token-auth': withTokenAuth,
};

/** Creates an identity that can sign in and is a member of projects; goes on where the last attempt failed. */
export const createMachine = async (input: NewMachine, progress: Progress) => {
  const identityId = (progress.identityId ??= await createIdentity(input));
  const credentials = (progress.credentials ??= await attach[input.method](identityId, input, progress));
  for (const { projectId, role } of input.memberships) {
    if (progress.joined.includes(projectId)) continue;
    const path = { projectId, identityId };
    await client.POST('/api/v1/projects/{projectId}/memberships/identities/{identityId}', {
      params: { path },
      body: { role },
    });
    progress.joined.push(projectId);
  }
  return { identityId, name: input.name.trim(), projectIds: progress.joined, ...credentials };
};

export type Machine = Awaited<ReturnType<typeof createMachine>>;
