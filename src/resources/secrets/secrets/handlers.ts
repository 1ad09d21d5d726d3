import type { Handler } from '../../../contract.ts';
import { inBody } from '../folders/rules.ts';
import { folderRefOf, readContent } from './writing/input.ts';
import { changeSecrets } from './writing/change.ts';
import { addSecrets } from './writing/create.ts';
import { readFilter } from './reading/filter.ts';
import { findSecretIn, showSecretById } from './reading/find.ts';
import { listSecretsIn } from './reading/list.ts';
import { readQuery, targetById, typeFor } from './request.ts';
import { auditOne } from './effects.ts';
import { removeSecrets } from './writing/remove.ts';
import { checkPersonalName } from './rules.ts';
import { oneSecretView } from './view.ts';

export const listSecrets: Handler<'listSecrets'> = async (scope, { query }) => {
  const asked = {
    isRecursive: query.recursive,
    withImports: query.includeImports,
    personal: query.includePersonalOverrides ? ('instead' as const) : ('none' as const),
  };
  const filter = readFilter(query);
  const { project, folderRef } = await targetById(scope, query);
  return listSecretsIn(scope, project, {
    lookup: 'with-imports',
    folderRef,
    filter,
    ...asked,
    ...readQuery(query),
  });
};

export const getSecret: Handler<'getSecret'> = async (scope, { params: { secretName }, query }) => {
  const asked = {
    key: secretName,
    type: typeFor(scope, query.type),
    version: query.version,
    withImports: query.includeImports,
  };
  const { project, folderRef } = await targetById(scope, query);
  return findSecretIn(scope, project, { lookup: 'with-imports', folderRef, ...asked, ...readQuery(query) });
};

export const getSecretById: Handler<'getSecretById'> = (scope, { params: { secretId } }) =>
  showSecretById(scope, secretId);

export const createSecret: Handler<'createSecret'> = async (
  scope,
  { project, params: { secretName }, body: { environment, secretPath, type = 'shared', ...input } },
) => {
  const folderRef = folderRefOf({ environment, secretPath });
  const secret = { key: secretName, content: readContent(input, inBody()) };
  return oneSecretView(await addSecrets(scope, project, { folderRef, kind: type }, [secret], auditOne));
};

export const updateSecret: Handler<'updateSecret'> = async (
  scope,
  { project, params: { secretName }, body: { environment, secretPath, type = 'shared', newSecretName, ...input } },
) => {
  const folderRef = folderRefOf({ environment, secretPath });
  checkPersonalName(type, secretName, newSecretName);
  const change = { folderRef, key: secretName, newKey: newSecretName, content: readContent(input, inBody()) };
  return oneSecretView(
    await changeSecrets(scope, project, { folderRef, kind: type, ifMissing: 'fail' }, [change], auditOne),
  );
};

export const deleteSecret: Handler<'deleteSecret'> = async (
  scope,
  { project, params: { secretName }, body: { environment, secretPath, type = 'shared' } },
) => {
  const folderRef = folderRefOf({ environment, secretPath });
  return oneSecretView(await removeSecrets(scope, project, folderRef, [{ key: secretName, kind: type }], auditOne));
};
