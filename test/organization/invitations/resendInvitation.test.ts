import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { invite, membershipOf, newEmail, newUserWith, readLink, verify } from '../../support/fixtures/people.ts';
import { addToProject, newProject } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

onEachDatabase('resendInvitation', (world) => {
  const setting = async (role = 'member') => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const old = await invite(world(), admin, newEmail(world()), role);
    const guest = (await world().server.parts.stores.users.findByUsername(old.email))!;
    const membershipId = await membershipOf(world(), organization, guest);
    const resend = (as: { token: string } = admin, id: unknown = membershipId) =>
      world().call('resendInvitation', { as, body: { membershipId: id } });
    return { organization, admin, old, membershipId, resend };
  };

  it('returns a new link, and invalidates the old one', async () => {
    const { organization, old, resend } = await setting();
    const { status, body } = await resend();
    expect(status).to.equal(200);
    expect(body.signupToken.email).to.equal(old.email);
    const fresh = readLink(body.signupToken.link as string);
    expect(fresh).to.include({ email: old.email, organizationId: organization.id }).and.not.include({ code: old.code });
    expectError(await world().call('verifyInvitation', { body: old }), 400, 'BadRequest');
    expect((await verify(world(), fresh)).token).to.be.a('string');
  });

  it('is allowed after the old link has expired, for another three days', async () => {
    const { old, resend } = await setting();
    await world().clock.later(300_000, async () => {
      expectError(await world().call('verifyInvitation', { body: old }), 400, 'BadRequest');
      const fresh = readLink((await resend()).body.signupToken.link as string);
      await world().clock.later(3 * 86_400 - 1, () => verify(world(), fresh));
    });
  });

  it('allows a machine identity with the same permission', async () => {
    const { organization, resend } = await setting();
    expect((await resend(await world().newIdentity(organization, 'admin'))).status).to.equal(200);
  });

  it('requires member:create, and all permissions of the invited role', async () => {
    const { organization, old, resend } = await setting('admin');
    const viewer = await newUserWith(world(), organization, [
      { subject: 'member', action: ['read', 'edit', 'delete'] },
    ]);
    for (const id of [undefined, 'unknown'])
      expectError(await resend(viewer, id), 403, 'PermissionDenied', /create members/);
    const host = await newUserWith(world(), organization, [{ subject: 'member', action: ['create'] }]);
    expectError(await resend(host), 403, 'PermissionBoundaryError');
    expect((await verify(world(), old)).token, 'the old link still works').to.be.a('string');
  });

  it('requires all permissions of the invited user in projects, or access to all projects', async () => {
    const { organization, old, membershipId, resend } = await setting('no-access');
    const project = await newProject(world(), organization);
    const guest = (await world().server.parts.stores.users.findByUsername(old.email))!;
    const hour = {
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '1h',
      temporaryAccessStartTime: '2030-01-01T01:00:00.000Z',
      temporaryAccessEndTime: '2030-01-01T02:00:00.000Z',
    };
    await addToProject(world(), project, guest, [{ subject: 'tags', action: 'read' }], hour);
    const host = await newUserWith(world(), organization, [{ subject: 'member', action: ['create'] }]);
    const refused = await resend(host, membershipId);
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(refused.body.details.missingPermissions).to.deep.equal([{ action: 'read', subject: 'tags' }]);
    expect((await verify(world(), old)).token, 'the old link still works').to.be.a('string');
    expect((await world().clock.later(7200, () => resend(host))).status, 'expired roles do not count').to.equal(200);
    await addToProject(world(), project, host, 'viewer');
    expect((await resend(host)).status).to.equal(200);
    const keeper = await newUserWith(world(), organization, [
      { subject: 'member', action: ['create'] },
      { subject: 'organization-admin-console', action: ['access-all-projects'] },
    ]);
    expect((await resend(keeper)).status).to.equal(200);
  });

  it('requires all permissions of the invited user through groups', async () => {
    const { organization, membershipId, resend } = await setting('no-access');
    const { database, ids } = world().server.parts;
    const at = '2030-01-01T00:00:00.000Z';
    const newGroup = async (role: string): Promise<string> => {
      const id = ids.uuid();
      await database.transaction(ofInstance, async ({ db }) => {
        await db('groups').insert({
          id,
          organizationId: organization.id,
          name: 'Guests',
          slug: id,
          role,
          roleId: null,
          createdAt: at,
          updatedAt: at,
        });
        await db('group_members').insert({ groupId: id, membershipId, createdAt: at });
      });
      return id;
    };
    const host = await newUserWith(world(), organization, [{ subject: 'member', action: ['create'] }]);
    const groupId = await newGroup('no-access');
    expect((await resend(host)).status).to.equal(200);
    await addToProject(world(), await newProject(world(), organization), { groupId }, [
      { subject: 'tags', action: 'read' },
    ]);
    const refused = await resend(host);
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(refused.body.details.missingPermissions).to.deep.equal([{ action: 'read', subject: 'tags' }]);

    await newGroup('member');
    const keeper = await newUserWith(world(), organization, [
      { subject: 'member', action: ['create'] },
      { subject: 'organization-admin-console', action: ['access-all-projects'] },
    ]);
    expectError(await resend(keeper), 403, 'PermissionBoundaryError');
    expect((await resend()).status).to.equal(200);
  });

  it('refuses users who have joined', async () => {
    const { organization, admin, resend } = await setting();
    const user = await world().newUser(organization, 'member');
    expectError(
      await resend(admin, await membershipOf(world(), organization, user)),
      400,
      'BadRequest',
      /joined already/,
    );
  });

  it('does not find other organizations, machine identities or invalid ids', async () => {
    const { organization, admin, resend } = await setting();
    const other = await setting();
    const machine = await world().newIdentity(organization, 'member');
    const { id } = (await world().server.parts.stores.memberships.findOfIdentity(organization.id, machine.id))!;
    for (const wrong of [other.membershipId, id, 'unknown', 'x'.repeat(10_000)])
      expectError(await resend(admin, wrong), 404, 'NotFound');
    expect((await verify(world(), other.old)).token).to.be.a('string');
  });

  it('reports missing fields', async () => {
    const { admin: as } = await setting();
    expectIssues(await world().call('resendInvitation', { as, body: {} }), 'body membershipId required');
    expectIssues(
      await world().call('resendInvitation', { as, body: { membershipId: '' } }),
      'body membershipId too_small',
    );
    expectIssues(
      await world().call('resendInvitation', { as, body: { membershipId: 'x'.repeat(16_385) } }),
      'body membershipId too_big',
    );
  });
});
