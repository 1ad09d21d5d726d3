import type { Handler } from '../../../contract.ts';
import { inQuery, readPath } from '../folders/rules.ts';
import { changeRotation } from './change.ts';
import { addRotation } from './create.ts';
import { findRotation, findRotationByName, listRotations } from './find.ts';
import { moveRotation } from './move.ts';
import { removeRotation } from './remove.ts';
import { checkCredentials, readCredentials, rotateNow } from './service.ts';
import { rotationTypes } from './types/index.ts';
import { rotationView } from './view.ts';

export const listSecretRotationOptions: Handler<'listSecretRotationOptions'> = () =>
  Promise.resolve({
    secretRotationOptions: Object.values(rotationTypes)
      .map((type) => ({
        name: type.title,
        type: type.name,
        connection: type.app,
        template: { secretsMapping: type.showMapping(type.template) },
      }))
      .sort((one, other) => (one.name < other.name ? -1 : 1)),
  });

export const listSecretRotations: Handler<'listSecretRotations'> = async (scope, { project }) => ({
  secretRotations: (await listRotations(scope, project)).map(rotationView),
});

export const listSecretRotationsOfType: Handler<'listSecretRotationsOfType'> = async (scope, { project, params }) => ({
  secretRotations: (await listRotations(scope, project, params.type)).map(rotationView),
});

export const createSecretRotation: Handler<'createSecretRotation'> = async (scope, { project, params, body }) => ({
  secretRotation: rotationView(await addRotation(scope, project, params.type, body)),
});

export const getSecretRotation: Handler<'getSecretRotation'> = async (scope, { params }) => ({
  secretRotation: rotationView((await findRotation(scope, 'read', params)).rotation),
});

export const getSecretRotationByName: Handler<'getSecretRotationByName'> = async (
  scope,
  { project, params, query },
) => {
  const folderRef = { environment: query.environment, path: readPath(query.secretPath, inQuery('secretPath')) };
  const found = await findRotationByName(scope, project, params.type, folderRef, params.rotationName);
  return { secretRotation: rotationView(found) };
};

export const updateSecretRotation: Handler<'updateSecretRotation'> = async (scope, { params, body }) => ({
  secretRotation: rotationView(await changeRotation(scope, await findRotation(scope, 'edit', params), body)),
});

export const deleteSecretRotation: Handler<'deleteSecretRotation'> = async (scope, { params, query }) => {
  const removal = {
    deleteSecrets: query.deleteSecrets === 'true',
    revokeGeneratedCredentials: query.revokeGeneratedCredentials === 'true',
  };
  const found = await findRotation(scope, 'delete', params);
  return { secretRotation: rotationView(await removeRotation(scope, found, removal)) };
};

export const getGeneratedCredentials: Handler<'getGeneratedCredentials'> = async (scope, { params }) => {
  const found = await findRotation(scope, 'read-generated-credentials', params);
  const { id, type, activeIndex } = found.rotation;
  return { generatedCredentials: await readCredentials(scope, found), activeIndex, rotationId: id, type };
};

export const rotateSecrets: Handler<'rotateSecrets'> = async (scope, { params }) => ({
  secretRotation: rotationView(await rotateNow(scope, await findRotation(scope, 'rotate-secrets', params))),
});

export const checkSecretRotationCredentials: Handler<'checkSecretRotationCredentials'> = async (scope, { params }) => {
  await checkCredentials(scope, await findRotation(scope, 'read-generated-credentials', params));
  return { message: 'The login succeeded.' };
};

export const moveSecretRotation: Handler<'moveSecretRotation'> = async (scope, { params, body }) => ({
  secretRotation: rotationView(await moveRotation(scope, await findRotation(scope, 'delete', params), body)),
});
