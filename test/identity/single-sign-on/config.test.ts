import { expect } from 'chai';
import { entriesWhere } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newSignOnOrganization, signOnFields } from '../../support/fixtures/single-sign-on.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const provider = { issuer: 'https://idp.example.com' };

onEachDatabase('the configuration of single sign-on', (world) => {
  it('createSingleSignOn needs everything that an administrator holds, and a recent sign-in', async () => {
    const organization = await world().newOrganization();
    const create = (as: { token: string }) =>
      world().call('createSingleSignOn', { as, body: signOnFields(provider, organization) });
    const role = await world().newRole(organization, [{ subject: 'sso', action: ['read', 'create', 'edit'] }]);
    expectError(await create(await world().newUser(organization, role)), 403, 'PermissionBoundaryError');
    const admin = await world().newUser(organization, 'admin');
    await world().clock.later(601, async () => expectError(await create(admin), 403, 'ReauthenticationRequired'));
    expect((await create(admin)).status).to.equal(200);
    expectError(await create(admin), 400, 'BadRequest', /already/);
  });

  it('getSingleSignOn and the audit log never show the client secret', async () => {
    const { organization, admin } = await newSignOnOrganization(world(), provider);
    const query = { organizationId: organization.id };
    const { body } = await world().call('getSingleSignOn', { as: admin, query });
    expect(body).to.include({
      orgId: organization.id,
      configurationType: 'discoveryURL',
      discoveryURL: provider.issuer,
      clientId: 'sallyport',
      clientSecret: '',
      defaultMembershipRole: 'member',
      lastUsedAt: null,
    });
    const stored = (await world().server.parts.stores.signOnProviders.findOfOrganization(organization.id))!;
    const entries = await entriesWhere(world(), { organizationId: organization.id });
    expect(JSON.stringify([stored, entries])).not.to.include('kept by both sides');
    const member = await world().newUser(organization, 'member');
    expectError(await world().call('getSingleSignOn', { as: member, query }), 403, 'PermissionDenied');
  });

  it('updateSingleSignOn changes only what it names, and keeps the client secret if it is empty', async () => {
    const { organization, admin } = await newSignOnOrganization(world(), provider);
    const { signOnProviders } = world().server.parts.stores;
    const find = async () => (await signOnProviders.findOfOrganization(organization.id))!;
    const change = (body: object) =>
      world().call('updateSingleSignOn', { as: admin, body: { organizationId: organization.id, ...body } });
    const before = await find();
    await change({ allowedEmailDomains: ' @Example.org ,*.example.net', clientSecret: '' });
    expect(await find()).to.deep.equal({ ...before, allowedEmailDomains: 'example.org, *.example.net' });
    await change({ clientSecret: 'another secret', manageGroupMemberships: true });
    expect((await find()).sealedClientSecret).not.to.equal(before.sealedClientSecret);
    const management = await world().call('getGroupManagement', { as: admin, query: { orgId: organization.id } });
    expect(management.body).to.deep.equal({ isEnabled: true });
  });

  it('refuses what could not work: missing addresses, private ones, shared-secret algorithms, and no configuration', async () => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const fields = signOnFields(provider, organization);
    const create = (more: object) => world().call('createSingleSignOn', { as: admin, body: { ...fields, ...more } });
    const missing = await create({ configurationType: 'custom', issuer: 'https://idp.example.com' });
    expectError(missing, 422, 'ValidationFailure');
    const paths = missing.body.message.map(({ path }: { path: string[] }) => path[0]);
    expect(paths).to.have.members(['authorizationEndpoint', 'jwksUri', 'tokenEndpoint']);
    for (const more of [
      { jwtSignatureAlgorithm: 'HS256' },
      { discoveryURL: 'javascript:alert(1)' },
      { allowedEmailDomains: 'example.com, not a domain' },
    ])
      expectError(await create(more), 422, 'ValidationFailure');
    expectError(await create({ discoveryURL: 'https://10.0.0.1' }), 400, 'BadRequest', /private address/);
    expectError(await create({ defaultMembershipRole: 'captain' }), 404, 'NotFound');
    const body = { organizationId: organization.id, isActive: false };
    expectError(await world().call('updateSingleSignOn', { as: admin, body }), 404, 'NotFound');
  });
});
