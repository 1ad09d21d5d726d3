import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newInstanceAdmin, newOperator, newRole } from '../../support/fixtures/identities.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('updateIdentity', (world) => {
  const setting = async (role = 'no-access') => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const target = await world().newIdentity(organization, role);
    const params = { identityId: target.id };
    const update = (body?: unknown, caller: { token: string } = as) =>
      world().call('updateIdentity', { as: caller, params, body });
    const current = async (): Promise<any> => (await world().call('getIdentity', { as, params })).body.identity;
    return { organization, as, target, params, update, current };
  };

  it('updates the given fields and keeps the others', async () => {
    const { organization, target, update, current } = await setting();
    await world().clock.later(60, async () => {
      const { status, body } = await update({ name: ' renamed ' });
      expect(status).to.equal(200);
      expect(body.identity).to.deep.equal({
        id: target.id,
        name: 'renamed',
        authMethod: null,
        createdAt: '2030-01-01T00:00:00.000Z',
        updatedAt: '2030-01-01T00:01:00.000Z',
        hasDeleteProtection: false,
        orgId: organization.id,
        projectId: null,
        metadata: [],
      });
    });
    expect((await update({ hasDeleteProtection: true })).body.identity).to.include({
      name: 'renamed',
      hasDeleteProtection: true,
    });
    expect(
      (
        await update({
          metadata: [
            { key: 'b', value: '2' },
            { key: 'a', value: '1' },
          ],
        })
      ).body.identity.metadata.map(({ key }: any) => key),
    ).to.deep.equal(['a', 'b']);
    expect((await update({ role: 'member' })).status).to.equal(200);
    expect(await current()).to.include({ role: 'member', roleId: null });
    expect((await current()).identity).to.include({ name: 'renamed', hasDeleteProtection: true });
    expect((await current()).metadata.map(({ value }: any) => value)).to.deep.equal(['1', '2']);
    expect((await update({ metadata: [] })).body.identity.metadata).to.deep.equal([]);
  });

  it('does not count an empty request or equal values as a change', async () => {
    const { as, update } = await setting('member');
    await world().clock.later(60, async () => {
      for (const body of [
        undefined,
        {},
        { name: 'Test identity', role: 'member', hasDeleteProtection: false, metadata: [] },
      ]) {
        const response = await update(body, as);
        expect(response.status).to.equal(200);
        expect(response.body.identity.updatedAt).to.equal('2030-01-01T00:00:00.000Z');
      }
    });
  });

  it('assigns a custom role and removes it again', async () => {
    const { organization, update, current } = await setting();
    const { id } = await newRole(world(), organization, 'auditor', [{ subject: 'audit-logs', action: ['read'] }]);
    expect((await update({ role: 'auditor' })).status).to.equal(200);
    expect(await current()).to.include({ role: 'custom', roleId: id });
    expect((await update({ role: 'auditor', name: 'Test identity' })).status).to.equal(200);
    expect((await update({ role: 'no-access' })).status).to.equal(200);
    expect(await current()).to.include({ role: 'no-access', roleId: null });
  });

  it('takes effect with the next request of the identity', async () => {
    const { target, update } = await setting('member');
    expect((await world().call('listIdentities', { as: target })).status).to.equal(200);
    await update({ role: 'no-access' });
    expectError(await world().call('listIdentities', { as: target }), 403, 'PermissionDenied');
  });

  it('allows a member to protect an identity, but not to rename it or change its role', async () => {
    const { organization, update, current } = await setting();
    await newRole(world(), organization, 'nothing', []);
    const member = await world().newUser(organization, 'member');
    expect(
      (await update({ hasDeleteProtection: true, name: 'Test identity', role: 'no-access', metadata: [] }, member))
        .status,
    ).to.equal(200);
    for (const body of [
      { name: 'other' },
      { metadata: [{ key: 'team', value: 'rockets' }] },
      { role: 'admin' },
      { role: 'nothing' },
      { role: 'no-such-role' },
    ]) {
      expectError(
        await update({ hasDeleteProtection: false, ...body }, member),
        403,
        'PermissionDenied',
        /grant privileges/,
      );
    }
    expect((await current()).identity).to.include({ name: 'Test identity', hasDeleteProtection: true });
  });

  it('refuses permissions that the caller does not have, and changes nothing', async () => {
    const { organization, update, current } = await setting();
    const operator = await newOperator(world(), organization, 'read', 'edit', 'grant-privileges');
    const refused = await update({ name: 'boss', role: 'admin' }, operator);
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(refused.body.details.missingPermissions).to.deep.include({ action: 'delete', subject: 'identity' });
    expect((await current()).identity.name).to.equal('Test identity');
    expect((await update({ name: 'renamed' }, operator)).status).to.equal(200);
  });

  it('counts a removed deny as a grant of the denied permissions', async () => {
    const { organization, update } = await setting();
    await newRole(world(), organization, 'no-tokens', [
      { subject: 'identity', action: ['create-token'], inverted: true },
    ]);
    expect((await update({ role: 'no-tokens' })).status).to.equal(200);
    const operator = await newOperator(world(), organization, 'edit', 'grant-privileges');
    const refused = await update({ role: 'no-access' }, operator);
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(refused.body.details.missingPermissions).to.deep.equal([{ action: 'create-token', subject: 'identity' }]);
  });

  it('allows updates of an instance administrator only by instance administrators', async () => {
    const organization = await world().newOrganization();
    const [one, other] = [await newInstanceAdmin(world(), organization), await newInstanceAdmin(world(), organization)];
    const as = await world().newUser(organization, 'admin');
    const update = (caller: { token: string }) =>
      world().call('updateIdentity', { as: caller, params: { identityId: one.id }, body: { name: 'changed' } });
    expectError(await update(as), 403, 'ForbiddenError');
    expect((await update(other)).status).to.equal(200);
  });

  it('applies one of several concurrent updates completely', async () => {
    const { update, current } = await setting();
    const entries = (value: string) => ['a', 'b', 'c'].map((key) => ({ key, value }));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => update({ metadata: entries(`${index}`) })),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(8).fill(200));
    const values = (await current()).metadata.map(({ value }: any) => value);
    expect(new Set(values).size).to.equal(1);
    expect(values).to.have.length(3);
  });

  it('does not find other identities or roles', async () => {
    const { as, update } = await setting();
    const foreign = await world().newIdentity(await world().newOrganization(), 'no-access');
    for (const identityId of [foreign.id, 'no-such-thing']) {
      expectError(
        await world().call('updateIdentity', { as, params: { identityId }, body: { name: 'mine' } }),
        404,
        'NotFound',
      );
    }
    expectError(await update({ role: 'no-such-role' }), 404, 'NotFound');
  });

  it('refuses callers who may not edit', async () => {
    const { organization, update } = await setting();
    expectError(
      await update({}, await newOperator(world(), organization, 'read', 'create', 'grant-privileges')),
      403,
      'PermissionDenied',
      /edit machine identities/,
    );
  });

  it('reports all problems of a request', async () => {
    const { update } = await setting();
    expectIssues(
      await update({ name: '', role: '', hasDeleteProtection: 1 }),
      'body name too_small',
      'body name pattern',
      'body role too_small',
      'body hasDeleteProtection type',
    );
    expectIssues(
      await update({ name: 'x'.repeat(256), role: 'x'.repeat(65) }),
      'body name too_big',
      'body role too_big',
    );
    const twice = [
      { key: 'a', value: '1' },
      { key: 'a', value: '1' },
    ];
    expectIssues(await update({ metadata: twice }), 'body metadata.1.key invalid');
    expectIssues(await update({ metadata: Array(51).fill(twice[0]) }), 'body metadata too_big');
  });
});
