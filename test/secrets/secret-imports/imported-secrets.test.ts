import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import type { Rule } from '../../../src/access/rule.ts';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectWithSecrets, rule } from '../../support/fixtures/project-secrets.ts';
import { newImport, newReader, newSecrets } from '../../support/fixtures/secret-reads.ts';
import { onEachDatabase, type World } from '../../support/world/world.ts';

/** The tests of both versions of the list of imported secrets. */
const testImportedSecrets = (
  world: () => World,
  operation: OperationId,
  projectName: 'projectId' | 'workspaceId',
): void => {
  const list = (projectId: string, as: { token: string }, query: Record<string, string> = {}) =>
    world().call(operation, { as, query: { [projectName]: projectId, environment: 'dev', ...query } });
  const readsImports: Rule = { subject: 'secret-imports', action: 'read' };

  const setUp = async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, {
      'dev:/:OWN': 'own',
      'prod:/:A': 'a ${B}',
      'prod:/:B': 'b',
      'dev:/app:C': 'c',
    });
    await newImport(world(), setting, 'dev:/', 'prod:/');
    await newImport(world(), setting, 'dev:/', 'dev:/app');
    return setting;
  };

  it('lists the secrets of each import in order, with unexpanded values', async () => {
    const { admin, project, ids, folderIds } = await setUp();
    const answer = await list(project.id, admin);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    const groups = answer.body.secrets as { secrets: { secretKey: string; secretValue: string }[] }[];
    expect(groups.map(({ secrets: _, ...group }) => group)).to.deep.equal([
      {
        secretPath: '/',
        environment: 'prod',
        folderId: ids.prod,
        environmentInfo: { id: ids.prod, name: 'The prod', slug: 'prod' },
      },
      {
        secretPath: '/app',
        environment: 'dev',
        folderId: folderIds['/app'],
        environmentInfo: { id: ids.dev, name: 'The dev', slug: 'dev' },
      },
    ]);
    expect(
      groups.map(({ secrets }) => secrets.map(({ secretKey, secretValue }) => `${secretKey}=${secretValue}`).join(' ')),
    ).to.deep.equal(['A=a ${B} B=b', 'C=c']);
    const otherFolders = [
      { environment: 'prod', secretPath: '/' },
      { environment: 'dev', secretPath: '/app' },
    ];
    expect(
      (await entriesOf(world(), answer)).map(({ eventType, eventMetadata }) => [eventType, eventMetadata]),
    ).to.deep.equal([['get-secrets', { environment: 'dev', secretPath: '/', numberOfSecrets: 3, otherFolders }]]);
    expect((await list(project.id, admin, { path: '/app' })).body).to.deep.equal({ secrets: [] });
  });

  it('checks the secrets at their source and the imports at their folder', async () => {
    const setting = await setUp();
    const { project } = setting;
    const reader = await newReader(
      world(),
      setting,
      readsImports,
      rule('describeSecret', { environment: 'prod' }),
      rule('readValue', { secretName: 'A' }),
    );
    const { body } = await list(project.id, reader);
    const shown = (body.secrets as { secrets: { secretKey: string; secretValue: string }[] }[]).map(({ secrets }) =>
      secrets.map(({ secretKey, secretValue }) => `${secretKey}=${secretValue}`).join(' '),
    );
    expect(shown).to.deep.equal(['A=a ${B} B=<hidden-by-infisical>', '']);
    expectError(await list(project.id, await newReader(world(), setting, rule('read'))), 403, 'PermissionDenied');
  });

  it('returns 404 for an unknown folder or environment', async () => {
    const { admin, project } = await setUp();
    expectError(await list(project.id, admin, { path: '/none' }), 404, 'NotFound', /'\/none'.*'dev'/);
    expectError(await list(project.id, admin, { environment: 'none' }), 404, 'NotFound', /'none'/);
  });
};

onEachDatabase('listImportedSecrets', (world) => testImportedSecrets(world, 'listImportedSecrets', 'projectId'));

onEachDatabase('listLegacyImportedSecrets', (world) =>
  testImportedSecrets(world, 'listLegacyImportedSecrets', 'workspaceId'),
);
