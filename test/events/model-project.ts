import { expect } from 'chai';
import { newProjectWithSecrets, newSecret, type TestSecrets } from '../support/fixtures/project-secrets.ts';
import type { World } from '../support/world/world.ts';

export interface FolderRef {
  readonly environment: string;
  readonly path: string;
}

export const folderRefOf = (name: string): FolderRef => {
  const [environment, path] = name.split(':') as [string, string];
  return { environment, path };
};

/** Folders that exist during the whole run. */
export const permanentFolders = [
  'dev:/',
  'dev:/app',
  'dev:/app/api',
  'dev:/app/web',
  'dev:/shared',
  'dev:/shared/deep',
  'dev:/lonely',
  'staging:/',
  'prod:/',
] as const;

/** Folders that are created, deleted and renamed to each other's names. No other folder depends on them. */
export const transientFolders = [
  'dev:/transient/a',
  'dev:/transient/b',
  'dev:/transient/c',
  'dev:/transient/d',
] as const;

export const everyFolder: readonly string[] = [...permanentFolders, ...transientFolders];

/** Folders and those they depend on during the whole run, through an import or a reference. They contain a cycle. */
const imports: readonly (readonly [string, string])[] = [
  ['dev:/app', 'dev:/shared'],
  ['dev:/app/api', 'dev:/app'],
  ['staging:/', 'dev:/app'],
];
const references: readonly (readonly [string, string])[] = [
  ['prod:/', 'staging:/'],
  ['dev:/shared/deep', 'prod:/'],
  ['dev:/shared', 'dev:/shared/deep'],
];
export const permanentDependencies: readonly (readonly [string, string])[] = [...imports, ...references];

/** Imports that are created and deleted during the run: one source for each folder. */
export const optionalImports: ReadonlyMap<string, string> = new Map([
  ['dev:/app/web', 'dev:/lonely'],
  ['dev:/', 'prod:/'],
  ['dev:/shared/deep', 'dev:/lonely'],
  ['staging:/', 'dev:/app/web'],
]);

/** Secrets that exist during the whole run, in folders that reference others. */
export const permanentSecrets: readonly (readonly [string, string])[] = references.map(([name], index) => [
  name,
  `REFERRING_${index}`,
]);

/** A project with all folders, imports and references of the model. */
export const newModelProject = async (world: World): Promise<TestSecrets> => {
  const paths = permanentFolders
    .filter((name) => name.startsWith('dev:/') && name !== 'dev:/')
    .map((name) => folderRefOf(name).path);
  const setting = await newProjectWithSecrets(world, [...paths, '/transient']);
  const { admin, project } = setting;
  for (const [name, source] of imports) {
    const { status } = await world.call('createSecretImport', {
      as: admin,
      body: { projectId: project.id, ...folderRefOf(name), import: folderRefOf(source) },
    });
    expect(status).to.equal(200);
  }
  for (const [index, [name, target]] of references.entries()) {
    const { environment, path } = folderRefOf(name);
    const { environment: at, path: under } = folderRefOf(target);
    await newSecret(world, setting, `REFERRING_${index}`, {
      environment,
      secretPath: path,
      secretValue: `\${${[at, ...under.split('/').filter(Boolean), 'K0'].join('.')}}`,
    });
  }
  return setting;
};
