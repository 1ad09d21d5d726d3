import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { projectRoles, roleSetting, workspaceRoles } from './generations.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

for (const generation of [projectRoles, workspaceRoles]) {
  onEitherDatabase(`the rules of ${generation.create}`, (world) => {
    it('are returned as sent', async () => {
      const { createWith, get } = await roleSetting(world(), generation);
      const permissions = [
        {
          subject: 'secrets',
          action: ['readValue', 'describeSecret', 'readValue'],
          inverted: false,
          conditions: { secretPath: { $glob: '/b/**' }, environment: 'dev' },
        },
        {
          subject: 'secrets',
          action: 'delete',
          inverted: true,
          conditions: { secretTags: { $all: ['a'] }, secretName: { $ne: 'x' } },
        },
        { subject: 'tags', action: ['read'], inverted: false, conditions: {} },
        { subject: 'role', action: 'read', inverted: false, conditions: null },
        {
          subject: 'identity',
          action: ['assign-role'],
          inverted: false,
          conditions: { identityId: '{{identity.id}}', assignableRole: { $in: ['viewer'] } },
        },
        { subject: 'ssh-hosts', action: 'anything', inverted: true, conditions: { any: [1, { thing: null }] } },
      ];
      const { status, body } = await createWith(permissions);
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body.role.permissions).to.deep.equal(permissions);
      expect(JSON.stringify(body.role.permissions[0].conditions)).to.equal(JSON.stringify(permissions[0]!.conditions));
      expect((await get(body.role.slug)).body).to.deep.equal(body);
      const plain = await createWith([{ subject: 'tags', action: 'read', unknown: 'is ignored' }]);
      expect(plain.body.role.permissions).to.deep.equal([{ subject: 'tags', action: 'read', inverted: false }]);
    });

    it('grant nothing by subjects that no longer exist', async () => {
      const { organization, project, createWith, get } = await roleSetting(world(), generation);
      const { body } = await createWith([
        { subject: 'ssh-hosts', action: 'read', conditions: { a: 7, b: null, c: { $gt: 1 } } },
        { subject: 'role', action: 'read' },
      ]);
      const holder = await world().newIdentity(organization, 'no-access');
      await addToProject(world(), project, holder, body.role.permissions);
      expect((await get('admin', holder)).status).to.equal(200);
    });

    it('get one issue per problem', async () => {
      const { createWith, expectRoles } = await roleSetting(world(), generation);
      expectIssues(
        await createWith([
          { action: 'read' },
          { subject: 'nothing', action: 'read', inverted: 7 },
          { subject: 'secrets', action: ['create', 'fly'] },
          { subject: 'tags', action: 'read', inverted: true },
          { subject: 'tags', action: 'read', conditions: { environment: 'dev' } },
          { subject: 'secrets', action: 'create', conditions: { environment: { $glob: '' } } },
          'secrets',
        ]),
        'body permissions.0.subject required',
        'body permissions.1.subject enum',
        'body permissions.2.action.1 enum',
        'body permissions.3.inverted enum',
        'body permissions.4.conditions.environment unknown',
        'body permissions.5.conditions.environment.$glob too_small',
        'body permissions.6 type',
      );
      expectIssues(
        await createWith([
          { subject: 'secrets', action: ['read', 'readValue'] },
          { subject: 'identity', action: ['create'], conditions: { identityId: 'x' } },
          { subject: 'identity', action: 'assign-additional-privileges', conditions: { assignableAction: 'x' } },
        ]),
        'body permissions.0.action invalid',
        'body permissions.1.conditions.identityId invalid',
        'body permissions.2.conditions.assignableAction pattern',
      );
      const { body } = await createWith(
        Array.from({ length: 60 }, () => ({ subject: 'secrets', action: ['read', 'readValue'] })),
      );
      expect(body.message).to.have.length(50);
      await expectRoles();
    });

    it('may be as long as a request', async () => {
      const { createWith, audited } = await roleSetting(world(), generation);
      const permissions = Array.from({ length: 200 }, (_, number) => ({
        subject: 'secrets',
        action: ['create', 'edit', 'delete', 'readValue'],
        inverted: number % 2 === 0,
        conditions: {
          environment: { $in: Array.from({ length: 100 }, (__, index) => `environment-${number}-${index}`) },
          secretPath: { $glob: `/*${'/{a,b}'.repeat(19)}/${number}` },
        },
      }));
      expect((await createWith(permissions)).status).to.equal(200);
      expect((await audited())[0].permissions).to.have.length(10_000);
    });

    it('with a template cannot be granted by callers whose permissions have conditions', async () => {
      const conditions = { environment: '{{identity.username}}' };
      const rule = { subject: 'secrets', action: 'create', conditions };
      expect((await (await roleSetting(world(), generation)).createWith([rule])).status).to.equal(200);
      const { createWith } = await roleSetting(world(), generation, [
        { subject: 'role', action: ['create'] },
        { ...rule, conditions: { environment: 'dev' } },
      ]);
      expectError(await createWith([rule]), 403, 'PermissionBoundaryError');
    });

    it('may be as many as there are kinds of rules', async () => {
      const { createWith, get } = await roleSetting(world(), generation);
      const { permissions } = (await get('admin')).body.role;
      expect(permissions.length).to.be.below(200);
      const { status, body } = await createWith(permissions);
      expect(status).to.equal(200);
      expect(body.role.permissions).to.deep.equal(permissions);
    });
  });
}
