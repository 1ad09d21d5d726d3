import type { Handler } from '../../../contract.ts';
import { rotationState, startRotation } from './service.ts';
import { keyRotationView } from './view.ts';

export const startKeyRotation: Handler<'startKeyRotation'> = async (scope) => {
  scope.access.requireInstanceAdmin();
  await startRotation(scope);
  return { keyRotation: keyRotationView(await rotationState(scope)) };
};

export const getKeyRotation: Handler<'getKeyRotation'> = async (scope) => {
  scope.access.requireInstanceAdmin();
  return { keyRotation: keyRotationView(await rotationState(scope)) };
};
