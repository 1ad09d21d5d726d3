import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { membershipOf, newUserWith } from '../../support/fixtures/people.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getOrganizationUser', (world) => {
  it('returns a user with role and metadata', async () => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const user = await newUserWith(world(), organization, []);
    const params = { organizationId: organization.id, membershipId: await membershipOf(world(), organization, user) };
    await world().call('updateOrganizationUser', {
      as: admin,
      params,
      body: {
        metadata: [
          { key: 'team', value: 'rockets' },
          { key: 'floor', value: '' },
        ],
      },
    });

    for (const as of [admin, await world().newIdentity(organization, 'member')]) {
      const { status, body } = await world().call('getOrganizationUser', { as, params });
      expect(status).to.equal(200);
      expect(body.membership).to.include({
        id: params.membershipId,
        role: 'custom',
        roleId: user.roleId,
        customRoleSlug: user.slug,
        userId: user.id,
      });
      expect(body.membership.metadata.map(({ key, value }: any) => [key, value])).to.deep.equal([
        ['floor', ''],
        ['team', 'rockets'],
      ]);
      expect(body.membership.user).to.include({ id: user.id, username: user.email });
    }
  });

  it('returns null for missing fields', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'member');
    const params = { organizationId: organization.id, membershipId: await membershipOf(world(), organization, as) };
    const { body } = await world().call('getOrganizationUser', { as, params });
    expect(body.membership).to.deep.include({ customRoleSlug: null, roleId: null, metadata: [] });
  });

  it('requires member:read, and reveals nothing otherwise', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'no-access');
    const membershipId = await membershipOf(world(), organization, as);
    for (const id of [membershipId, 'unknown']) {
      expectError(
        await world().call('getOrganizationUser', {
          as,
          params: { organizationId: organization.id, membershipId: id },
        }),
        403,
        'PermissionDenied',
      );
    }
  });

  it('does not find other organizations, machine identities or invalid ids', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const own = await membershipOf(world(), organization, as);
    const foreign = await world().newOrganization();
    const outsider = await membershipOf(world(), foreign, await world().newUser(foreign, 'admin'));
    const machine = await world().newIdentity(organization, 'member');
    const { id } = (await world().server.parts.stores.memberships.findOfIdentity(organization.id, machine.id))!;
    for (const [organizationId, membershipId] of [
      [organization.id, outsider],
      [organization.id, id],
      [organization.id, 'x'.repeat(8000)],
      [foreign.id, outsider],
      [foreign.id, own],
    ]) {
      expectError(
        await world().call('getOrganizationUser', {
          as,
          params: { organizationId: organizationId!, membershipId: membershipId! },
        }),
        404,
        'NotFound',
      );
    }
  });
});
