import type { Handler } from '../../../contract.ts';
import { findAllowed, isReadable, listAllowed } from './find.ts';
import { folderInBody, folderInQuery } from './rules.ts';
import { addDynamicSecret, auditedDynamicSecret, changeDynamicSecret, removeDynamicSecret } from './service.ts';
import { dynamicSecretView, withInputs } from './view.ts';

export const createDynamicSecret: Handler<'createDynamicSecret'> = async (scope, { project, body }) => {
  const folderRef = folderInBody(body);
  const row = await addDynamicSecret(scope, project, folderRef, body);
  return { dynamicSecret: withInputs(scope.keyring, row, isReadable(project, folderRef, row)) };
};

export const listDynamicSecrets: Handler<'listDynamicSecrets'> = async (scope, { project, query }) => {
  const rows = await listAllowed(scope, project, folderInQuery(query));
  return { dynamicSecrets: rows.map(dynamicSecretView) };
};

export const getDynamicSecret: Handler<'getDynamicSecret'> = async (scope, { project, params, query }) => {
  const folderRef = folderInQuery(query);
  const actions = ['read-root-credential', 'edit-root-credential', 'lease'] as const;
  const { row } = await findAllowed(scope, project, folderRef, params.dynamicSecretName, actions);
  const metadata = auditedDynamicSecret(row, folderRef);
  scope.audit.recordRead({ type: 'get-dynamic-secret', metadata, project: project.row });
  return { dynamicSecret: withInputs(scope.keyring, row, isReadable(project, folderRef, row)) };
};

export const updateDynamicSecret: Handler<'updateDynamicSecret'> = async (scope, { project, params, body }) => {
  const folderRef = folderInBody(body);
  const row = await changeDynamicSecret(scope, project, folderRef, params.dynamicSecretName, body.data);
  return { dynamicSecret: withInputs(scope.keyring, row, isReadable(project, folderRef, row)) };
};

export const deleteDynamicSecret: Handler<'deleteDynamicSecret'> = async (scope, { project, params, body }) => {
  const { isForced } = body;
  const row = await removeDynamicSecret(scope, project, folderInBody(body), params.dynamicSecretName, { isForced });
  return { dynamicSecret: dynamicSecretView(row) };
};
