import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { auditOf, groupsOf, newGroup } from '../../support/fixtures/groups.ts';
import { newUserWith } from '../../support/fixtures/people.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

onEachDatabase('createGroup', (world) => {
  const setting = async (role = 'admin') => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, role);
    const create = (body: unknown) => world().call('createGroup', { as, body });
    const stored = async (id: string) => (await world().call('getGroup', { as, params: { id } })).body;
    return { organization, as, create, stored };
  };

  it('creates a group, returns it without an envelope, and records it', async () => {
    const { organization, create, stored } = await setting();
    const { status, body } = await create({ name: '  Rocket engineers ', slug: 'rocket-engineers', role: 'member' });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body.id).to.match(uuid);
    const at = '2030-01-01T00:00:00.000Z';
    expect(body).to.deep.equal({
      id: body.id,
      orgId: organization.id,
      name: 'Rocket engineers',
      slug: 'rocket-engineers',
      providerGroupName: null,
      createdAt: at,
      updatedAt: at,
    });
    expect(await stored(body.id as string)).to.deep.equal({
      ...body,
      role: 'member',
      roleId: null,
      customRoleSlug: null,
    });
    expect(await auditOf(world(), organization)).to.deep.equal([
      {
        eventType: 'create-group',
        eventMetadata: {
          groupId: body.id,
          name: 'Rocket engineers',
          slug: 'rocket-engineers',
          role: 'member',
          providerGroupName: null,
        },
      },
    ]);
  });

  it('has no role and a slug generated from its name by default', async () => {
    const { create, stored } = await setting();
    const slugs = new Map([
      ['Rocket Engineers', 'rocket-engineers'],
      ['Émigrés & Co', 'emigres-co'],
      ['!', 'group'],
      ['?', 'group-2'],
      ['x', 'x-group'],
      ['x'.repeat(255), 'x'.repeat(255)],
      [`${'x'.repeat(254)}y`, `${'x'.repeat(254)}y`],
      [`${'x'.repeat(254)}Y`, `${'x'.repeat(253)}-2`],
    ]);
    for (const [name, slug] of slugs) {
      const { body } = await create({ name });
      expect(body.slug).to.equal(slug);
      expect(await stored(body.id as string)).to.include({
        name,
        role: 'no-access',
        roleId: null,
        customRoleSlug: null,
      });
    }
  });

  it('assigns a custom role', async () => {
    const { organization, create, stored } = await setting();
    const role = await world().newRole(organization, [{ subject: 'settings', action: ['read'] }]);
    const { body } = await create({ name: 'Readers', role: role.slug });
    expect(await stored(body.id as string)).to.include({ role: 'custom', roleId: role.id, customRoleSlug: role.slug });
  });

  it('allows a machine identity with the permission', async () => {
    const { organization } = await setting();
    const as = await world().newIdentity(
      organization,
      await world().newRole(organization, [{ subject: 'groups', action: ['create'] }]),
    );
    expect((await world().call('createGroup', { as, body: { name: 'By a machine' } })).status).to.equal(200);
  });

  it('refuses a slug that is in use in this organization, but not one of another organization', async () => {
    const { organization, create } = await setting();
    const { slug } = await newGroup(world(), organization);
    const foreign = await newGroup(world(), await world().newOrganization());
    const before = await groupsOf(world(), organization);
    expectError(await create({ name: 'Twin', slug }), 400, 'BadRequest', /already/);
    expect(await groupsOf(world(), organization)).to.deep.equal(before);
    expect((await create({ name: 'Twin', slug: foreign.slug })).status).to.equal(200);
  });

  it('creates one group for concurrent requests with the same slug', async () => {
    const { create } = await setting();
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ name: 'Same', slug: 'the-same' })));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400, 400, 400, 400]);
  });

  it('does not find a role of another organization, or the role `custom`', async () => {
    const { organization, create } = await setting();
    const foreign = await world().newRole(await world().newOrganization(), []);
    const before = await groupsOf(world(), organization);
    for (const role of [foreign.slug, 'custom', 'viewer'])
      expectError(await create({ name: 'Nobody', role }), 404, 'NotFound', /role/);
    expect(await groupsOf(world(), organization)).to.deep.equal(before);
  });

  it('refuses callers without the permission, and does not reveal slugs to them', async () => {
    const { organization, create } = await setting('member');
    const { slug } = await newGroup(world(), organization);
    const before = await groupsOf(world(), organization);
    expectError(await create({ name: 'Twin', slug }), 403, 'PermissionDenied', /create groups/);
    expect(await groupsOf(world(), organization)).to.deep.equal(before);
  });

  it('requires grant-privileges for a role, and all permissions of the role', async () => {
    const { organization } = await setting();
    const before = async () => groupsOf(world(), organization);
    const creator = await newUserWith(world(), organization, [{ subject: 'groups', action: ['create'] }]);
    const granter = await newUserWith(world(), organization, [
      { subject: 'groups', action: ['create', 'grant-privileges'] },
      { subject: 'settings', action: ['read'] },
    ]);
    const held = await world().newRole(organization, [{ subject: 'settings', action: ['read'] }]);
    const wider = await world().newRole(organization, [{ subject: 'settings', action: ['read', 'edit'] }]);
    const untouched = await before();

    expectError(
      await world().call('createGroup', { as: creator, body: { name: 'A', role: held.slug } }),
      403,
      'PermissionDenied',
      /grant privileges to groups/,
    );
    const refused = await world().call('createGroup', { as: granter, body: { name: 'A', role: wider.slug } });
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(refused.body.details.missingPermissions).to.deep.equal([{ subject: 'settings', action: 'edit' }]);
    expectError(
      await world().call('createGroup', { as: granter, body: { name: 'A', role: 'admin' } }),
      403,
      'PermissionBoundaryError',
    );
    expect(await before()).to.deep.equal(untouched);

    expect(
      (await world().call('createGroup', { as: creator, body: { name: 'A', role: 'no-access' } })).status,
    ).to.equal(200);
    expect((await world().call('createGroup', { as: granter, body: { name: 'A', role: held.slug } })).status).to.equal(
      200,
    );
  });

  describe('validates the request', () => {
    it('for required fields', async () => {
      const { create } = await setting();
      expectIssues(await create({}), 'body name required');
      expectIssues(await create({ name: 1, slug: 2, role: 3 }), 'body name type', 'body slug type', 'body role type');
      expectIssues(await create({ name: 'A', slug: null, role: null }), 'body slug type', 'body role type');
    });

    it('for limits', async () => {
      const { create } = await setting();
      expectIssues(
        await create({ name: '', slug: 'x'.repeat(4), role: '' }),
        'body name too_small',
        'body name pattern',
        'body slug too_small',
        'body role too_small',
      );
      expectIssues(
        await create({ name: 'x'.repeat(256), slug: 'x'.repeat(256), role: 'x'.repeat(65) }),
        'body name too_big',
        'body slug too_big',
        'body role too_big',
      );
      expectIssues(await create({ name: '   ' }), 'body name pattern');
      expect((await create({ name: 'x', slug: 'x'.repeat(5) })).status).to.equal(200);
      expect((await create({ name: 'é'.repeat(255), slug: 'x'.repeat(255) })).status).to.equal(200);
      expectError(await create({ name: 'A', role: 'x'.repeat(64) }), 404, 'NotFound');
    });

    it('for a valid slug', async () => {
      const { create } = await setting();
      for (const slug of ['Upper', 'under_score', '-edge-', 'two--hyphens', 'with space'])
        expectIssues(await create({ name: 'A', slug }), 'body slug pattern');
    });
  });
});
