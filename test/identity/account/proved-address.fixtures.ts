import { expect } from 'chai';
import type { SoftwareAuthenticator } from '../../support/clients/authenticator.ts';
import { addPasskey, startPasskeyLogin } from '../../support/fixtures/passkeys.ts';
import { goodPassword, invite, newEmail, verify, type Invitation } from '../../support/fixtures/people.ts';
import { setUpApp } from '../../support/fixtures/second-factor.ts';
import { newSignOnOrganization, storeLink } from '../../support/fixtures/single-sign-on.ts';
import type { TestUser } from '../../support/world/members.ts';
import type { World } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

/** Completes the account of an invitation, and returns a session of it. */
export const complete = async (world: World, invitation: Invitation): Promise<{ id: string; token: string }> => {
  const { status, body } = await world.call('completeAccount', {
    as: await verify(world, invitation),
    body: { type: 'email', email: invitation.email, firstName: 'Ada', password: goodPassword },
  });
  expect(status, JSON.stringify(body)).to.equal(200);
  return { id: body.user.id as string, token: body.token as string };
};

/** Gives the account everything that signs in to it: a passkey, an app, recovery codes, and a link to a provider. */
export const plantSignIns = async (
  world: World,
  account: { id: string; token: string },
): Promise<SoftwareAuthenticator> => {
  const { token } = account;
  const passkey = await addPasskey(world, { token });
  await setUpApp(world, { token });
  await world.call('activateMfa', { as: { token }, body: {} });
  const issuer = 'https://id.example.com';
  const { providerId } = await newSignOnOrganization(world, { issuer });
  await storeLink(world, { providerId, issuer, subject: account.id, userId: account.id });
  return passkey;
};

/** An account that whoever invited its owner may have completed in the owner's place. */
export interface UnprovedAccount {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly organizationId: string;
  readonly inviter: TestUser;
}

/** Completes an account with the link that the inviter was shown. */
export const newUnprovedAccount = async (world: World): Promise<UnprovedAccount> => {
  const organization = await world.newOrganization();
  const inviter = await world.newUser(organization, 'admin');
  const email = newEmail(world);
  const account = await complete(world, await invite(world, inviter, email));
  return { ...account, email, organizationId: organization.id, inviter };
};

/** A user whose account is from a time when nobody remembered whether addresses were proved. */
export const newUserOfEarlierVersion = async (world: World): Promise<TestUser> => {
  const user = await world.newUser(await world.newOrganization(), 'member');
  await world.server.parts.database.transaction(ofInstance, ({ db }) =>
    db('users').where({ id: user.id }).update({ addressProvedAt: null }),
  );
  return user;
};

/** How many of each way to sign in the account has, besides its password. */
export const signInsOf = async ({ server: { parts } }: World, userId: string): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const table of ['passkeys', 'second_factors', 'recovery_codes', 'single_sign_on_links', 'user_sessions'])
    counts[table] = (await parts.database.read<any>(table).where({ userId })).length;
  return counts;
};

export const noSignIns = {
  passkeys: 0,
  second_factors: 0,
  recovery_codes: 0,
  single_sign_on_links: 0,
  user_sessions: 0,
};

/** The status of a login with the passkey. */
export const passkeyLogin = async (world: World, passkey: SoftwareAuthenticator): Promise<number> => {
  const { options, headers } = await startPasskeyLogin(world);
  const body = { authenticationResponse: passkey.authenticate(options) };
  return (await world.call('loginWithPasskey', { headers, body })).status;
};
