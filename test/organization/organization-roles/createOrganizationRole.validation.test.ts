import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { createRoleSetting, given } from './createOrganizationRole.fixtures.ts';

onEachDatabase('createOrganizationRole', (world) => {
  const setting = createRoleSetting(world);

  describe('validates the request', () => {
    it('for required fields', async () => {
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

    it('for limits', async () => {
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

    it('for a valid slug that no built-in role has', async () => {
      const { create } = await setting();
      for (const slug of ['Upper', 'under_score', '-edge', 'two--hyphens'])
        expectIssues(await create({ ...given, slug }), 'body slug pattern');
      for (const slug of ['admin', 'member', 'no-access', 'custom'])
        expectIssues(await create({ ...given, slug }), 'body slug invalid');
    });

    it('for at most 200 rules', async () => {
      const { createWith } = await setting();
      const rules = (length: number) => Array.from({ length }, () => ({ subject: 'role', action: 'read' }));
      expect((await createWith(rules(200))).status).to.equal(200);
      expectIssues(await createWith(rules(201)), 'body permissions too_big');
    });

    it('for 1 to 50 actions per rule', async () => {
      const { createWith } = await setting();
      const actions = (length: number) => [{ subject: 'role', action: Array.from({ length }, () => 'read') }];
      expect((await createWith(actions(50))).status).to.equal(200);
      expectIssues(await createWith(actions(0)), 'body permissions.0.action too_small');
      expectIssues(await createWith(actions(51)), 'body permissions.0.action too_big');
      expectIssues(await createWith([{ subject: 'role', action: '' }]), 'body permissions.0.action too_small');
      expectIssues(await createWith([{ subject: 'role', action: 7 }]), 'body permissions.0.action type');
    });

    it('for subjects of organizations', async () => {
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

    it('for denies and conditions where they are supported', async () => {
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

    it('for valid conditions', async () => {
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

    it('and reports at most 50 issues', async () => {
      const { createWith } = await setting();
      const { status, body } = await createWith(
        Array.from({ length: 60 }, () => ({ subject: 'nothing', action: 'read' })),
      );
      expect(status).to.equal(422);
      expect(body.message).to.have.length(50);
    });

    it('and reports issues only to callers who may create roles', async () => {
      const { create } = await setting('no-access');
      expectError(await create({ ...given, slug: 'admin' }), 403, 'PermissionDenied');
    });
  });
});
