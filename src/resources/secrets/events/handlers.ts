import type { Handler } from '../../../contract.ts';
import { readFilters } from './rules.ts';
import { subscribe } from './subscribe.ts';

export const subscribeToProjectEvents: Handler<'subscribeToProjectEvents'> = async (
  scope,
  { body: { projectId, register } },
) => {
  const filters = readFilters(register);
  return subscribe(scope, await scope.access.inProject(projectId), filters);
};
