import type { Rule } from '../../../src/access/rule.ts';
import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const editor: Rule = { subject: 'role', action: ['read', 'edit'] };

onEachDatabase('updateOrganizationRole', (world) => {
  const setting = async (permissions: Rule[] = [], held: string | Rule[] = 'admin') => {
    const organization = await world().newOrganization();
    const as = await world().newUser(
      organization,
      typeof held === 'string' ? held : await world().newRole(organization, held),
    );
    const role = await world().newRole(organization, permissions);
    const params = { roleId: role.id };
    const update = (body?: unknown) => world().call('updateOrganizationRole', { as, params, body });
    const current = async (): Promise<any> => (await world().call('getOrganizationRole', { as, params })).body.role;
    return { organization, as, role, update, current };
  };

  it('updates the given fields and keeps the others', async () => {
    const { role, update, current } = await setting([{ subject: 'member', action: ['read'] }]);
    const before = await current();
    await world().clock.later(60, async () => {
      const { status, body } = await update({ name: 'Renamed', description: 'Now with one.' });
      expect(status).to.equal(200);
      expect(body.role).to.deep.equal({
        ...before,
        name: 'Renamed',
        description: 'Now with one.',
        updatedAt: '2030-01-01T00:01:00.000Z',
      });
    });
    const slug = `renamed-${role.id}`;
    expect((await update({ slug, description: null })).body.role).to.include({
      slug,
      description: null,
      name: 'Renamed',
    });
    const { body } = await update({ permissions: [{ subject: 'groups', action: 'read' }] });
    expect(body.role.permissions).to.deep.equal([{ subject: 'groups', action: ['read'] }]);
    expect(await current()).to.deep.equal(body.role);
  });

  it('refuses to change a role that somebody else has changed since', async () => {
    const { update, current } = await setting();
    const { updatedAt } = await current();
    await world().clock.later(60, async () => {
      expect((await update({ name: 'First', expectedUpdatedAt: updatedAt })).status).to.equal(200);
      expectError(await update({ name: 'Second', expectedUpdatedAt: updatedAt }), 409, 'ChangedMeanwhile');
    });
    expect((await current()).name).to.equal('First');
  });

  it('does not count an empty request as a change', async () => {
    const { update, current } = await setting();
    const before = await current();
    await world().clock.later(60, async () => {
      for (const body of [{}, undefined]) {
        const response = await update(body);
        expect(response.status).to.equal(200);
        expect(response.body.role).to.deep.equal(before);
      }
    });
  });

  it('takes effect for its holders with the next request', async () => {
    const { organization, role, update } = await setting([{ subject: 'role', action: ['read'] }]);
    const holders = [await world().newUser(organization, role), await world().newIdentity(organization, role)];
    const statuses = () =>
      Promise.all(holders.map(async (as) => (await world().call('listOrganizationRoles', { as })).status));
    expect(await statuses()).to.deep.equal([200, 200]);
    await update({ permissions: [] });
    expect(await statuses()).to.deep.equal([403, 403]);
    await update({ permissions: [{ subject: 'role', action: ['read'] }] });
    expect(await statuses()).to.deep.equal([200, 200]);
  });

  it('allows a machine identity with the same role', async () => {
    const organization = await world().newOrganization();
    const role = await world().newRole(organization, []);
    const as = await world().newIdentity(organization, await world().newRole(organization, [editor]));
    expect(
      (await world().call('updateOrganizationRole', { as, params: { roleId: role.id }, body: { name: 'By machine' } }))
        .status,
    ).to.equal(200);
  });

  it('refuses members without the permission, for any id', async () => {
    const { as, update } = await setting([], 'member');
    expectError(await update({ name: 'Taken over' }), 403, 'PermissionDenied', /edit roles/);
    expectError(
      await world().call('updateOrganizationRole', { as, params: { roleId: 'not-an-id' }, body: {} }),
      403,
      'PermissionDenied',
    );
  });

  it('does not find built-in roles or those of another organization', async () => {
    const { as } = await setting();
    const foreign = await world().newRole(await world().newOrganization(), []);
    for (const roleId of [
      'b11b49a9-09a9-4443-916a-4246f9ff2c69',
      'b11b49a9-09a9-4443-916a-4246f9ff2c70',
      'b10d49a9-09a9-4443-916a-4246f9ff2c72',
      foreign.id,
      'not-an-id',
    ]) {
      for (const body of [{}, { name: 'Mine', permissions: [] }]) {
        expectError(await world().call('updateOrganizationRole', { as, params: { roleId }, body }), 404, 'NotFound');
      }
    }
  });

  it('refuses a slug that is in use, and changes nothing', async () => {
    const { organization, role, update, current } = await setting();
    const other = await world().newRole(organization, []);
    expectError(await update({ name: 'Half done', slug: other.slug }), 400, 'BadRequest', /already/);
    expect(await current()).to.include({ name: role.name, slug: role.slug });
    expect((await update({ slug: role.slug })).status).to.equal(200);
  });

  describe('limited by the permissions of the caller', () => {
    const deny: Rule = { subject: 'app-connections', action: ['edit', 'delete'], inverted: true };

    it('accepts exactly those permissions', async () => {
      const { update, current } = await setting([], [editor, { subject: 'member', action: ['read'] }]);
      expect((await update({ permissions: [{ subject: 'member', action: 'read' }, editor] })).status).to.equal(200);
      const refused = await update({
        name: 'Half done',
        permissions: [{ subject: 'member', action: ['read', 'delete'] }],
      });
      expectError(refused, 403, 'PermissionBoundaryError');
      expect(refused.body.details.missingPermissions).to.deep.equal([{ subject: 'member', action: 'delete' }]);
      expect(await current()).to.include({ name: 'Test role' });
    });

    it('does not let its holders extend their own role', async () => {
      const organization = await world().newOrganization();
      const role = await world().newRole(organization, [editor]);
      const as = await world().newUser(organization, role);
      const body = { permissions: [{ subject: 'role', action: ['read', 'edit', 'create'] }] };
      expectError(
        await world().call('updateOrganizationRole', { as, params: { roleId: role.id }, body }),
        403,
        'PermissionBoundaryError',
      );
    });

    it('counts a removed deny as a grant of the denied permissions', async () => {
      const { update } = await setting([deny], [editor, { subject: 'app-connections', action: ['delete'] }]);
      const refused = await update({ permissions: [] });
      expectError(refused, 403, 'PermissionBoundaryError');
      expect(refused.body.details.missingPermissions).to.deep.equal([{ subject: 'app-connections', action: 'edit' }]);
      expect(
        (await update({ permissions: [{ ...deny, action: ['edit'] }] })).status,
        'what the caller holds may be lifted',
      ).to.equal(200);
    });

    it('requires nothing if the rules do not change', async () => {
      const { update } = await setting([{ subject: 'member', action: ['delete'] }, deny], [editor]);
      expect((await update({ name: 'Only renamed' })).status).to.equal(200);
    });

    it('handles a request of the maximum size', async () => {
      const permissions = Array.from({ length: 200 }, (_, number) => ({
        subject: 'app-connections',
        action: ['read', 'create', 'edit', 'delete', 'connect', 'rotate-credentials'],
        inverted: true,
        conditions: {
          connectionId: { $in: Array.from({ length: 20 }, (__, index) => `connection-${number}-${index}`) },
        },
      }));
      const { update } = await setting(permissions);
      expect(
        (await update({ permissions: permissions.map((rule) => ({ ...rule, inverted: false })) })).status,
      ).to.equal(200);
    });
  });

  it('reports all problems of a request', async () => {
    const { update } = await setting();
    expectIssues(
      await update({ slug: '', name: '' }),
      'body slug too_small',
      'body slug pattern',
      'body name too_small',
    );
    expectIssues(
      await update({ slug: 'x'.repeat(65), name: 'x'.repeat(256), description: 'x'.repeat(1025) }),
      'body slug too_big',
      'body name too_big',
      'body description too_big',
    );
    for (const slug of ['admin', 'member', 'no-access', 'custom'])
      expectIssues(await update({ slug }), 'body slug invalid');
    expectIssues(
      await update({ permissions: Array.from({ length: 201 }, () => ({ subject: 'role', action: 'read' })) }),
      'body permissions too_big',
    );
    expectIssues(
      await update({
        slug: 'custom',
        permissions: [
          { subject: 'nothing', action: 'read' },
          { subject: 'role', action: ['fly'], inverted: true },
        ],
      }),
      'body slug invalid',
      'body permissions.0.subject enum',
      'body permissions.1.action.0 enum',
      'body permissions.1.inverted invalid',
    );
    expectIssues(await update({ name: null, permissions: null }), 'body name type', 'body permissions type');
  });
});
