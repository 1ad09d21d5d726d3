import type { Handler } from '../../../contract.ts';
import { readFilters } from './rules.ts';
import { subscribe } from './subscribe.ts';

export const subscribeToProjectEvents: Handler<'subscribeToProjectEvents'> = async (
  scope,
  { project, body: { register } },
) => {
  const filters = readFilters(register);
  return subscribe(scope, project, filters);
};
