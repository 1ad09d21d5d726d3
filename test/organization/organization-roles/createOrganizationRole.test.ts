import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { createRoleSetting, given } from './createOrganizationRole.fixtures.ts';

onEachDatabase('createOrganizationRole', (world) => {
  const setting = createRoleSetting(world);

  it('creates a role of the organization, with normalized rules', async () => {
    const { organization, as, create } = await setting();
    const { status, body } = await create({
      ...given,
      description: 'Reads what happened.',
      permissions: [
        { subject: 'audit-logs', action: 'read' },
        { subject: 'member', action: ['delete', 'read', 'delete'], inverted: false, conditions: null },
        { subject: 'role', action: ['read'], conditions: {} },
      ],
      unknown: 'is ignored',
    });
    expect(status).to.equal(200);
    const { id, ...role } = body.role;
    expect(role).to.deep.equal({
      slug: 'auditor',
      name: 'Auditor',
      description: 'Reads what happened.',
      permissions: [
        { subject: 'audit-logs', action: ['read'] },
        { subject: 'member', action: ['delete', 'read'] },
        { subject: 'role', action: ['read'] },
      ],
      createdAt: '2030-01-01T00:00:00.000Z',
      updatedAt: '2030-01-01T00:00:00.000Z',
      orgId: organization.id,
    });
    expect((await world().call('getOrganizationRole', { as, params: { roleId: id } })).body).to.deep.equal(body);
  });

  it('accepts a role without permissions and description', async () => {
    const { create } = await setting();
    const { body } = await create({ slug: 'nothing', name: 'Nothing', permissions: [] });
    expect(body.role).to.include({ description: null }).and.deep.include({ permissions: [] });
  });

  it('accepts denies and conditions on app connections', async () => {
    const { createWith } = await setting();
    const permissions = [
      { subject: 'app-connections', action: ['read', 'connect'], conditions: { connectionId: 'a' } },
      {
        subject: 'app-connections',
        action: ['read'],
        conditions: { connectionId: { $eq: 'a', $ne: 'b', $in: ['a', 'c'] } },
      },
      { subject: 'app-connections', action: ['edit'], inverted: true, conditions: { connectionId: { $in: [] } } },
      { subject: 'app-connections', action: ['delete'], inverted: true },
    ];
    const { status, body } = await createWith(permissions);
    expect(status).to.equal(200);
    expect(body.role.permissions).to.deep.equal(permissions);
    const plain = await createWith([{ subject: 'app-connections', action: 'read', inverted: false, conditions: {} }]);
    expect(plain.body.role.permissions).to.deep.equal([{ subject: 'app-connections', action: ['read'] }]);
  });

  it('grants its holders exactly its permissions, with the next request', async () => {
    const { organization, createWith } = await setting();
    const { body } = await createWith([{ subject: 'role', action: 'read' }]);
    const role = (await world().server.parts.stores.roles.findById(organization.id, body.role.id))!;
    for (const as of [await world().newUser(organization, role), await world().newIdentity(organization, role)]) {
      expect((await world().call('listOrganizationRoles', { as })).status).to.equal(200);
      expectError(
        await world().call('createOrganizationRole', { as, body: given }),
        403,
        'PermissionDenied',
        /create roles/,
      );
    }
  });

  it('allows a machine identity with the same role', async () => {
    const organization = await world().newOrganization();
    const as = await world().newIdentity(organization, 'admin');
    expect((await world().call('createOrganizationRole', { as, body: given })).status).to.equal(200);
  });

  it('refuses members without the permission, and does not reveal slugs to them', async () => {
    const { organization, create } = await setting('member');
    const taken = await world().newRole(organization, []);
    expectError(await create({ ...given, slug: taken.slug }), 403, 'PermissionDenied', /create roles/);
  });

  it('refuses a slug that is in use in this organization, but not one of another organization', async () => {
    const { organization, create } = await setting();
    const { slug } = await world().newRole(organization, []);
    const foreign = await world().newRole(await world().newOrganization(), []);
    expectError(await create({ ...given, slug }), 400, 'BadRequest', /already/);
    expect((await create({ ...given, slug: foreign.slug })).status).to.equal(200);
  });

  it('creates one role for concurrent requests with the same slug', async () => {
    const { create } = await setting();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(given)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400, 400, 400, 400, 400, 400]);
  });

  describe('limited by the permissions of the caller', () => {
    const creator = { subject: 'role', action: ['create'] };

    it('accepts exactly those permissions', async () => {
      const { createWith } = await setting([creator, { subject: 'member', action: ['read', 'edit'] }]);
      expect((await createWith([{ subject: 'member', action: ['edit', 'read'] }, creator])).status).to.equal(200);

      const refused = await createWith([
        { subject: 'member', action: ['read', 'delete'] },
        { subject: 'groups', action: 'read' },
      ]);
      expectError(refused, 403, 'PermissionBoundaryError');
      expect(refused.body.details.missingPermissions).to.deep.equal([
        { subject: 'member', action: 'delete' },
        { subject: 'groups', action: 'read' },
      ]);
    });

    it('accepts any deny, and grants no permission that is denied to the caller', async () => {
      const { createWith } = await setting([
        creator,
        { subject: 'app-connections', action: ['read', 'edit'] },
        { subject: 'app-connections', action: ['edit'], inverted: true },
      ]);
      expect((await createWith([{ subject: 'app-connections', action: ['read'] }])).status).to.equal(200);
      expect((await createWith([{ subject: 'app-connections', action: ['connect'], inverted: true }])).status).to.equal(
        200,
      );
      expectError(await createWith([{ subject: 'app-connections', action: ['edit'] }]), 403, 'PermissionBoundaryError');
    });

    it('accepts only the same conditions', async () => {
      const conditions = { connectionId: { $in: ['a', 'b'] } };
      const { createWith } = await setting([creator, { subject: 'app-connections', action: ['read'], conditions }]);
      const rule = { subject: 'app-connections', action: ['read'] };
      expect((await createWith([{ ...rule, conditions }])).status).to.equal(200);
      expectError(await createWith([{ ...rule, conditions: { connectionId: 'c' } }]), 403, 'PermissionBoundaryError');
      expectError(await createWith([rule]), 403, 'PermissionBoundaryError');
    });

    it('allows the rules of an administrator only for administrators', async () => {
      const administrator = await setting();
      const { body } = await world().call('getOrganizationRoleBySlug', {
        as: administrator.as,
        params: { slug: 'admin' },
      });
      const bySubject = new Map<string, string[]>();
      for (const { subject, action } of body.role.permissions)
        bySubject.set(subject, [...(bySubject.get(subject) ?? []), ...action]);
      const everything = [...bySubject].map(([subject, action]) => ({ subject, action }));
      expect((await administrator.createWith(everything)).status).to.equal(200);
      const { createWith } = await setting([creator]);
      expectError(await createWith(everything), 403, 'PermissionBoundaryError');
    });
  });
});
