import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { legacyProjectRoles, projectRoles, roleSetting } from './generations.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('the rules of createLegacyProjectRole', (world) => {
  it('are returned as sent, in every API version', async () => {
    const { project, admin, createWith } = await roleSetting(world(), legacyProjectRoles);
    const permissions = [
      { subject: 'secrets', action: 'write', conditions: { environment: 'dev', secretPath: { $glob: '/build/**' } } },
      { subject: 'secret-folders', action: 'read', conditions: { secretPath: '/build' } },
      { subject: 'tags', action: 'read', conditions: {} },
      { subject: 'role', action: 'edit', conditions: null },
      { subject: 'ssh-hosts', action: 'read' },
    ];
    const { status, body } = await createWith(permissions);
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body.role.permissions).to.deep.equal(permissions.map((rule) => ({ ...rule, inverted: false })));
    const { slug } = body.role;
    expect(
      (await world().call(projectRoles.bySlug, { as: admin, params: { projectId: project.id, slug } })).body,
    ).to.deep.equal(body);
  });

  it('allow write only if the caller may create, edit and delete', async () => {
    const creator = { subject: 'role', action: ['create'] };
    const write = { subject: 'secrets', action: 'write' };
    const whole = await roleSetting(world(), legacyProjectRoles, [
      creator,
      { subject: 'secrets', action: ['create', 'edit', 'delete'] },
    ]);
    expect((await whole.createWith([write])).status).to.equal(200);
    const part = await roleSetting(world(), legacyProjectRoles, [
      creator,
      { subject: 'secrets', action: ['create', 'edit'] },
    ]);
    const refused = await part.createWith([write]);
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(refused.body.details.missingPermissions).to.deep.equal([{ subject: 'secrets', action: 'delete' }]);
  });

  it('get one issue per problem', async () => {
    const { createWith, expectRoles } = await roleSetting(world(), legacyProjectRoles);
    expectIssues(
      await createWith([
        { subject: 'secrets' },
        { action: 'read' },
        { subject: 'secrets', action: 'readValue' },
        { subject: 'secrets', action: 'read', conditions: { secretPath: 'build' } },
        { subject: 'secrets', action: 'read', conditions: { secretPath: 7 } },
        { subject: 'secrets', action: 'read', conditions: { secretPath: { $glob: '' } } },
        { subject: 'secrets', action: 'read', conditions: { secretName: 'x' } },
        { subject: 'secrets', action: 'read', conditions: { environment: { $in: ['dev'] } } },
      ]),
      'body permissions.0.action required',
      'body permissions.1.subject required',
      'body permissions.2.action enum',
      'body permissions.3.conditions.secretPath pattern',
      'body permissions.4.conditions.secretPath type',
      'body permissions.5.conditions.secretPath.$glob too_small',
      'body permissions.6.conditions.secretName unknown',
      'body permissions.7.conditions.environment type',
    );
    expectIssues(
      await createWith([{ subject: 'tags', action: 'read', conditions: { environment: 'dev' } }]),
      'body permissions.0.conditions.environment unknown',
    );
    await expectRoles();
  });
});
