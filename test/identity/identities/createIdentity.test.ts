import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newOperator, newRole } from '../../support/fixtures/identities.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('createIdentity', (world) => {
  const setting = async (role = 'admin') => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, role);
    const create = (body: unknown) => world().call('createIdentity', { as, body });
    const total = async (): Promise<number> => (await world().call('listIdentities', { as })).body.totalCount;
    return { organization, as, create, total };
  };

  it('creates an identity without permissions', async () => {
    const { organization, as, create } = await setting();
    const { status, body } = await create({ name: '  ci-runner ', somethingElse: true });
    expect(status).to.equal(200);
    expect(body.identity).to.deep.equal({
      id: body.identity.id,
      name: 'ci-runner',
      authMethod: null,
      createdAt: '2030-01-01T00:00:00.000Z',
      updatedAt: '2030-01-01T00:00:00.000Z',
      hasDeleteProtection: false,
      orgId: organization.id,
      projectId: null,
      authMethods: [],
      metadata: [],
    });
    const got = await world().call('getIdentity', { as, params: { identityId: body.identity.id } });
    expect(got.body.identity).to.include({
      role: 'no-access',
      roleId: null,
      customRole: null,
      identityId: body.identity.id,
    });
  });

  it('accepts a role, metadata and protection', async () => {
    const { organization, as, create } = await setting();
    const role = await newRole(world(), organization, 'auditor', [{ subject: 'audit-logs', action: ['read'] }]);
    const metadata = [
      { key: 'team', value: 'rockets' },
      { key: 'stage', value: '%' },
    ];
    const { body } = await create({
      name: 'auditor',
      organizationId: organization.id,
      role: 'auditor',
      hasDeleteProtection: true,
      metadata,
    });
    expect(body.identity.hasDeleteProtection).to.equal(true);
    expect(body.identity.metadata.map(({ key, value }: any) => `${key}=${value}`)).to.deep.equal([
      'stage=%',
      'team=rockets',
    ]);
    const got = await world().call('getIdentity', { as, params: { identityId: body.identity.id } });
    expect(got.body.identity).to.include({ role: 'custom', roleId: role.id });
    expect(got.body.identity.metadata).to.deep.equal(body.identity.metadata);
    expect((await create({ name: 'boss', role: 'admin' })).status).to.equal(200);
  });

  it('does not find other organizations or roles', async () => {
    const { create, total } = await setting();
    const foreign = await world().newOrganization();
    await newRole(world(), foreign, 'theirs', []);
    expectError(await create({ name: 'spy', organizationId: foreign.id }), 404, 'NotFound');
    expectError(await create({ name: 'spy', organizationId: 'no-such-thing' }), 404, 'NotFound');
    for (const role of ['theirs', 'custom', 'No Slug'])
      expectError(await create({ name: 'spy', role }), 404, 'NotFound', /role/);
    expect(await total()).to.equal(0);
  });

  it('allows a member to create identities, but not to assign a role', async () => {
    const { create, total } = await setting('member');
    expect((await create({ name: 'plain', metadata: [] })).status).to.equal(200);
    for (const body of [{ role: 'admin' }, { role: 'member' }, { metadata: [{ key: 'team', value: 'rockets' }] }]) {
      expectError(await create({ name: 'more', ...body }), 403, 'PermissionDenied', /grant privileges/);
    }
    expect(await total()).to.equal(1);
  });

  it('refuses permissions that the caller does not have', async () => {
    const { organization } = await setting();
    await newRole(world(), organization, 'reader', [{ subject: 'identity', action: ['read'] }]);
    const as = await newOperator(world(), organization, 'read', 'create', 'grant-privileges');
    const create = (role: string) => world().call('createIdentity', { as, body: { name: 'boss', role } });
    const refused = await create('admin');
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(refused.body.details.missingPermissions)
      .to.deep.include({ action: 'delete', subject: 'identity' })
      .and.not.deep.include({ action: 'read', subject: 'identity' });
    expectError(await create('member'), 403, 'PermissionBoundaryError');
    expect((await create('reader')).status).to.equal(200);
  });

  it('refuses callers who may not create', async () => {
    const { organization } = await setting();
    const as = await newOperator(world(), organization, 'read', 'edit', 'grant-privileges');
    expectError(
      await world().call('createIdentity', { as, body: { name: 'x', role: 'no-such-role' } }),
      403,
      'PermissionDenied',
      /create machine identities/,
    );
  });

  it('reports all problems of a request', async () => {
    const { create } = await setting();
    const entry = (key: string, value: string) => ({ key, value });
    expectIssues(await create({}), 'body name required');
    expectIssues(
      await create({ name: ' \t ', role: '', hasDeleteProtection: 'yes' }),
      'body name pattern',
      'body role too_small',
      'body hasDeleteProtection type',
    );
    expectIssues(
      await create({ name: '', role: 'x'.repeat(65) }),
      'body name too_small',
      'body name pattern',
      'body role too_big',
    );
    expectIssues(await create({ name: 'x'.repeat(256) }), 'body name too_big');
    expectIssues(
      await create({ name: 'x', metadata: [entry('', ''), entry('k'.repeat(256), 'v'.repeat(1021)), { key: 'k' }] }),
      'body metadata.0.key too_small',
      'body metadata.0.value too_small',
      'body metadata.1.key too_big',
      'body metadata.1.value too_big',
      'body metadata.2.value required',
    );
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => entry(`${'k'.repeat(250)}${index}`, 'v'.repeat(1020)));
    expectIssues(await create({ name: 'x', metadata: many(51) }), 'body metadata too_big');
    expectIssues(
      await create({ name: 'x', metadata: [entry('a', '1'), entry('b', '2'), entry('a', '3')] }),
      'body metadata.2.key invalid',
    );
    expect((await create({ name: 'x'.repeat(255), metadata: many(50) })).status).to.equal(200);
  });
});
