import type { Rule } from '../../../src/access/rule.ts';
import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const given = { slug: 'auditor', name: 'Auditor', permissions: [{ subject: 'audit-logs', action: 'read' }] };

onEachDatabase('createOrganizationRole', (world) => {
  const setting = async (held: string | Rule[] = 'admin') => {
    const organization = await world().newOrganization();
    const as = await world().newUser(
      organization,
      typeof held === 'string' ? held : await world().newRole(organization, held),
    );
    const create = (body?: unknown) => world().call('createOrganizationRole', { as, body });
    const createWith = (permissions: unknown[]) =>
      create({ ...given, slug: `role-${world().server.parts.ids.uuid()}`, permissions });
    return { organization, as, create, createWith };
  };

  it('makes a role of the organization, with rules in one form', async () => {
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

  it('takes a role that allows nothing, and has no description', async () => {
    const { create } = await setting();
    const { body } = await create({ slug: 'nothing', name: 'Nothing', permissions: [] });
    expect(body.role).to.include({ description: null }).and.deep.include({ permissions: [] });
  });

  it('takes denies and conditions on app connections', async () => {
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

  it('gives its holder just what it says, from the next request on', async () => {
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

  it('lets a machine identity with the same role do the same', async () => {
    const organization = await world().newOrganization();
    const as = await world().newIdentity(organization, 'admin');
    expect((await world().call('createOrganizationRole', { as, body: given })).status).to.equal(200);
  });

  it('refuses members without the permission, and tells them nothing of slugs', async () => {
    const { organization, create } = await setting('member');
    const taken = await world().newRole(organization, []);
    expectError(await create({ ...given, slug: taken.slug }), 403, 'PermissionDenied', /create roles/);
  });

  it('says that a slug is taken in this organization, whatever others have', async () => {
    const { organization, create } = await setting();
    const { slug } = await world().newRole(organization, []);
    const foreign = await world().newRole(await world().newOrganization(), []);
    expectError(await create({ ...given, slug }), 400, 'BadRequest', /already/);
    expect((await create({ ...given, slug: foreign.slug })).status).to.equal(200);
  });

  it('makes one role of many requests for the same slug at once', async () => {
    const { create } = await setting();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(given)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400, 400, 400, 400, 400, 400]);
  });

  describe('bounded by what the caller holds', () => {
    const creator = { subject: 'role', action: ['create'] };

    it('takes all of that, and no more', async () => {
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

    it('takes denies of anything, and grants nothing that is denied to the caller', async () => {
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

    it('takes the same conditions, and no others', async () => {
      const conditions = { connectionId: { $in: ['a', 'b'] } };
      const { createWith } = await setting([creator, { subject: 'app-connections', action: ['read'], conditions }]);
      const rule = { subject: 'app-connections', action: ['read'] };
      expect((await createWith([{ ...rule, conditions }])).status).to.equal(200);
      expectError(await createWith([{ ...rule, conditions: { connectionId: 'c' } }]), 403, 'PermissionBoundaryError');
      expectError(await createWith([rule]), 403, 'PermissionBoundaryError');
    });

    it('lets nobody write down the rules of an administrator without being one', async () => {
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

  describe('wants a request in order', () => {
    it('with all that it needs', async () => {
      const { create } = await setting();
      expectIssues(await create({}), 'body slug required', 'body name required', 'body permissions required');
      expectIssues(
        await create({ slug: 1, name: 2, description: 3, permissions: {} }),
        'body slug type',
        'body name type',
        'body description type',
        'body permissions type',
      );
    });

    it('within its bounds', async () => {
      const { create } = await setting();
      expectIssues(
        await create({ ...given, slug: '', name: '' }),
        'body slug too_small',
        'body slug pattern',
        'body name too_small',
      );
      expectIssues(
        await create({ ...given, slug: 'x'.repeat(65), name: 'x'.repeat(256), description: 'x'.repeat(1025) }),
        'body slug too_big',
        'body name too_big',
        'body description too_big',
      );
      expect((await create({ ...given, slug: 'x' })).status).to.equal(200);
      expect(
        (await create({ ...given, slug: 'x'.repeat(64), name: 'é'.repeat(255), description: 'é'.repeat(1024) })).status,
      ).to.equal(200);
      expect(
        (await create({ ...given, slug: 'empty-description', name: 'x', description: '' })).body.role.description,
      ).to.equal('');
    });

    it('with a slug in the form of one, which no built-in role has', async () => {
      const { create } = await setting();
      for (const slug of ['Upper', 'under_score', '-edge', 'two--hyphens'])
        expectIssues(await create({ ...given, slug }), 'body slug pattern');
      for (const slug of ['admin', 'member', 'no-access', 'custom'])
        expectIssues(await create({ ...given, slug }), 'body slug invalid');
    });

    it('with at most 200 rules', async () => {
      const { createWith } = await setting();
      const rules = (length: number) => Array.from({ length }, () => ({ subject: 'role', action: 'read' }));
      expect((await createWith(rules(200))).status).to.equal(200);
      expectIssues(await createWith(rules(201)), 'body permissions too_big');
    });

    it('with 1 to 50 actions in a rule', async () => {
      const { createWith } = await setting();
      const actions = (length: number) => [{ subject: 'role', action: Array.from({ length }, () => 'read') }];
      expect((await createWith(actions(50))).status).to.equal(200);
      expectIssues(await createWith(actions(0)), 'body permissions.0.action too_small');
      expectIssues(await createWith(actions(51)), 'body permissions.0.action too_big');
      expectIssues(await createWith([{ subject: 'role', action: '' }]), 'body permissions.0.action too_small');
      expectIssues(await createWith([{ subject: 'role', action: 7 }]), 'body permissions.0.action type');
    });

    it('with rules about what organizations have', async () => {
      const { createWith } = await setting();
      expectIssues(
        await createWith([
          { subject: 'secrets', action: ['read', 'fly'] },
          { subject: 'member', action: ['read', 'fly', 'edit', 'constructor'] },
          { subject: 'audit-logs', action: 'delete' },
          { subject: 'toString', action: 'read' },
        ]),
        'body permissions.0.subject enum',
        'body permissions.1.action.1 enum',
        'body permissions.1.action.3 enum',
        'body permissions.2.action enum',
        'body permissions.3.subject enum',
      );
      expectIssues(
        await createWith([{}, { subject: 'member' }]),
        'body permissions.0.subject required',
        'body permissions.0.action required',
        'body permissions.1.action required',
      );
    });

    it('with denies and conditions only where there are any', async () => {
      const { createWith } = await setting();
      expectIssues(
        await createWith([
          { subject: 'member', action: 'read', inverted: true },
          { subject: 'role', action: 'read', conditions: { connectionId: 'a' } },
          { subject: 'app-connections', action: 'read', inverted: true, conditions: { connectionId: 'a' } },
        ]),
        'body permissions.0.inverted invalid',
        'body permissions.1.conditions invalid',
      );
      expectIssues(
        await createWith([
          { subject: 'app-connections', action: 'read', conditions: { environment: 'prod' }, inverted: 'yes' },
        ]),
        'body permissions.0.conditions.environment unknown',
        'body permissions.0.inverted type',
      );
    });

    it('with conditions in the form of one', async () => {
      const { createWith } = await setting();
      const withCondition = (connectionId: unknown) =>
        createWith([{ subject: 'app-connections', action: 'read', conditions: { connectionId } }]);
      for (const good of [
        'x',
        'x'.repeat(255),
        { $eq: 'x' },
        { $ne: 'x'.repeat(255) },
        { $in: Array.from({ length: 50 }, String) },
      ]) {
        expect((await withCondition(good)).status, JSON.stringify(good)).to.equal(200);
      }
      const tooMany = Array.from({ length: 51 }, String);
      for (const bad of [
        '',
        'x'.repeat(256),
        7,
        null,
        [],
        {},
        { $eq: '' },
        { $ne: 'x'.repeat(256) },
        { $in: 'x' },
        { $in: [''] },
        { $in: tooMany },
        { $glob: '*' },
      ]) {
        const { status, body } = await withCondition(bad);
        expect(status, JSON.stringify(bad)).to.equal(422);
        expect(body.message, JSON.stringify(bad)).to.have.length(1);
      }
    });

    it('and lists no more than 50 issues', async () => {
      const { createWith } = await setting();
      const { status, body } = await createWith(
        Array.from({ length: 60 }, () => ({ subject: 'nothing', action: 'read' })),
      );
      expect(status).to.equal(422);
      expect(body.message).to.have.length(50);
    });

    it('only to whoever may create roles', async () => {
      const { create } = await setting('no-access');
      expectError(await create({ ...given, slug: 'admin' }), 403, 'PermissionDenied');
    });
  });
});
