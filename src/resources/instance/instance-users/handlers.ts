import type { Handler, Reply } from '../../../contract.ts';
import type { PublicScope } from '../../../scope.ts';
import { passwordRequirements } from '../../identity/account/password-rule.ts';
import { needsSetupToken } from '../setup/setup-token.ts';
import {
  createResetLink,
  deleteUsers,
  resetSecondFactorOf,
  revokeFromIdentity,
  setInstanceAdministrator,
} from './service.ts';
import { instanceIdentityView, instanceUserView } from './view.ts';

// Clients expect this id of the server's single configuration.
const configId = '00000000-0000-0000-0000-000000000000';

/** What the sign-in page offers without being asked: the single sign-on of a server with one organization. */
const defaultSignOn = (only: { slug: string; authEnforced: boolean } | undefined) => ({
  defaultAuthOrgSlug: only?.slug ?? null,
  defaultAuthOrgAuthMethod: only ? ('oidc' as const) : null,
  defaultAuthOrgAuthEnforced: only?.authEnforced ?? false,
});

const findConfig = async (
  scope: Pick<PublicScope, 'stores' | 'config' | 'caller'>,
): Promise<Reply<'getInstanceConfig'>['config']> => {
  const initialized = await scope.stores.instance.isBootstrapped();
  return {
    id: configId,
    initialized,
    isSetupTokenRequired: !initialized && needsSetupToken(scope),
    allowSignUp: false,
    allowedSignUpDomain: null,
    enabledLoginMethods: ['email', 'oidc'],
    ...defaultSignOn(await scope.stores.signOnProviders.findOfOnlyOrganization()),
    trashDays: scope.config.trashDays,
    passwordPolicy: { requirements: [...passwordRequirements] },
  };
};

export const getInstanceConfig: Handler<'getInstanceConfig'> = async (scope) => ({ config: await findConfig(scope) });

/** Changes nothing: the contract accepts only the values that the server has. */
export const updateInstanceConfig: Handler<'updateInstanceConfig'> = async (scope) => {
  return { config: await findConfig(scope) };
};

export const listInstanceUsers: Handler<'listInstanceUsers'> = async ({ stores }, { query }) => {
  const { users, total } = await stores.users.search({ ...query, adminsOnly: query.adminsOnly === 'true' });
  return { users: users.map(instanceUserView), total };
};

export const deleteInstanceUser: Handler<'deleteInstanceUser'> = async (scope, { params }) => {
  const [user] = await deleteUsers(scope, [params.userId]);
  return { users: instanceUserView(user!) };
};

export const deleteInstanceUsers: Handler<'deleteInstanceUsers'> = async (scope, { body }) => {
  const users = await deleteUsers(scope, body.userIds);
  return { users: users.map(instanceUserView) };
};

export const grantInstanceAdmin: Handler<'grantInstanceAdmin'> = async (scope, { params }) => {
  return { user: instanceUserView(await setInstanceAdministrator(scope, params.userId, true)) };
};

export const revokeInstanceAdmin: Handler<'revokeInstanceAdmin'> = async (scope, { params }) => {
  return { user: instanceUserView(await setInstanceAdministrator(scope, params.userId, false)) };
};

export const resetSecondFactor: Handler<'resetSecondFactor'> = async (scope, { params }) => {
  return { user: instanceUserView(await resetSecondFactorOf(scope, params.userId)) };
};

export const createPasswordResetLink: Handler<'createPasswordResetLink'> = (scope, { params }) =>
  createResetLink(scope, params.userId);

export const listInstanceIdentities: Handler<'listInstanceIdentities'> = async ({ stores }, { query }) => {
  const { identities, total } = await stores.identities.searchInstance(query);
  return { identities: identities.map(instanceIdentityView), total };
};

export const revokeIdentityInstanceAdmin: Handler<'revokeIdentityInstanceAdmin'> = async (scope, { params }) => {
  return { identity: instanceIdentityView(await revokeFromIdentity(scope, params.identityId)) };
};
