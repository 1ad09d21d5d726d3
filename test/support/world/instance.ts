import { newAccount } from '../../../src/resources/organization/organization-users/new.ts';
import { createStores } from '../../../src/stores.ts';
import { newStorage, ownWorld, type DatabaseKind, type Environment, type World } from './world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

export interface Administrator {
  readonly id: string;
  readonly token: string;
}

/** A separate server with the administrators that its setup creates: a user and a machine identity. */
export interface InstanceWorld extends World {
  readonly root: Administrator;
  readonly machine: Administrator;
}

const credentials = { email: 'root@example.com', password: 'for tests only' };

/** A token of the user who set up the server, for its first organization. */
const rootToken = async (world: World): Promise<string> => {
  const login = await world.call('login', { body: credentials });
  const as = { token: login.body.accessToken as string };
  const { body } = await world.call('listOrganizations', { as });
  const chosen = await world.call('selectOrganization', { as, body: { organizationId: body.organizations[0].id } });
  return chosen.body.token as string;
};

export const newInstance = async (kind: DatabaseKind, settings: Environment = {}): Promise<InstanceWorld> => {
  const world = await ownWorld({ ...(await newStorage(kind)), ...settings });
  const { body } = await world.call('bootstrapInstance', { body: { ...credentials, organization: 'Root' } });
  return {
    ...world,
    root: { id: body.user.id, token: await rootToken(world) },
    machine: { id: body.identity.id, token: body.identity.credentials.token },
  };
};

/** A user who has been invited and has not accepted yet. */
export const newInvitee = async (
  { server: { parts } }: World,
  username: string,
  names: { firstName?: string; lastName?: string } = {},
): Promise<string> => {
  const user = { ...newAccount(parts, username), ...names };
  await parts.database.transaction(ofInstance, ({ db }) => createStores(db).users.insert(user));
  return user.id;
};
