import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newEmail, readLink } from '../../support/fixtures/people.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('createOrganizationForOthers', (world) => {
  const setting = async (kind: 'user' | 'identity' = 'user') => {
    const organization = await world().newOrganization();
    const as =
      kind === 'user'
        ? await world().newUser(organization, 'no-access')
        : await world().newIdentity(organization, 'no-access');
    await world().makeInstanceAdmin(as);
    const create = (body: unknown) => world().call('createOrganizationForOthers', { as, body });
    return { organization, as, create };
  };
  const organizations = async (as: { token: string }) =>
    (await world().call('listOrganizations', { as })).body.organizations.map(
      ({ id, userRole }: any) => `${userRole} of ${id}`,
    );

  for (const kind of ['user', 'identity'] as const) {
    it(`creates an organization and invites its administrators; the calling ${kind} does not become a member`, async () => {
      const { organization, as, create } = await setting(kind);
      const ada = await world().newUser(organization, 'member');
      const guest = newEmail(world());
      const { status, body } = await create({
        name: 'For others',
        inviteAdminEmails: [ada.email.toUpperCase(), guest, ada.email],
      });
      expect(status).to.equal(200);
      expect(body.organization).to.include({ name: 'For others' });
      expect(body.completeInviteLinks.map(({ email }: { email: string }) => email)).to.have.members([ada.email, guest]);
      expect(await organizations(ada), 'not before she accepts').to.deep.equal([`member of ${organization.id}`]);

      const { link } = body.completeInviteLinks.find(({ email }: { email: string }) => email === ada.email);
      await world().call('verifyInvitation', { body: { ...readLink(link as string), accessToken: ada.token } });
      expect(await organizations(ada)).to.have.members([
        `member of ${organization.id}`,
        `admin of ${body.organization.id}`,
      ]);
      expect(await organizations(as)).to.deep.equal([`no-access of ${organization.id}`]);
    });
  }

  it('refuses callers who are not instance administrators, and reveals no accounts to them', async () => {
    const as = await world().newUser(await world().newOrganization(), 'admin');
    const body = { name: 'Mine', inviteAdminEmails: ['nobody@example.com'] };
    expectError(await world().call('createOrganizationForOthers', { as, body }), 403, 'ForbiddenError');
  });

  it('requires a name and one to ten addresses', async () => {
    const { organization, create } = await setting();
    expectIssues(await create({}), 'body name required', 'body inviteAdminEmails required');
    expectIssues(
      await create({ name: '', inviteAdminEmails: [] }),
      'body name too_small',
      'body name pattern',
      'body inviteAdminEmails too_small',
    );
    expectIssues(
      await create({ name: 'x'.repeat(65), inviteAdminEmails: ['not an address'] }),
      'body name too_big',
      'body inviteAdminEmails.0 format',
    );
    const { email } = await world().newUser(organization, 'member');
    expectIssues(
      await create({ name: 'x', inviteAdminEmails: Array.from({ length: 11 }, () => email) }),
      'body inviteAdminEmails too_big',
    );
    expect(
      (await create({ name: 'x'.repeat(64), inviteAdminEmails: Array.from({ length: 10 }, () => email) })).status,
    ).to.equal(200);
    const longest = `${'x'.repeat(64)}@${['a', 'b', 'c'].map((letter) => letter.repeat(61)).join('.')}.xy`;
    expect(longest).to.have.length(253);
    expect((await create({ name: 'x', inviteAdminEmails: [`${longest}z`] })).status).to.equal(200);
    expectIssues(await create({ name: 'x', inviteAdminEmails: [`${longest}zz`] }), 'body inviteAdminEmails.0 too_big');
  });
});
