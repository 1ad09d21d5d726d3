import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { invite, membershipOf, newEmail, newUserWith } from '../../support/fixtures/people.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('removeOrganizationUser', (world) => {
  const setting = async (role = 'member') => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const user = await world().newUser(organization, role);
    const remove = async (who: { id: string }, as: { token: string } = admin) =>
      world().call('removeOrganizationUser', {
        as,
        params: { organizationId: organization.id, membershipId: await membershipOf(world(), organization, who) },
      });
    return { organization, admin, user, remove };
  };

  it('ends the membership, and immediately invalidates all of its tokens', async () => {
    const { organization, user, admin, remove } = await setting();
    const membershipId = await membershipOf(world(), organization, user);
    const params = { organizationId: organization.id };
    expect((await world().call('getOrganization', { as: user, params })).status).to.equal(200);

    const { status, body } = await remove(user);
    expect(status).to.equal(200);
    expect(body.membership).to.include({
      id: membershipId,
      userId: user.id,
      role: 'member',
      createdAt: '2030-01-01T00:00:00.000Z',
    });
    expectError(await world().call('getOrganization', { as: user, params }), 403, 'ForbiddenError');
    expectError(
      await world().call('getOrganizationUser', { as: admin, params: { ...params, membershipId } }),
      404,
      'NotFound',
    );

    const as = { token: user.loginToken };
    expect((await world().call('listOrganizations', { as })).body.organizations).to.deep.equal([]);
    expectError(
      await world().call('selectOrganization', { as, body: { organizationId: organization.id } }),
      404,
      'NotFound',
    );
  });

  it('deletes the metadata and invitations of the membership', async () => {
    const { organization, admin } = await setting();
    const invitation = await invite(world(), admin, newEmail(world()));
    const guest = (await world().server.parts.stores.users.findByUsername(invitation.email))!;
    const params = { organizationId: organization.id, membershipId: await membershipOf(world(), organization, guest) };
    await world().call('updateOrganizationUser', { as: admin, params, body: { metadata: [{ key: 'a', value: 'b' }] } });
    expect((await world().call('removeOrganizationUser', { as: admin, params })).status).to.equal(200);
    expectError(await world().call('verifyInvitation', { body: invitation }), 400, 'BadRequest');
    expect(await world().server.parts.stores.memberships.listMetadata([params.membershipId])).to.deep.equal([]);
  });

  it('allows a machine identity with the same permission', async () => {
    const { organization, user, remove } = await setting();
    expect((await remove(user, await world().newIdentity(organization, 'admin'))).status).to.equal(200);
  });

  it('requires member:delete', async () => {
    const { organization, user, remove } = await setting();
    const other = await newUserWith(world(), organization, [{ subject: 'member', action: ['read', 'create', 'edit'] }]);
    for (const as of [other, await world().newUser(organization, 'member')])
      expectError(await remove(user, as), 403, 'PermissionDenied', /delete members/);
    expect(await membershipOf(world(), organization, user)).to.be.a('string');
  });

  it("is not allowed for the caller's own membership", async () => {
    const { admin, remove } = await setting('admin');
    expectError(await remove(admin), 400, 'BadRequest', /own membership/);
  });

  it('keeps the last active administrator', async () => {
    const { organization, admin, user, remove } = await setting();
    const machine = await world().newIdentity(organization, 'admin');
    expectError(await remove(admin, machine), 400, 'BadRequest', /administrator/);
    expect((await remove(user, machine)).status).to.equal(200);
  });

  it('keeps one of two administrators who remove each other concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { organization, admin, user, remove } = await setting('admin');
      const both = await Promise.all([remove(user, admin), remove(admin, user)]);
      expect(both.filter(({ status }) => status === 200)).to.have.length(1);
      expect(await world().server.parts.stores.users.listMembers(organization.id)).to.have.length(1);
    }
  });

  it('does not find other organizations, machine identities or invalid ids', async () => {
    const { organization, admin: as } = await setting();
    const foreign = await world().newOrganization();
    const outsider = await membershipOf(world(), foreign, await world().newUser(foreign, 'member'));
    const machine = await world().newIdentity(organization, 'member');
    const { id } = (await world().server.parts.stores.memberships.findOfIdentity(organization.id, machine.id))!;
    for (const params of [
      { organizationId: organization.id, membershipId: outsider },
      { organizationId: organization.id, membershipId: id },
      { organizationId: organization.id, membershipId: 'unknown' },
      { organizationId: foreign.id, membershipId: outsider },
    ]) {
      expectError(await world().call('removeOrganizationUser', { as, params }), 404, 'NotFound');
    }
    expect(await world().server.parts.stores.users.findMember(foreign.id, outsider)).to.be.an('object');
  });
});
