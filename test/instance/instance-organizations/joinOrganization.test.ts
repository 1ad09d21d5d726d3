import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('joinOrganization', (world) => {
  const setting = async () => {
    const home = await world().newOrganization();
    const as = await world().newUser(home, 'no-access');
    await world().makeInstanceAdmin(as);
    const join = (organizationId: string) => world().call('joinOrganization', { as, params: { organizationId } });
    return { home, as, join };
  };

  it('makes the caller an administrator of the organization', async () => {
    const { as, join } = await setting();
    const organization = await world().newOrganization();
    const { status, body } = await join(organization.id);
    expect(status).to.equal(200);
    const { id, ...membership } = body.organizationMembership;
    expect(id).to.be.a('string');
    expect(membership).to.deep.equal({
      role: 'admin',
      roleId: null,
      status: 'accepted',
      isActive: true,
      inviteEmail: null,
      userId: as.id,
      orgId: organization.id,
      projectFavorites: [],
      lastInvitedAt: null,
      lastLoginAuthMethod: null,
      lastLoginTime: null,
      createdAt: '2030-01-01T00:00:00.000Z',
      updatedAt: '2030-01-01T00:00:00.000Z',
    });
    const chosen = await world().call('selectOrganization', { as, body: { organizationId: organization.id } });
    const role = { slug: 'made-by-admin', name: 'x', permissions: [] };
    expect((await world().call('createOrganizationRole', { as: chosen.body, body: role })).status).to.equal(200);
  });

  it('refuses an existing member with any role, and changes nothing', async () => {
    const { home, as, join } = await setting();
    expectError(await join(home.id), 400, 'BadRequest', /already/);
    const { role } = (await world().server.parts.stores.memberships.findOfUser(home.id, as.id))!;
    expect(role).to.equal('no-access');
    const organization = await world().newOrganization();
    const answers = await Promise.all([join(organization.id), join(organization.id), join(organization.id)]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400]);
  });

  it('does not find other ids', async () => {
    const { join } = await setting();
    for (const id of ['not-an-id', 'x'.repeat(5000)]) expectError(await join(id), 404, 'NotFound');
  });

  it('refuses callers who are not instance administrators, and machine identities', async () => {
    const params = { organizationId: (await world().newOrganization()).id };
    const as = await world().newUser(await world().newOrganization(), 'admin');
    expectError(
      await world().call('joinOrganization', { as, params }),
      403,
      'ForbiddenError',
      /administrators of the instance/,
    );
    const machine = await world().newIdentity(await world().newOrganization(), 'admin');
    await world().makeInstanceAdmin(machine);
    expectError(
      await world().call('joinOrganization', { as: machine, params }),
      403,
      'ForbiddenError',
      /machine identity/i,
    );
  });
});
