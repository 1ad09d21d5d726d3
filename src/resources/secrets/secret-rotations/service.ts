import { badRequest } from '../../../platform/errors.ts';
import { TargetError } from '../../../platform/targets/errors.ts';
import type { Scope } from '../../../scope.ts';
import { ofProject } from '../../../transaction-keys.ts';
import { apps } from '../app-connections/apps/index.ts';
import { messageOf, systemOf } from '../app-connections/use.ts';
import { findRotationAgain, type FoundRotation } from './find.ts';
import { usernameAt } from './plan.ts';
import { record } from './record.ts';
import { passwordsOf, rotate } from './run.ts';
import type { SecretRotation } from './store.ts';

/** Rotates now; 400 that says why if that fails. */
export const rotateNow = async (scope: Scope, found: FoundRotation): Promise<SecretRotation> => {
  await rotate(scope, found.rotation, 'caller');
  return findRotationAgain(scope, 'rotate-secrets', found);
};

/** The users whose passwords are known, with these. */
export const readCredentials = async (scope: Scope, { rotation, project }: FoundRotation) => {
  const { known } = await passwordsOf(scope, rotation);
  const generatedCredentials = known.flatMap((password, index) =>
    password === null ? [] : [{ username: usernameAt(rotation.parameters, index), password }],
  );
  const { id, type, environmentSlug, path } = rotation;
  scope.audit.recordRead({
    type: 'get-secret-rotation-generated-credentials',
    metadata: { rotationId: id, type, environment: environmentSlug, secretPath: path },
    project: project.row,
  });
  return generatedCredentials;
};

/** Logs in as the user whom the secrets name; 400 that says why if that fails. */
export const checkCredentials = async (scope: Scope, { rotation, project }: FoundRotation): Promise<void> => {
  const { organizationId, connectionId, folderId, activeIndex, parameters } = rotation;
  const connection = (await scope.stores.appConnections.findInOrganization(organizationId, connectionId))!;
  const password = (await passwordsOf(scope, rotation)).known[activeIndex]!;
  const problem = await apps[connection.app]
    .logIn(systemOf(scope, connection), { username: usernameAt(parameters, activeIndex), password })
    .then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof TargetError) return messageOf(error, [password]);
        throw error;
      },
    );
  await scope.transaction(ofProject(project.row), (tx) =>
    record(tx, 'secret-rotation-check-credentials', rotation, project.row, {
      ...{ connectionId, folderId, success: problem === undefined },
      ...(problem !== undefined && { errorMessage: problem }),
    }),
  );
  if (problem !== undefined) throw badRequest(`The credentials are not accepted: ${problem}`);
};
