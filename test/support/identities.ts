import type { Rule } from '../../src/access/rule.ts';
import { everywhere } from '../../src/platform/addresses.ts';
import { issueAccessToken } from '../../src/resources/identity/access-tokens/issue.ts';
import type { OrganizationRow } from '../../src/resources/organization/organizations/store.ts';
import { newTokenAuth } from '../../src/resources/identity/token-auth/new.ts';
import { createStores } from '../../src/stores.ts';
import type { TestIdentity } from './members.ts';
import type { World } from './world.ts';

const at = '2030-01-01T00:00:00.000Z';

export const newRole = async (
  world: World,
  organization: OrganizationRow,
  slug: string,
  permissions: readonly Rule[],
) => {
  const id = world.server.parts.ids.uuid();
  const role = {
    id,
    organizationId: organization.id,
    slug,
    name: `The ${slug}`,
    description: null,
    permissions,
    createdAt: at,
    updatedAt: at,
  };
  await world.server.parts.database.transaction(({ db }) => createStores(db).roles.insert(role));
  return role;
};

/** A caller who may do exactly this with identities, and nothing else. */
export const newOperator = async (
  world: World,
  organization: OrganizationRow,
  ...actions: string[]
): Promise<TestIdentity> => {
  const identity = await world.newIdentity(organization, 'no-access');
  const role = await newRole(world, organization, `operator-${identity.id}`, [
    { subject: 'identity', action: actions },
  ]);
  await world.server.parts.database.transaction(({ db }) =>
    db('organization_memberships').where({ identityId: identity.id }).update({ role: 'custom', roleId: role.id }),
  );
  return identity;
};

/** An identity that administers the instance, with the role `admin` in its organization. */
export const newInstanceAdmin = async (world: World, organization: OrganizationRow): Promise<TestIdentity> => {
  const identity = await world.newIdentity(organization, 'admin');
  await world.server.parts.database.transaction(({ db }) =>
    createStores(db).identities.update(identity.id, { isInstanceAdmin: true }),
  );
  return identity;
};

/** Universal auth on the identity, locked for one address until then, and a token that it got by it. */
export const withUniversalAuth = async (
  world: World,
  organization: OrganizationRow,
  identityId: string,
  lockedUntil: string | null = null,
): Promise<TestIdentity> => {
  const { parts } = world.server;
  const settings = newTokenAuth(parts, identityId);
  const owner = { id: identityId, name: 'Test identity', organizationId: organization.id };
  const { row, token } = issueAccessToken(parts, owner, settings, { authMethod: 'universal-auth' });
  await parts.database.transaction(async ({ db }) => {
    await db('identity_universal_auths').insert({
      ...settings,
      clientId: settings.id,
      clientSecretTrustedIps: JSON.stringify(everywhere),
      accessTokenTrustedIps: JSON.stringify(everywhere),
      lockoutEnabled: true,
      lockoutThreshold: 3,
      lockoutDurationSeconds: 300,
      lockoutCounterResetSeconds: 30,
      failuresExpireAt: lockedUntil,
    });
    if (lockedUntil)
      await createStores(db).failedLogins.save({
        universalAuthId: settings.id,
        address: '203.0.113.9',
        failures: 3,
        lockedUntil,
        expiresAt: lockedUntil,
      });
    await createStores(db).accessTokens.insert(row);
  });
  return { id: identityId, token, tokenId: row.id };
};
