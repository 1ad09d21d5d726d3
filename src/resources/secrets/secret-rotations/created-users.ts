import type { PublicScope } from '../../../scope.ts';
import type { AppConnectionRow } from '../app-connections/store.ts';
import { openConnection } from '../app-connections/use.ts';
import { usernamesOf } from './plan.ts';
import type { RotationParameters } from './store.ts';

/** Removes the users that the server has created for a rotation, if its kind has such; throws a `TargetError`. */
export const removeCreatedUsers = async (
  scope: Pick<PublicScope, 'keyring' | 'targets'>,
  connection: AppConnectionRow,
  parameters: RotationParameters,
): Promise<boolean> => {
  if (parameters.permissionScope === undefined) return false;
  const { app, system, admin } = await openConnection(scope, connection);
  for (const username of usernamesOf(parameters)) await app.removeUser?.(system, admin, username);
  return true;
};
