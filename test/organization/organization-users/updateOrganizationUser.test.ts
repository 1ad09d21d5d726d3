import type { Rule } from '../../../src/access/rule.ts';
import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import { invite, membershipOf, newEmail, newUserWith, readLink } from '../../support/fixtures/people.ts';
import { addToProject, newProject } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const mayEdit: Rule = { subject: 'member', action: ['read', 'edit'] };

onEachDatabase('updateOrganizationUser', (world) => {
  const setting = async (role = 'member') => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const user = await world().newUser(organization, role);
    const params = { organizationId: organization.id, membershipId: await membershipOf(world(), organization, user) };
    const update = (body?: unknown, as: { token: string } = admin) =>
      world().call('updateOrganizationUser', { as, params, body });
    const current = async (): Promise<any> =>
      (await world().call('getOrganizationUser', { as: admin, params })).body.membership;
    return { organization, admin, user, params, update, current };
  };

  it('changes what is sent and leaves the rest', async () => {
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

  it('takes nothing for no change', async () => {
    const { update } = await setting();
    await world().clock.later(60, async () => {
      for (const body of [{}, undefined]) {
        const response = await update(body);
        expect(response.status).to.equal(200);
        expect(response.body.membership.updatedAt).to.equal('2030-01-01T00:00:00.000Z');
      }
    });
  });

  it('is felt at once', async () => {
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

  it('gives and takes custom roles', async () => {
    const { organization, update, current } = await setting();
    const { roleId, slug } = await newUserWith(world(), organization, [mayEdit]);
    expect((await update({ role: slug })).body.membership).to.include({ role: 'custom', roleId });
    expect(await current()).to.include({ role: 'custom', customRoleSlug: slug });
    expect((await update({ role: 'member' })).body.membership).to.include({ role: 'member', roleId: null });
  });

  it('lets a machine identity with the same permission do the same', async () => {
    const { organization, update } = await setting();
    const machine = await world().newIdentity(organization, 'admin');
    expect((await update({ role: 'no-access' }, machine)).body.membership.role).to.equal('no-access');
  });

  it('needs member:edit', async () => {
    const { organization, user, update, current } = await setting();
    const other = await newUserWith(world(), organization, [
      { subject: 'member', action: ['read', 'create', 'delete'] },
    ]);
    for (const as of [other, await world().newUser(organization, 'member')])
      expectError(await update({ isActive: false }, as), 403, 'PermissionDenied', /edit members/);
    expect(await current()).to.include({ isActive: true, userId: user.id });
  });

  it('hands out no role beyond the own, and wakes nobody who has more', async () => {
    const { organization, admin, params, update, current } = await setting('no-access');
    const editor = await newUserWith(world(), organization, [mayEdit]);
    const refused = await update({ role: 'member' }, editor);
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(refused.body.details.missingPermissions).to.deep.include({ action: 'create', subject: 'workspace' });
    expectError(await update({ role: 'admin' }, editor), 403, 'PermissionBoundaryError');
    expect((await update({ role: editor.slug }, editor)).status).to.equal(200);
    expect((await update({ role: 'no-access' }, editor)).status).to.equal(200);
    expect((await current()).role).to.equal('no-access');

    await update({ role: 'admin', isActive: false }, admin);
    expectError(await update({ isActive: true }, editor), 403, 'PermissionBoundaryError');
    expectError(await update({ role: 'member', isActive: true }, editor), 403, 'PermissionBoundaryError');
    expect(
      (await world().call('updateOrganizationUser', { as: editor, params, body: { isActive: false } })).status,
    ).to.equal(200);
    expect(await current()).to.include({ role: 'admin', isActive: false });
  });

  it('wakes nobody who has more through a group', async () => {
    const { organization, admin, user, update, current } = await setting('no-access');
    await addToGroup(world(), await newGroup(world(), organization, { role: 'member' }), user);
    const editor = await newUserWith(world(), organization, [mayEdit]);
    await update({ isActive: false }, admin);
    expectError(await update({ isActive: true }, editor), 403, 'PermissionBoundaryError');
    expect(await current()).to.include({ isActive: false });
    expect((await update({ isActive: true }, admin)).status).to.equal(200);
  });

  it('wakes nobody who has more in a project', async () => {
    const { organization, admin, user, update, current } = await setting('no-access');
    const project = await newProject(world(), organization);
    await addToProject(world(), project, user, 'viewer');
    const editor = await newUserWith(world(), organization, [mayEdit]);
    await update({ isActive: false }, admin);
    expectError(await update({ isActive: true }, editor), 403, 'PermissionBoundaryError');
    expect(await current()).to.include({ isActive: false });
    await addToProject(world(), project, editor, 'viewer');
    expect((await update({ isActive: true }, editor)).status).to.equal(200);
  });

  it('takes away no denial that the editor is bound by', async () => {
    const { organization, admin } = await setting();
    const denied = await newUserWith(world(), organization, [
      { subject: 'app-connections', action: ['read'], inverted: true },
    ]);
    const editor = await newUserWith(world(), organization, [mayEdit]);
    const params = { organizationId: organization.id, membershipId: await membershipOf(world(), organization, denied) };
    const free = (as: { token: string }) =>
      world().call('updateOrganizationUser', { as, params, body: { role: 'no-access' } });
    expectError(await free(editor), 403, 'PermissionBoundaryError');
    expect((await free(admin)).status).to.equal(200);
  });

  it('knows only roles of the organization', async () => {
    const { update } = await setting();
    const foreign = await newUserWith(world(), await world().newOrganization(), []);
    for (const role of ['unknown', 'custom', foreign.slug, foreign.roleId])
      expectError(await update({ role }), 404, 'NotFound', /no role/);
  });

  it('is not for the own membership', async () => {
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

  it('cancels the link of somebody whose role changes before they join', async () => {
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

  it('leaves no link for another role to whoever makes one at once', async () => {
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

  it('keeps the last active administrator', async () => {
    const { organization, admin, update } = await setting('admin');
    const machine = await world().newIdentity(organization, 'admin');
    await invite(world(), admin, newEmail(world()), 'admin');
    const params = { organizationId: organization.id, membershipId: await membershipOf(world(), organization, admin) };
    const change = (body: object) => world().call('updateOrganizationUser', { as: machine, params, body });
    await update({ isActive: false }, machine);
    for (const body of [{ role: 'member' }, { isActive: false }, { role: 'no-access', isActive: false }]) {
      expectError(await change(body), 400, 'BadRequest', /administrator/);
    }
    expect((await change({ role: 'admin', isActive: true, metadata: [{ key: 'kept', value: 'on' }] })).status).to.equal(
      200,
    );
    await update({ isActive: true }, machine);
    expect((await change({ role: 'member' })).status).to.equal(200);
  });

  it('keeps one of two administrators who demote each other at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { organization, admin, user, update } = await setting('admin');
      const params = {
        organizationId: organization.id,
        membershipId: await membershipOf(world(), organization, admin),
      };
      const both = await Promise.all([
        update({ role: 'member' }),
        world().call('updateOrganizationUser', { as: user, params, body: { isActive: false } }),
      ]);
      const { length: left } = await world().server.parts.database.transaction(({ db }) =>
        db('organization_memberships').where({ organizationId: organization.id, role: 'admin', isActive: true }),
      );
      expect(left).to.equal(1);
      expect(both.filter(({ status }) => status === 200)).to.have.length(1);
    }
  });

  it('knows neither other organizations nor nonsense', async () => {
    const { organization, admin, params } = await setting();
    const foreign = await world().newOrganization();
    const stranger = await membershipOf(world(), foreign, await world().newUser(foreign, 'member'));
    for (const wrong of [
      { ...params, membershipId: stranger },
      { ...params, membershipId: 'unknown' },
      { organizationId: foreign.id, membershipId: stranger },
      { ...params, organizationId: foreign.id },
    ]) {
      expectError(
        await world().call('updateOrganizationUser', { as: admin, params: wrong, body: { isActive: false } }),
        404,
        'NotFound',
      );
    }
    expect((await world().server.parts.stores.users.findMember(foreign.id, stranger))!.isActive).to.equal(true);
    expect(organization.id).not.to.equal(foreign.id);
  });

  it('lists everything that is wrong with a request', async () => {
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
