import { expect } from 'chai';
import { newProjectWithSecrets, newSecret, type TestSecrets } from '../support/fixtures/project-secrets.ts';
import type { World } from '../support/world/world.ts';

export interface Place {
  readonly environment: string;
  readonly path: string;
}

export const placeOf = (name: string): Place => {
  const [environment, path] = name.split(':') as [string, string];
  return { environment, path };
};

/** Folders that stay as they are. */
export const lastingFolders = [
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

/** Folders that come and go, and take each other's names. Nothing shows what is in them. */
export const passingFolders = ['dev:/passing/a', 'dev:/passing/b', 'dev:/passing/c', 'dev:/passing/d'] as const;

export const everyFolder: readonly string[] = [...lastingFolders, ...passingFolders];

/**
 * Which folder shows which from the beginning to the end, through an import or a reference. There is a circle among
 * them.
 */
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
export const lastingShows: readonly (readonly [string, string])[] = [...imports, ...references];

/** Which folder may come to show which through an import, and may cease to: one source for each. */
export const passingShows: ReadonlyMap<string, string> = new Map([
  ['dev:/app/web', 'dev:/lonely'],
  ['dev:/', 'prod:/'],
  ['dev:/shared/deep', 'dev:/lonely'],
  ['staging:/', 'dev:/app/web'],
]);

/** The names that stay, in folders that refer to others. */
export const lastingSecrets: readonly (readonly [string, string])[] = references.map(([name], index) => [
  name,
  `REFERRING_${index}`,
]);

/** A project in which much may happen. */
export const newPlayground = async (world: World): Promise<TestSecrets> => {
  const paths = lastingFolders
    .filter((name) => name.startsWith('dev:/') && name !== 'dev:/')
    .map((name) => placeOf(name).path);
  const setting = await newProjectWithSecrets(world, [...paths, '/passing']);
  const { admin, project } = setting;
  for (const [name, source] of imports) {
    const { status } = await world.call('createSecretImport', {
      as: admin,
      body: { projectId: project.id, ...placeOf(name), import: placeOf(source) },
    });
    expect(status).to.equal(200);
  }
  for (const [index, [name, target]] of references.entries()) {
    const { environment, path } = placeOf(name);
    const { environment: at, path: under } = placeOf(target);
    await newSecret(world, setting, `REFERRING_${index}`, {
      environment,
      secretPath: path,
      secretValue: `\${${[at, ...under.split('/').filter(Boolean), 'K0'].join('.')}}`,
    });
  }
  return setting;
};
