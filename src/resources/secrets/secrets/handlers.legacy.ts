import type { Handler } from '../../../contract.ts';
import { inBody } from '../folders/rules.ts';
import { modes, readChanges, readNewSecrets, readSecretsToDelete } from './writing/batch-input.ts';
import { folderRefOf, readContent } from './writing/input.ts';
import { changeSecrets } from './writing/change.ts';
import { addSecrets } from './writing/create.ts';
import { readFilter } from './reading/filter.ts';
import { findSecretIn, showSecretById } from './reading/find.ts';
import { listSecretsIn } from './reading/list.ts';
import { readQuery, targetIn, typeFor } from './request.ts';
import { auditMany, auditOne } from './effects.ts';
import { removeSecrets } from './writing/remove.ts';
import { retagSecret } from './writing/retag.ts';
import { checkPersonalName } from './rules.ts';
import { manySecretsView, oneSecretView } from './view.ts';
import { findProjectInBody, findProjectInQuery } from './request.legacy.ts';

export const listRawSecrets: Handler<'listRawSecrets'> = async (scope, { query }) => {
  const { project, folderRef } = await targetIn(scope, query, findProjectInQuery);
  const asked = { isRecursive: query.recursive, withImports: query.include_imports, personal: 'beside' as const };
  return listSecretsIn(scope, project, {
    lookup: 'in-folder',
    folderRef,
    filter: readFilter(query),
    ...asked,
    ...readQuery(query),
  });
};

export const getRawSecret: Handler<'getRawSecret'> = async (scope, { params: { secretName }, query }) => {
  const { project, folderRef } = await targetIn(scope, query, findProjectInQuery);
  const asked = {
    key: secretName,
    type: typeFor(scope, query.type),
    version: query.version,
    withImports: query.include_imports,
  };
  return findSecretIn(scope, project, { lookup: 'in-folder', folderRef, ...asked, ...readQuery(query) });
};

export const getRawSecretById: Handler<'getRawSecretById'> = (scope, { params: { secretId } }) =>
  showSecretById(scope, secretId);

export const createRawSecret: Handler<'createRawSecret'> = async (scope, { params: { secretName }, body }) => {
  const target = { folderRef: folderRefOf(body), kind: body.type ?? 'shared' };
  const secret = { key: secretName, content: readContent(body, inBody()) };
  return oneSecretView(await addSecrets(scope, await findProjectInBody(scope, body), target, [secret], auditOne));
};

export const updateRawSecret: Handler<'updateRawSecret'> = async (
  scope,
  { params: { secretName }, body: { type = 'shared', newSecretName, ...body } },
) => {
  checkPersonalName(type, secretName, newSecretName);
  const folderRef = folderRefOf(body);
  const change = { folderRef, key: secretName, newKey: newSecretName, content: readContent(body, inBody()) };
  return oneSecretView(
    await changeSecrets(
      scope,
      await findProjectInBody(scope, body),
      { folderRef, kind: type, ifMissing: 'fail' },
      [change],
      auditOne,
    ),
  );
};

export const deleteRawSecret: Handler<'deleteRawSecret'> = async (scope, { params: { secretName }, body }) => {
  const toDelete = { key: secretName, kind: body.type ?? 'shared' };
  return oneSecretView(
    await removeSecrets(scope, await findProjectInBody(scope, body), folderRefOf(body), [toDelete], auditOne),
  );
};

export const attachSecretTags: Handler<'attachSecretTags'> = async (scope, { params: { secretName }, body }) => {
  const secret = { folderRef: folderRefOf(body), key: secretName, kind: body.type ?? 'shared' };
  return oneSecretView(await retagSecret(scope, await findProjectInBody(scope, body), secret, 'add', body.tagSlugs));
};

export const detachSecretTags: Handler<'detachSecretTags'> = async (scope, { params: { secretName }, body }) => {
  const secret = { folderRef: folderRefOf(body), key: secretName, kind: body.type ?? 'shared' };
  return oneSecretView(await retagSecret(scope, await findProjectInBody(scope, body), secret, 'remove', body.tagSlugs));
};

export const createRawSecrets: Handler<'createRawSecrets'> = async (scope, { body }) => {
  const secrets = readNewSecrets(body.secrets);
  return manySecretsView(
    await addSecrets(
      scope,
      await findProjectInBody(scope, body),
      { folderRef: folderRefOf(body), kind: 'shared' },
      secrets,
      auditMany,
    ),
  );
};

export const updateRawSecrets: Handler<'updateRawSecrets'> = async (scope, { body }) => {
  const folderRef = folderRefOf(body);
  const changes = readChanges(body.secrets, folderRef);
  return manySecretsView(
    await changeSecrets(
      scope,
      await findProjectInBody(scope, body),
      { folderRef, kind: 'shared', ifMissing: modes[body.mode ?? 'failOnNotFound'] },
      changes,
      auditMany,
    ),
  );
};

export const deleteRawSecrets: Handler<'deleteRawSecrets'> = async (scope, { body }) => {
  const toDelete = readSecretsToDelete(body.secrets);
  return manySecretsView(
    await removeSecrets(scope, await findProjectInBody(scope, body), folderRefOf(body), toDelete, auditMany),
  );
};
