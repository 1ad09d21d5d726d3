import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import { expectError } from '../../support/expect/expect.ts';
import { certificateFields } from '../../support/fixtures/client-certificates.ts';
import { azureFields, gceFields } from '../../support/fixtures/cloud-tokens.ts';
import { newOperator, newRole, withUniversalAuth } from '../../support/fixtures/identities.ts';
import { awsFields, clusterKeyFields, keySetFields, newMachine } from '../../support/fixtures/login-methods.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getIdentity', (world) => {
  it('returns an identity with its membership', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'member');
    const { id } = await world().newIdentity(organization, 'member');
    const { status, body } = await world().call('getIdentity', { as, params: { identityId: id } });
    expect(status).to.equal(200);
    expect(body.identity).to.deep.equal({
      id: body.identity.id,
      role: 'member',
      roleId: null,
      orgId: organization.id,
      createdAt: '2030-01-01T00:00:00.000Z',
      updatedAt: '2030-01-01T00:00:00.000Z',
      identityId: id,
      lastLoginAuthMethod: null,
      lastLoginTime: null,
      metadata: [],
      customRole: null,
      identity: {
        id,
        name: 'Test identity',
        hasDeleteProtection: false,
        orgId: organization.id,
        authMethods: ['token-auth'],
        activeLockoutAuthMethods: [],
      },
    });
    expect(body.identity.id).not.to.equal(id);
  });

  it('returns its custom role', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const permissions = [{ subject: 'audit-logs', action: ['read'] }];
    const { id } = await newRole(world(), organization, 'auditor', permissions);
    const created = await world().call('createIdentity', { as, body: { name: 'one', role: 'auditor' } });
    const { body } = await world().call('getIdentity', { as, params: { identityId: created.body.identity.id } });
    expect(body.identity).to.include({ role: 'custom', roleId: id });
    expect(body.identity.customRole).to.deep.equal({
      id,
      name: 'The auditor',
      slug: 'auditor',
      permissions,
      description: null,
    });
  });

  it('lists the auth methods in one order, whichever was attached first', async () => {
    const { admin: as, params } = await newMachine(world(), 'attachTlsCertAuth', certificateFields());
    const others = {
      attachAzureAuth: azureFields,
      attachKubernetesAuth: clusterKeyFields,
      attachUniversalAuth: {},
      attachJwtAuth: keySetFields({ issuer: 'https://ci.example.com' }),
      attachAwsAuth: awsFields({ url: 'https://sts.amazonaws.com/' }),
      attachGcpAuth: gceFields,
    };
    for (const [operation, body] of Object.entries(others))
      expect((await world().call(operation as OperationId, { as, params, body })).status, operation).to.equal(200);
    const { body } = await world().call('getIdentity', { as, params });
    expect(body.identity.identity.authMethods).to.deep.equal([
      'universal-auth',
      'gcp-auth',
      'aws-auth',
      'kubernetes-auth',
      'azure-auth',
      'token-auth',
      'jwt-auth',
      'tls-cert-auth',
    ]);
  });

  it('returns its auth methods and current lockouts', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'member');
    const { id } = await world().newIdentity(organization, 'no-access');
    await withUniversalAuth(world(), organization, id, '2030-01-01T00:05:00.000Z');
    const methods = async () => {
      const { authMethods, activeLockoutAuthMethods } = (
        await world().call('getIdentity', { as, params: { identityId: id } })
      ).body.identity.identity;
      return { authMethods, activeLockoutAuthMethods };
    };
    const authMethods = ['universal-auth', 'token-auth'];
    expect(await methods()).to.deep.equal({ authMethods, activeLockoutAuthMethods: ['universal-auth'] });
    await world().clock.later(300, async () =>
      expect(await methods()).to.deep.equal({ authMethods, activeLockoutAuthMethods: [] }),
    );
  });

  it('does not find identities of another organization, or invalid ids', async () => {
    const as = await world().newUser(await world().newOrganization(), 'admin');
    const { id } = await world().newIdentity(await world().newOrganization(), 'admin');
    for (const identityId of [id, 'no-such-thing', 'x'.repeat(8000), "' or 1=1"]) {
      expectError(await world().call('getIdentity', { as, params: { identityId } }), 404, 'NotFound');
    }
  });

  it('refuses callers who may not read', async () => {
    const organization = await world().newOrganization();
    const as = await newOperator(world(), organization, 'create', 'edit', 'get-token');
    expectError(
      await world().call('getIdentity', { as, params: { identityId: as.id } }),
      403,
      'PermissionDenied',
      /read machine identities/,
    );
  });
});
