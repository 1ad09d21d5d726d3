import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect.ts';
import { onEachDatabase } from '../../support/world.ts';

onEachDatabase('createOrganizationForOthers', (world) => {
  const setting = async (kind: 'user' | 'identity' = 'user') => {
    const organization = await world().newOrganization();
    const as = kind === 'user' ? await world().newUser(organization, 'no-access') : await world().newIdentity(organization, 'no-access');
    await world().makeInstanceAdmin(as);
    const create = (body: unknown) => world().call('createOrganizationForOthers', { as, body });
    return { organization, as, create };
  };
  const organizations = async (as: { token: string }) => (await world().call('listOrganizations', { as })).body.organizations.map(({ id, userRole }: any) => `${userRole} of ${id}`);

  for (const kind of ['user', 'identity'] as const) {
    it(`makes an organization that others administer, and the ${kind} who asked is no member of`, async () => {
      const { organization, as, create } = await setting(kind);
      const [ada, bob] = [await world().newUser(organization, 'member'), await world().newUser(organization, 'member')];
      const { status, body } = await create({ name: 'For others', inviteAdminEmails: [ada.email, bob.email.toUpperCase(), ada.email] });
      expect(status).to.equal(200);
      expect(body.organization).to.include({ name: 'For others' });
      for (const user of [ada, bob]) expect(await organizations(user)).to.have.members([`member of ${organization.id}`, `admin of ${body.organization.id}`]);
      expect(await organizations(as)).to.deep.equal([`no-access of ${organization.id}`]);
    });
  }

  it('names an address without an account, and makes nothing', async () => {
    const { organization, create } = await setting();
    const { email } = await world().newUser(organization, 'member');
    const before = await world().server.parts.stores.organizations.count();
    expectError(await create({ name: 'Nobody', inviteAdminEmails: [email, 'nobody@example.com'] }), 400, 'BadRequest', /nobody@example\.com/);
    expect(await world().server.parts.stores.organizations.count()).to.equal(before);
  });

  it('does not take an account that nobody can log in to yet', async () => {
    const { organization, create } = await setting();
    const { id, email } = await world().newUser(organization, 'member');
    await world().server.parts.database.transaction(async ({ db }) => db('users').where({ id }).update({ passwordHash: null }));
    expectError(await create({ name: 'Nobody', inviteAdminEmails: [email] }), 400, 'BadRequest', /no account/);
  });

  it('refuses everybody who does not administer the instance, and tells them nothing of accounts', async () => {
    const as = await world().newUser(await world().newOrganization(), 'admin');
    const body = { name: 'Mine', inviteAdminEmails: ['nobody@example.com'] };
    expectError(await world().call('createOrganizationForOthers', { as, body }), 403, 'ForbiddenError');
  });

  it('wants a name and one to ten addresses', async () => {
    const { organization, create } = await setting();
    expectIssues(await create({}), 'body name required', 'body inviteAdminEmails required');
    expectIssues(await create({ name: '', inviteAdminEmails: [] }), 'body name too_small', 'body name pattern', 'body inviteAdminEmails too_small');
    expectIssues(await create({ name: 'x'.repeat(65), inviteAdminEmails: ['not an address'] }), 'body name too_big', 'body inviteAdminEmails.0 format');
    const { email } = await world().newUser(organization, 'member');
    expectIssues(await create({ name: 'x', inviteAdminEmails: Array.from({ length: 11 }, () => email) }), 'body inviteAdminEmails too_big');
    expect((await create({ name: 'x'.repeat(64), inviteAdminEmails: Array.from({ length: 10 }, () => email) })).status).to.equal(200);
    const longest = `${'x'.repeat(64)}@${['a', 'b', 'c'].map((letter) => letter.repeat(61)).join('.')}.xy`;
    expect(longest).to.have.length(253);
    expectError(await create({ name: 'x', inviteAdminEmails: [`${longest}z`] }), 400, 'BadRequest', /no account/);
    expectIssues(await create({ name: 'x', inviteAdminEmails: [`${longest}zz`] }), 'body inviteAdminEmails.0 too_big');
  });
});
