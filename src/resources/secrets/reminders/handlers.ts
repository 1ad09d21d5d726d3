import type { Handler } from '../../../contract.ts';
import { findSecretById } from '../secrets/reading/find-by-id.ts';
import { putReminder, removeReminder } from './service.ts';
import { reminderView } from './view.ts';

export const setSecretReminder: Handler<'setSecretReminder'> = async (scope, { params: { secretId }, body }) => {
  await putReminder(scope, secretId, body);
  return { message: 'The reminder was set.' };
};

export const getSecretReminder: Handler<'getSecretReminder'> = async (scope, { params: { secretId } }) => {
  await findSecretById(scope, secretId, ['describeSecret'], 'unencrypted');
  const reminder = await scope.stores.reminders.find(secretId);
  return { reminder: reminder ? reminderView(reminder) : null };
};

export const deleteSecretReminder: Handler<'deleteSecretReminder'> = async (scope, { params: { secretId } }) => {
  await removeReminder(scope, secretId);
  return { message: 'The secret has no reminder now.' };
};
