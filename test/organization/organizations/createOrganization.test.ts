import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('createOrganization', (world) => {
  const administrator = async () => {
    const user = await world().newUser(await world().newOrganization(), 'no-access');
    await world().makeInstanceAdmin(user);
    return user;
  };

  it('creates an organization with the caller as administrator', async () => {
    const user = await administrator();
    for (const token of [user.token, user.loginToken]) {
      const { status, body } = await world().call('createOrganization', {
        as: { token },
        body: { name: 'Acme Rockets' },
      });
      expect(status).to.equal(200);
      expect(body.organization).to.include({
        name: 'Acme Rockets',
        createdAt: '2030-01-01T00:00:00.000Z',
        defaultMembershipRole: 'member',
      });
      expect(body.organization.slug).to.match(/^acme-rockets(-\d+)?$/);

      const organizationId = body.organization.id as string;
      const chosen = await world().call('selectOrganization', { as: { token }, body: { organizationId } });
      const renamed = await world().call('updateOrganization', {
        as: chosen.body,
        params: { organizationId },
        body: { name: 'Mine' },
      });
      expect(renamed.status).to.equal(200);
    }
  });

  it('refuses callers who are not instance administrators', async () => {
    const as = await world().newUser(await world().newOrganization(), 'admin');
    expectError(
      await world().call('createOrganization', { as, body: { name: 'Mine' } }),
      403,
      'ForbiddenError',
      /administrators of the instance/,
    );
  });

  it('is not allowed for machine identities, even instance administrators', async () => {
    const as = await world().newIdentity(await world().newOrganization(), 'admin');
    await world().makeInstanceAdmin(as);
    expectError(
      await world().call('createOrganization', { as, body: { name: 'Mine' } }),
      403,
      'ForbiddenError',
      /machine identity/i,
    );
  });

  it('requires a name within its limits', async () => {
    const as = await administrator();
    const create = (body: unknown) => world().call('createOrganization', { as, body });
    expectIssues(await create({}), 'body name required');
    expectIssues(await create({ name: '' }), 'body name too_small', 'body name pattern');
    expectIssues(await create({ name: 'x'.repeat(65) }), 'body name too_big');
    for (const name of [' edge', 'edge ', 'Ümlaut', 'dot.ted'])
      expectIssues(await create({ name }), 'body name pattern');
    expect((await create({ name: 'x' })).status).to.equal(200);
  });

  it('limits the slug of the longest name', async () => {
    const as = await administrator();
    for (const name of ['x'.repeat(64), `${'x'.repeat(58)} yyyyy`, `${'x'.repeat(57)}  yyyyy`]) {
      const { status, body } = await world().call('createOrganization', { as, body: { name } });
      expect(status).to.equal(200);
      expect(body.organization.slug)
        .to.match(/^x+(-[a-z0-9]+)*$/)
        .and.to.have.length.at.most(64);
    }
  });

  it('accepts a name without letters or digits', async () => {
    const { body } = await world().call('createOrganization', { as: await administrator(), body: { name: '-_-' } });
    expect(body.organization.slug).to.match(/^organization(-\d+)?$/);
  });
});
