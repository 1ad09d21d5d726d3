import type { Handler } from '../../../contract.ts';
import { inQuery, readPath } from '../folders/rules.ts';
import { exportFrom } from './export.ts';
import { readDocument } from './rules.ts';
import { importInto } from './service.ts';
import { importView } from './view.ts';

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
