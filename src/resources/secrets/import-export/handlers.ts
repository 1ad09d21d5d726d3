import type { Handler } from '../../../contract.ts';
import { inQuery, readPath } from '../folders/rules.ts';
import { exportFrom } from './export.ts';
import { readDocument } from './rules.ts';
import { listRuns } from './run.ts';
import { importInto } from './service.ts';
import { importRunView, importView } from './view.ts';

export const importSecrets: Handler<'importSecrets'> = async (scope, { project, body }) => {
  const { dryRun } = body;
  return importView(dryRun, await importInto(scope, project, await readDocument(body), dryRun));
};

export const exportSecrets: Handler<'exportSecrets'> = (scope, { project, query }) =>
  exportFrom(scope, project, {
    folderRef: { environment: query.environment, path: readPath(query.path, inQuery('path')) },
    isRecursive: query.recursive,
    isExpanded: query.expandSecretReferences,
  });

export const listImportRuns: Handler<'listImportRuns'> = async (scope, { query }) => {
  const runs = await listRuns(scope, query);
  return { imports: runs.map(importRunView), total: await scope.stores.importRuns.count() };
};

/** How many of their own imports callers see. */
const maxOwn = 10;

export const listOwnImportRuns: Handler<'listOwnImportRuns'> = async (scope, { project }) => {
  const by = { projectId: project.row.id, actorId: scope.actor.id };
  const runs = await listRuns(scope, { offset: 0, limit: maxOwn }, by);
  return { imports: runs.map(importRunView) };
};
