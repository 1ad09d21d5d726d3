import type { RotationType } from './type.ts';
import { readNames, readRequirements, readStatement, required } from './parameters.ts';

/** Two users of a database that exist, or one. */
export const usersType = (of: Pick<RotationType, 'name' | 'title' | 'app' | 'template'>): RotationType => ({
  ...of,
  readParameters(input) {
    const username1 = required(input.username1, 'parameters', 'username1');
    return { username1, username2: input.username2 ?? username1, ...readStatement(input), ...readRequirements(input) };
  },
  showParameters: (parameters) => parameters,
  readMapping: (input) => readNames(input, 'username'),
  showMapping: (mapping) => mapping,
  userKey: (username) => username,
});
