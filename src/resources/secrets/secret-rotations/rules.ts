import { defaultRequirements } from '../../../platform/crypto/generated-passwords.ts';
import { usernamesOf } from './plan.ts';
import type { RotationParameters, RotationTypeName } from './store.ts';
import { rotationTypes } from './types/index.ts';

export const requirementsOf = ({ passwordRequirements = defaultRequirements }: RotationParameters) =>
  passwordRequirements;

/** What tells the users of a rotation from those of others. */
export const userKeysOf = (type: RotationTypeName, parameters: RotationParameters): string[] =>
  usernamesOf(parameters).map((username) => rotationTypes[type].userKey(username));
