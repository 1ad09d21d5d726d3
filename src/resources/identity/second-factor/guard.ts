import { userOf } from '../../../access/actor.ts';
import { forbidden } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { findFactors, type Factors } from './find.ts';
import { secondFactorMissing } from './required.ts';

/**
 * Returns the second factors of the caller, who may change them: 401 if they have one that the session has not shown.
 * Otherwise the password alone would be enough to add a factor of one's
 * own, and with it to pass where one is required.
 */
export const requireMayChangeFactors = async (scope: Scope): Promise<Factors> => {
  const { id, mfaMethod } = userOf(scope);
  const factors = await findFactors(scope.stores, id);
  if (mfaMethod === null && factors.methods.length > 0) throw secondFactorMissing();
  return factors;
};

/** 403 while the instance or an organization of the user requires a second factor. */
export const requireNotRequired = async ({ stores, config }: Scope, userId: string): Promise<void> => {
  if (config.requireSecondFactor) throw forbidden('This server requires a second factor of everybody.');
  const organization = (await stores.organizations.listOfMember({ userId })).find(({ enforceMfa }) => enforceMfa);
  if (organization) throw forbidden(`The organization "${organization.name}" requires a second factor.`);
};
