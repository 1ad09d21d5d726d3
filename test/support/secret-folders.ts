import { expect } from 'chai';
import type { OperationId } from '../../generated/operations.ts';
import { parentPath } from '../../src/resources/secrets/folders/path.ts';
import type { FolderRow } from '../../src/resources/secrets/folders/store.ts';
import type { OrganizationRow } from '../../src/resources/organization/organizations/store.ts';
import { eachChunk } from '../../src/platform/db/knex/chunks.ts';
import { createStores } from '../../src/stores.ts';
import { newProjectWithEnvironments, type TestEnvironments } from './environments.ts';
import type { World } from './world.ts';

export const start = '2030-01-01T00:00:00.000Z';
export const later = '2030-01-01T00:01:00.000Z';

export interface TestFolders extends Omit<TestEnvironments, 'rows'> {
  /** By path, in dev. */
  readonly folderIds: Readonly<Record<string, string>>;
  /** The paths of an environment without the root, in order; fails unless each path agrees with where its folder is. */
  readonly tree: (environment?: string) => Promise<string>;
  /** Everything stored of the project's folders. */
  readonly rows: () => Promise<FolderRow[]>;
}

const checkPaths = (rows: readonly FolderRow[]): void => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { path, name, parentId, environmentId } of rows) {
    if (parentId === null) expect(path).to.equal('/');
    else {
      expect(byId.get(parentId)).to.include({ path: parentPath(path), environmentId });
      expect(path.endsWith(`/${name}`), path).to.equal(true);
    }
  }
};

/** A project with environments, with these folders in dev, parents first, stored as the server itself stores them. */
export const newProjectWithFolders = async (
  world: World,
  paths: readonly string[] = [],
  organization?: OrganizationRow,
): Promise<TestFolders> => {
  const setting = await newProjectWithEnvironments(world, undefined, {}, organization);
  const { database, ids } = world.server.parts;
  const folderIds: Record<string, string> = { '/': setting.ids.dev! };
  const made = paths.map((path): FolderRow => {
    const id = (folderIds[path] = ids.uuid());
    const place = {
      projectId: setting.project.id,
      environmentId: setting.ids.dev!,
      parentId: folderIds[parentPath(path)]!,
      name: path.slice(path.lastIndexOf('/') + 1),
      path,
    };
    return {
      id,
      ...place,
      description: null,
      version: 1,
      lastSecretModified: null,
      createdAt: start,
      updatedAt: start,
    };
  });
  await database.transaction(({ db }) => eachChunk(made, (part) => createStores(db).folders.insert(part)));
  const rows = () => database.read<FolderRow>('secret_folders').where({ projectId: setting.project.id }).orderBy('id');
  return {
    ...setting,
    folderIds,
    rows,
    tree: async (environment = 'dev') => {
      const all = await rows();
      checkPaths(all);
      return all
        .filter(({ environmentId, parentId }) => environmentId === setting.ids[environment] && parentId !== null)
        .map(({ path }) => path)
        .sort()
        .join(' ');
    },
  };
};

/** A path of so many folders of one letter. */
export const deepPath = (depth: number): string => '/a'.repeat(depth);

/** A path of exactly so many characters, from 1002 on, six folders deep. */
export const longPath = (length: number): string => `${`/${'p'.repeat(199)}`.repeat(5)}/${'q'.repeat(length - 1001)}`;

/** One operation of two generations: they differ in the name of the project, and in that of the folder in the path. */
export interface Generation {
  readonly operation: OperationId;
  readonly project: 'projectId' | 'workspaceId';
  readonly parameter: 'folderId' | 'folderIdOrName';
}

export const newer = (operation: OperationId): Generation => ({
  operation,
  project: 'projectId',
  parameter: 'folderId',
});

export const older = (operation: OperationId): Generation => ({
  operation,
  project: 'workspaceId',
  parameter: 'folderIdOrName',
});

/** Calls the operation with a body that is about dev, unless it says otherwise. */
export const folderCall =
  (world: () => World, { operation, project: name, parameter }: Generation) =>
  (
    { admin, project }: Pick<TestFolders, 'admin' | 'project'>,
    body: Readonly<Record<string, unknown>>,
    id?: string,
    as: { token: string } = admin,
  ) =>
    world().call(operation, {
      as,
      ...(id !== undefined && { params: { [parameter]: id } }),
      body: { [name]: project.id, environment: 'dev', ...body },
    });
