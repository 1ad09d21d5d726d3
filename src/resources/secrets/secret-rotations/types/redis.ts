import { secretText } from '../../../../platform/crypto/random-secrets.ts';
import { refuseIssues } from '../../../../platform/errors.ts';
import { issue, readNames, readRequirements, required } from './parameters.ts';
import type { RotationType } from './type.ts';

/** Rules that say what the rotation itself says: passwords, and whether the user may log in. */
const reserved = /^(on|off|reset|resetpass|nopass|skip-sanitize-payload|[<>#!].*)$/i;

const readScope = (text: string | undefined): string => {
  const scope = required(text, 'parameters', 'permissionScope');
  const refused = scope.split(/\s+/).find((rule) => reserved.test(rule));
  if (refused !== undefined)
    refuseIssues([issue(['parameters', 'permissionScope'], `must not contain ${refused}: the rotation sets it`)]);
  return scope;
};

/** Two users of Redis that the server creates, and creates anew in turn. */
export const redisCredentials: RotationType = {
  name: 'redis-credentials',
  title: 'Redis Credentials',
  app: 'redis',
  template: { username: 'REDIS_USERNAME', password: 'REDIS_PASSWORD' },
  readParameters: (input, { username1, username2 } = { username1: secretText(32), username2: secretText(32) }) => ({
    username1,
    username2,
    permissionScope: readScope(input.permissionScope),
    ...readRequirements(input),
  }),
  showParameters: ({ permissionScope, passwordRequirements }) => ({
    permissionScope: permissionScope!,
    ...(passwordRequirements && { passwordRequirements }),
  }),
  readMapping: (input) => readNames(input, 'username'),
  showMapping: (mapping) => mapping,
  userKey: (username) => username,
};
