import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProjectWithSecrets, newSecret, unchanged } from '../../support/fixtures/project-secrets.ts';
import { onEachDatabase } from '../../support/world/world.ts';

/** The tests of how v3 writes identify the project. The secret KEY exists, except for operations that create it. */
const testNamingProjects = (operation: OperationId, body: Readonly<Record<string, unknown>>): void =>
  onEachDatabase(`${operation} names the project`, (world) => {
    const settings = async () => {
      const setting = await newProjectWithSecrets(world());
      if (!operation.startsWith('create')) await newSecret(world(), setting, 'KEY');
      const call = (named: object) =>
        world().call(operation, {
          as: setting.admin,
          params: { secretName: 'KEY' },
          body: { environment: 'dev', ...body, ...named },
        });
      return { setting, call };
    };

    it('by slug', async () => {
      const { setting, call } = await settings();
      const { status, body: answer } = await call({ projectSlug: setting.project.slug });
      expect(status, JSON.stringify(answer)).to.equal(200);
      expect((answer.secret ?? answer.secrets[0]).workspace).to.equal(setting.project.id);
    });

    it('by id, regardless of the slug', async () => {
      const { setting, call } = await settings();
      const { status, body: answer } = await call({ workspaceId: setting.project.id, projectSlug: 'unknown' });
      expect(status, JSON.stringify(answer)).to.equal(200);
      expect((answer.secret ?? answer.secrets[0]).workspace).to.equal(setting.project.id);
    });

    it('with a required, existing project', async () => {
      const { setting, call } = await settings();
      const foreign = await newProjectWithSecrets(world());
      await unchanged(setting, async () => {
        for (const named of [{}, { projectId: setting.project.id }])
          expectIssues(await call(named), 'body workspaceId required');
        for (const projectSlug of ['unknown', 's'.repeat(256), foreign.project.slug])
          expectError(await call({ projectSlug }), 404, 'NotFound', /Project not found/);
        expectError(
          await call({ workspaceId: foreign.project.id, projectSlug: setting.project.slug }),
          404,
          'NotFound',
          /Project not found/,
        );
        expectIssues(await call({ projectSlug: '' }), 'body projectSlug too_small');
        expectIssues(await call({ projectSlug: 's'.repeat(257) }), 'body projectSlug too_big');
        expectIssues(
          await call({ workspaceId: 7, projectSlug: null }),
          'body workspaceId type',
          'body projectSlug type',
        );
      });
    });
  });

testNamingProjects('createRawSecret', { secretValue: 'v' });

testNamingProjects('createRawSecrets', { secrets: [{ secretKey: 'KEY', secretValue: 'v' }] });

testNamingProjects('updateRawSecret', { secretValue: 'v' });

testNamingProjects('updateRawSecrets', { secrets: [{ secretKey: 'KEY', secretValue: 'v' }] });

testNamingProjects('deleteRawSecret', {});

testNamingProjects('deleteRawSecrets', { secrets: [{ secretKey: 'KEY' }] });
