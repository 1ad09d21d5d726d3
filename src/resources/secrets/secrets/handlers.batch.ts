import type { Handler, Request } from '../../../contract.ts';
import { root } from '../folders/path.ts';
import { inBody, readPath } from '../folders/rules.ts';
import { modes, readChanges, readNewSecrets, readSecretsToDelete } from './writing/batch-input.ts';
import { changeSecrets } from './writing/change.ts';
import { addSecrets } from './writing/create.ts';
import { duplicateSecretsTo } from './writing/duplicate.ts';
import { moveSecretsTo } from './writing/move.ts';
import { folderRefOf } from './writing/input.ts';
import { auditMany } from './effects.ts';
import { removeSecrets } from './writing/remove.ts';
import { checkDifferentFolders, type Transfer } from './writing/transfer.ts';
import { manySecretsView } from './view.ts';

export const createSecrets: Handler<'createSecrets'> = async (
  scope,
  { project, body: { environment, secretPath, secrets } },
) => {
  const folderRef = folderRefOf({ environment, secretPath });
  const newSecrets = readNewSecrets(secrets);
  return manySecretsView(await addSecrets(scope, project, { folderRef, kind: 'shared' }, newSecrets, auditMany));
};

export const updateSecrets: Handler<'updateSecrets'> = async (
  scope,
  { project, body: { environment, secretPath, mode = 'failOnNotFound', secrets } },
) => {
  const folderRef = folderRefOf({ environment, secretPath });
  const changes = readChanges(secrets, folderRef);
  return manySecretsView(
    await changeSecrets(scope, project, { folderRef, kind: 'shared', ifMissing: modes[mode] }, changes, auditMany),
  );
};

export const deleteSecrets: Handler<'deleteSecrets'> = async (
  scope,
  { project, body: { environment, secretPath, secrets } },
) => {
  const folderRef = folderRefOf({ environment, secretPath });
  const toDelete = readSecretsToDelete(secrets);
  return manySecretsView(await removeSecrets(scope, project, folderRef, toDelete, auditMany));
};

const readTransfer = ({
  secretIds,
  shouldOverwrite,
  ...body
}: Request<'moveSecrets' | 'duplicateSecrets'>['body']): Transfer => {
  const source = {
    environment: body.sourceEnvironment,
    path: readPath(body.sourceSecretPath ?? root, inBody('sourceSecretPath')),
  };
  const destination = {
    environment: body.destinationEnvironment,
    path: readPath(body.destinationSecretPath ?? root, inBody('destinationSecretPath')),
  };
  checkDifferentFolders({ source, destination });
  return { source, destination, secretIds, shouldOverwrite };
};

export const moveSecrets: Handler<'moveSecrets'> = async (scope, { project, body }) => {
  const transfer = readTransfer(body);
  await moveSecretsTo(scope, project, transfer);
  return { isSourceUpdated: true, isDestinationUpdated: true };
};

const nothingCopied = { value: false, comment: false, tags: false, metadata: false, skipMultilineEncoding: false };

export const duplicateSecrets: Handler<'duplicateSecrets'> = async (scope, { project, body }) => {
  const transfer = readTransfer(body);
  const done = await duplicateSecretsTo(scope, project, transfer, {
    ...nothingCopied,
    ...body.attributesToCopy,
  });
  return {
    results: done.map(({ source, destination }) => ({
      sourceSecretId: source.id,
      sourceSecretKey: source.key,
      destinationSecretId: destination.id,
    })),
  };
};
