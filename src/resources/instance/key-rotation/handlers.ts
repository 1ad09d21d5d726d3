import type { Handler } from '../../../contract.ts';
import { findRotationState, startRotation } from './service.ts';
import { keyRotationView } from './view.ts';

export const startKeyRotation: Handler<'startKeyRotation'> = async (scope) => {
  await startRotation(scope);
  return { keyRotation: keyRotationView(await findRotationState(scope)) };
};

export const getKeyRotation: Handler<'getKeyRotation'> = async (scope) => {
  return { keyRotation: keyRotationView(await findRotationState(scope)) };
};
