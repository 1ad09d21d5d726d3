import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { invite, membershipOf, newEmail, newUserWith, readLink } from '../../support/fixtures/people.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { updateUserSetting, mayEdit } from './updateOrganizationUser.fixtures.ts';

onEachDatabase('updateOrganizationUser', (world) => {
  const setting = updateUserSetting(world);

  it('updates the given fields and keeps the others', async () => {
    const { organization, user, update, current } = await setting();
    await world().clock.later(60, async () => {
      const { status, body } = await update({ role: 'admin' });
      expect(status).to.equal(200);
      expect(body.membership).to.include({
        role: 'admin',
        roleId: null,
        isActive: true,
        userId: user.id,
        orgId: organization.id,
        createdAt: '2030-01-01T00:00:00.000Z',
        updatedAt: '2030-01-01T00:01:00.000Z',
      });
    });
    await update({
      metadata: [
        { key: 'a', value: '1' },
        { key: 'b', value: '2' },
      ],
    });
    expect((await update({ isActive: false })).body.membership).to.include({ role: 'admin', isActive: false });
    const seen = await current();
    expect(seen).to.include({ role: 'admin', isActive: false });
    expect(seen.metadata).to.have.length(2);
    await update({ metadata: [{ key: 'b', value: '3' }] });
    expect((await current()).metadata.map(({ key, value }: any) => [key, value])).to.deep.equal([['b', '3']]);
    await update({ metadata: [] });
    expect((await current()).metadata).to.deep.equal([]);
  });

  it('does not count an empty request as a change', async () => {
    const { update } = await setting();
    await world().clock.later(60, async () => {
      for (const body of [{}, undefined]) {
        const response = await update(body);
        expect(response.status).to.equal(200);
        expect(response.body.membership.updatedAt).to.equal('2030-01-01T00:00:00.000Z');
      }
    });
  });

  it('takes effect immediately', async () => {
    const { organization, user, update } = await setting('admin');
    const look = () => world().call('listOrganizationUsers', { as: user, params: { organizationId: organization.id } });
    expect((await look()).status).to.equal(200);
    await update({ role: 'no-access' });
    expectError(await look(), 403, 'PermissionDenied');
    await update({ role: 'member', isActive: false });
    expectError(await look(), 403, 'ForbiddenError');
    expectError(
      await world().call('selectOrganization', {
        as: { token: user.loginToken },
        body: { organizationId: organization.id },
      }),
      403,
      'ForbiddenError',
    );
    await update({ isActive: true });
    expect((await look()).status).to.equal(200);
  });

  it('assigns and removes custom roles', async () => {
    const { organization, update, current } = await setting();
    const { roleId, slug } = await newUserWith(world(), organization, [mayEdit]);
    expect((await update({ role: slug })).body.membership).to.include({ role: 'custom', roleId });
    expect(await current()).to.include({ role: 'custom', customRoleSlug: slug });
    expect((await update({ role: 'member' })).body.membership).to.include({ role: 'member', roleId: null });
  });

  it('allows a machine identity with the same permission', async () => {
    const { organization, update } = await setting();
    const machine = await world().newIdentity(organization, 'admin');
    expect((await update({ role: 'no-access' }, machine)).body.membership.role).to.equal('no-access');
  });

  it('requires member:edit', async () => {
    const { organization, user, update, current } = await setting();
    const other = await newUserWith(world(), organization, [
      { subject: 'member', action: ['read', 'create', 'delete'] },
    ]);
    for (const as of [other, await world().newUser(organization, 'member')])
      expectError(await update({ isActive: false }, as), 403, 'PermissionDenied', /edit members/);
    expect(await current()).to.include({ isActive: true, userId: user.id });
  });

  it('finds only roles of the organization', async () => {
    const { update } = await setting();
    const foreign = await newUserWith(world(), await world().newOrganization(), []);
    for (const role of ['unknown', 'custom', foreign.slug, foreign.roleId])
      expectError(await update({ role }), 404, 'NotFound', /no role/);
  });

  it("is not allowed for the caller's own membership", async () => {
    const { organization, admin } = await setting('admin');
    const params = { organizationId: organization.id, membershipId: await membershipOf(world(), organization, admin) };
    for (const body of [{ role: 'member' }, { isActive: true }, { metadata: [] }, {}]) {
      expectError(
        await world().call('updateOrganizationUser', { as: admin, params, body }),
        400,
        'BadRequest',
        /own membership/,
      );
    }
  });

  it('invalidates the invitation link of a user whose role changes before joining', async () => {
    const { organization, admin } = await setting();
    const invitation = await invite(world(), admin, newEmail(world()));
    const { body } = await world().call('listOrganizationUsers', {
      as: admin,
      params: { organizationId: organization.id },
    });
    const { id: membershipId } = body.users.find(({ user }: any) => user.username === invitation.email);
    const params = { organizationId: organization.id, membershipId };
    await world().call('updateOrganizationUser', { as: admin, params, body: { metadata: [] } });
    await world().call('updateOrganizationUser', { as: admin, params, body: { role: 'admin' } });
    expectError(await world().call('verifyInvitation', { body: invitation }), 400, 'BadRequest');
  });

  it('leaves no valid link for the former role if a link is created concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { organization, admin } = await setting();
      const inviter = await newUserWith(world(), organization, [{ subject: 'member', action: 'create' }]);
      const email = newEmail(world());
      await invite(world(), admin, email, 'no-access');
      const { body } = await world().call('listOrganizationUsers', {
        as: admin,
        params: { organizationId: organization.id },
      });
      const { id: membershipId } = body.users.find(({ user }: any) => user.username === email);
      const params = { organizationId: organization.id, membershipId };
      const [invited, again, changed] = await Promise.all([
        world().call('inviteUsers', {
          as: inviter,
          body: { inviteeEmails: [email], organizationRoleSlug: 'no-access' },
        }),
        world().call('resendInvitation', { as: inviter, body: { membershipId } }),
        world().call('updateOrganizationUser', { as: admin, params, body: { role: 'admin' } }),
      ]);
      expect(changed.status).to.equal(200);
      const links = [
        ...(invited.status === 200 ? invited.body.completeInviteLinks : []),
        ...(again.status === 200 ? [again.body.signupToken] : []),
      ];
      for (const { link } of links)
        expectError(await world().call('verifyInvitation', { body: readLink(link as string) }), 400, 'BadRequest');
    }
  });

  it('does not find other organizations or invalid ids', async () => {
    const { organization, admin, params } = await setting();
    const foreign = await world().newOrganization();
    const outsider = await membershipOf(world(), foreign, await world().newUser(foreign, 'member'));
    for (const wrong of [
      { ...params, membershipId: outsider },
      { ...params, membershipId: 'unknown' },
      { organizationId: foreign.id, membershipId: outsider },
      { ...params, organizationId: foreign.id },
    ]) {
      expectError(
        await world().call('updateOrganizationUser', { as: admin, params: wrong, body: { isActive: false } }),
        404,
        'NotFound',
      );
    }
    expect((await world().server.parts.stores.users.findMember(foreign.id, outsider))!.isActive).to.equal(true);
    expect(organization.id).not.to.equal(foreign.id);
  });

  it('reports all problems of a request', async () => {
    const { update } = await setting();
    expectIssues(
      await update({ role: '', isActive: 'yes', metadata: {} }),
      'body role too_small',
      'body isActive type',
      'body metadata type',
    );
    expectIssues(
      await update({
        role: 'x'.repeat(65),
        metadata: [{ key: '', value: 'x'.repeat(1021) }, { key: 'x'.repeat(256) }],
      }),
      'body role too_big',
      'body metadata.0.key too_small',
      'body metadata.0.value too_big',
      'body metadata.1.key too_big',
      'body metadata.1.value required',
    );
    const many = Array.from({ length: 101 }, (_, index) => ({ key: `key-${index}`, value: 'v' }));
    expectIssues(await update({ metadata: many }), 'body metadata too_big');
    expect((await update({ metadata: many.slice(1) })).status).to.equal(200);
    expectIssues(
      await update({
        metadata: [
          { key: 'a', value: '1' },
          { key: 'b', value: '' },
          { key: 'a', value: '2' },
        ],
      }),
      'body metadata.2.key invalid',
    );
  });
});
