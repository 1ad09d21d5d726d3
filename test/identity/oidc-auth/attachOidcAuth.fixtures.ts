import type { World } from '../../support/world/world.ts';

export const needed = {
  oidcDiscoveryUrl: 'https://idp.example.com',
  boundIssuer: 'https://idp.example.com',
  boundClaims: { ref: 'main' },
};

/** An organization with an identity, to which a user with this role attaches OIDC auth. */
export const attachSetting =
  (world: () => World) =>
  async (role = 'admin') => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, role);
    const identity = await world().newIdentity(organization, 'member');
    const attach = (body: object = {}, identityId = identity.id) =>
      world().call('attachOidcAuth', { as, params: { identityId }, body: { ...needed, ...body } });
    return { organization, as, identity, attach };
  };
