import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newEmail, readLink } from '../../support/fixtures/people.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('resendInstanceInvitation', (world) => {
  const setting = async () => {
    const as = await world().newUser(await world().newOrganization(), 'no-access');
    await world().makeInstanceAdmin(as);
    const { body } = await world().call('createOrganizationForOthers', {
      as,
      body: { name: 'For others', inviteAdminEmails: [newEmail(world())] },
    });
    const organizationId = body.organization.id as string;
    const listed = await world().call('listInstanceOrganizations', {
      as,
      query: { searchTerm: body.organization.slug },
    });
    const membershipId = listed.body.organizations[0].members[0].membershipId as string;
    return { as, first: body.completeInviteLinks[0].link as string, params: { organizationId, membershipId } };
  };

  it('creates a new link, which invalidates the old one', async () => {
    const { as, first, params } = await setting();
    const { status, body } = await world().call('resendInstanceInvitation', { as, params });
    expect(status).to.equal(200);
    expect(body.organizationMembership).to.include({ id: params.membershipId, status: 'invited', role: 'admin' });
    expectError(await world().call('verifyInvitation', { body: readLink(first) }), 400, 'BadRequest');
    expect(
      (await world().call('verifyInvitation', { body: readLink(body.signupToken.link as string) })).status,
    ).to.equal(200);
  });

  it('refuses users who have joined, and unknown users', async () => {
    const { as, params } = await setting();
    const organization = await world().newOrganization();
    const joined = await world().newUser(organization, 'member');
    const membership = await world().server.parts.stores.memberships.findOfUser(organization.id, joined.id);
    const theirs = { organizationId: organization.id, membershipId: membership!.id };
    expectError(
      await world().call('resendInstanceInvitation', { as, params: theirs }),
      400,
      'BadRequest',
      /joined already/,
    );
    for (const wrong of [
      { ...params, membershipId: 'none' },
      { ...params, organizationId: organization.id },
    ]) {
      expectError(await world().call('resendInstanceInvitation', { as, params: wrong }), 404, 'NotFound');
    }
  });

  it('is allowed for instance administrators', async () => {
    const { params } = await setting();
    const as = await world().newUser(await world().newOrganization(), 'admin');
    expectError(await world().call('resendInstanceInvitation', { as, params }), 403, 'ForbiddenError');
  });
});
