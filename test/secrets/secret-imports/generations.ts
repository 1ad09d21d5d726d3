import type { OperationId } from '../../../generated/operations.ts';
import { start, type TestFolders } from '../../support/fixtures/secret-folders.ts';
import type { Body } from '../../support/fixtures/secret-imports.ts';
import type { World } from '../../support/world/world.ts';

/**
 * The operations of an API version. The two differ in their names, the name of the project parameter, and the fields of
 * their responses.
 */
export interface Generation {
  readonly create: OperationId;
  readonly list: OperationId;
  readonly get: OperationId;
  readonly update: OperationId;
  readonly delete: OperationId;
  readonly project: 'projectId' | 'workspaceId';
}

export const newer: Generation = {
  create: 'createSecretImport',
  list: 'listSecretImports',
  get: 'getSecretImport',
  update: 'updateSecretImport',
  delete: 'deleteSecretImport',
  project: 'projectId',
};

export const older: Generation = {
  create: 'createLegacySecretImport',
  list: 'listLegacySecretImports',
  get: 'getLegacySecretImport',
  update: 'updateLegacySecretImport',
  delete: 'deleteLegacySecretImport',
  project: 'workspaceId',
};

/** Calls about dev, unless another environment is given. */
export const importCalls = (world: () => World, generation: Generation) => {
  const location = ({ project }: TestFolders) => ({ [generation.project]: project.id, environment: 'dev' });
  return {
    create: (setting: TestFolders, source: Body, body: Body = {}, as: { token: string } = setting.admin) =>
      world().call(generation.create, {
        as,
        body: { ...location(setting), import: { environment: 'dev', ...source }, ...body },
      }),
    list: (setting: TestFolders, query: Readonly<Record<string, string>> = {}, as: { token: string } = setting.admin) =>
      world().call(generation.list, { as, query: { ...location(setting), ...query } }),
    get: (setting: TestFolders, secretImportId: string, as: { token: string } = setting.admin) =>
      world().call(generation.get, { as, params: { secretImportId } }),
    update: (
      setting: TestFolders,
      secretImportId: string,
      changes: Body,
      body: Body = {},
      as: { token: string } = setting.admin,
    ) =>
      world().call(generation.update, {
        as,
        params: { secretImportId },
        body: { ...location(setting), import: changes, ...body },
      }),
    remove: (setting: TestFolders, secretImportId: string, body: Body = {}, as: { token: string } = setting.admin) =>
      world().call(generation.delete, { as, params: { secretImportId }, body: { ...location(setting), ...body } }),
  };
};

/** The response for an import into the root of dev. */
export const expectedImport = (setting: TestFolders, { project }: Generation, environment: string, changes: Body) => ({
  version: 1,
  importEnv: {
    id: setting.ids[environment],
    name: `The ${environment}`,
    slug: environment,
    ...(project === 'projectId' && { projectId: setting.project.id }),
  },
  createdAt: start,
  updatedAt: start,
  folderId: setting.ids.dev,
  isReplication: false,
  isReplicationSuccess: null,
  replicationStatus: null,
  lastReplicated: null,
  isReserved: false,
  ...changes,
});
