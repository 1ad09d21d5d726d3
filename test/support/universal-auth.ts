import type { OrganizationRow } from '../../src/resources/organization/organizations/store.ts';
import type { TestIdentity, TestUser } from './members.ts';
import type { World } from './world.ts';

export interface Machine {
  readonly admin: TestUser;
  readonly organization: OrganizationRow;
  readonly identity: TestIdentity;
  readonly params: { identityId: string };
  readonly clientId: string;
  readonly authId: string;
}

/** An identity with universal auth, and an administrator beside it. */
export const newMachine = async (world: World, settings: object = {}): Promise<Machine> => {
  const organization = await world.newOrganization();
  const admin = await world.newUser(organization, 'admin');
  const identity = await world.newIdentity(organization, 'member');
  const params = { identityId: identity.id };
  const { status, body } = await world.call('attachUniversalAuth', { as: admin, params, body: settings });
  if (status !== 200) throw new Error(`universal auth could not be attached: ${JSON.stringify(body)}`);
  const { clientId, id } = body.identityUniversalAuth as { clientId: string; id: string };
  return { admin, organization, identity, params, clientId, authId: id };
};

export const newSecret = async (
  world: World,
  { admin, params }: Machine,
  settings: object = {},
): Promise<{ id: string; secret: string }> => {
  const { status, body } = await world.call('createClientSecret', { as: admin, params, body: settings });
  if (status !== 200) throw new Error(`no client secret: ${JSON.stringify(body)}`);
  return { id: body.clientSecretData.id, secret: body.clientSecret };
};

export const logIn = (world: World, clientId: string, clientSecret: string, more: object = {}) =>
  world.call('loginWithUniversalAuth', { body: { clientId, clientSecret, ...more } });

/** A machine that has logged in. */
export const newLoggedIn = async (
  world: World,
  settings: object = {},
): Promise<Machine & { token: string; secret: string; secretId: string }> => {
  const machine = await newMachine(world, settings);
  const { id, secret } = await newSecret(world, machine);
  const { status, body } = await logIn(world, machine.clientId, secret);
  if (status !== 200) throw new Error(`no login: ${JSON.stringify(body)}`);
  return { ...machine, token: body.accessToken, secret, secretId: id };
};
