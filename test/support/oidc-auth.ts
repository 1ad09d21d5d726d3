import { expect } from 'chai';
import type { JWTPayload } from 'jose';
import type { Response } from 'supertest';
import type { OidcAuthRow } from '../../src/resources/identity/oidc-auth/store.ts';
import type { OrganizationRow } from '../../src/resources/organization/organizations/store.ts';
import { createStores } from '../../src/stores.ts';
import { entriesWhere } from './audit.ts';
import { expectError } from './expect.ts';
import type { TestIdentity, TestUser } from './members.ts';
import { audience, type SigningOptions, type TestProvider } from './oidc-provider.ts';
import type { World } from './world.ts';

export interface OidcMachine {
  readonly admin: TestUser;
  readonly organization: OrganizationRow;
  readonly identity: TestIdentity;
  readonly params: { identityId: string };
  readonly authId: string;
}

export const boundTo = ({ issuer }: Pick<TestProvider, 'issuer'>) => ({
  oidcDiscoveryUrl: issuer,
  boundIssuer: issuer,
  boundAudiences: audience,
  boundSubject: 'repo:acme/*',
  boundClaims: {},
});

/** An identity with OIDC auth, and an administrator beside it. */
export const newOidcMachine = async (
  world: World,
  provider: Pick<TestProvider, 'issuer'>,
  settings: object = {},
): Promise<OidcMachine> => {
  const organization = await world.newOrganization();
  const admin = await world.newUser(organization, 'admin');
  const identity = await world.newIdentity(organization, 'member');
  const params = { identityId: identity.id };
  const { status, body } = await world.call('attachOidcAuth', {
    as: admin,
    params,
    body: { ...boundTo(provider), ...settings },
  });
  if (status !== 200) throw new Error(`OIDC auth could not be attached: ${JSON.stringify(body)}`);
  return { admin, organization, identity, params, authId: body.identityOidcAuth.id };
};

/** As an earlier version stored it, when an audience was enough. */
export const withoutBinding = (
  { server }: World,
  { authId }: Pick<OidcMachine, 'authId'>,
  bound: Partial<OidcAuthRow> = {},
): Promise<void> =>
  server.parts.database.transaction(({ db }) =>
    createStores(db).oidcAuths.update(authId, { boundSubject: '', boundClaims: {}, ...bound }),
  );

/** Claims of a token that is good now. */
export const goodClaims = (world: World, { issuer }: TestProvider, more: JWTPayload = {}): JWTPayload => {
  const now = Math.floor(world.clock.now().getTime() / 1000);
  return {
    iss: issuer,
    sub: 'repo:acme/rockets:ref:refs/heads/main',
    aud: audience,
    iat: now,
    exp: now + 300,
    ...more,
  };
};

export const logInWith = (world: World, { identity }: Pick<OidcMachine, 'identity'>, jwt: string, more: object = {}) =>
  world.call('loginWithOidcAuth', { body: { identityId: identity.id, jwt, ...more } });

/** With a token of those claims, which is good in every other way. */
export const logInAs = async (
  world: World,
  provider: TestProvider,
  machine: Pick<OidcMachine, 'identity'>,
  claims: JWTPayload = {},
  options: SigningOptions = {},
) => logInWith(world, machine, await provider.sign(goodClaims(world, provider, claims), options));

/** Runs the work at the time that it really is, which the provider goes by. */
export const atRealTime = <T>({ clock }: World, work: () => Promise<T>): Promise<T> =>
  clock.later((Date.now() - clock.now().getTime()) / 1000, work);

/**
 * 401 with the one message, and the reason only in the log and the audit log, where the same again within a minute is
 * one entry.
 */
export const expectLoginRefused = async (
  world: World,
  response: Response,
  { identity }: Pick<OidcMachine, 'identity'>,
  reason: string,
): Promise<void> => {
  expectError(response, 401, 'UnauthorizedError', /^This token is not accepted\. The audit log says why\.$/);
  expect(response.headers['www-authenticate']).to.equal('Bearer');
  const requestId = response.headers['x-request-id']!;
  const lines = world.logged().split('\n');
  expect(lines.filter((line) => line.includes(requestId)).join(''), 'the log').to.include(`"reason":"${reason}: `);
  const entries = await entriesWhere(world, { actorId: identity.id, eventType: 'login-identity-oidc-auth-failed' });
  expect(
    entries.filter(({ eventMetadata }) => eventMetadata.reasonCode === reason),
    `the audit log: ${reason}`,
  ).to.have.length(1);
};
