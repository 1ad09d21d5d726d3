import { userOf } from '../../../access/actor.ts';
import { forbidden } from '../../../platform/errors.ts';
import { helpSections } from '../../../platform/help-sections.ts';
import type { Scope } from '../../../scope.ts';
import { factorOwner, findFactors, type Factors } from './find.ts';
import { secondFactorMissing } from './required.ts';
import type { FactorOwner } from './store.ts';

/**
 * Returns the second factors of the caller, who may change them: 401 if they have one that the session has not shown.
 * Otherwise the password alone would be enough to add a factor of one's
 * own, and with it to pass where one is required.
 */
export const requireMayChangeFactors = async (scope: Scope): Promise<Factors> => {
  const { mfaMethod } = userOf(scope);
  const factors = await findFactors(scope.stores, factorOwner(scope));
  if (mfaMethod === null && factors.methods.length > 0) throw secondFactorMissing();
  return factors;
};

/** 403 while the instance requires a second factor, or an organization in which the owner's sessions can act. */
export const requireNotRequired = async (
  { stores, config }: Pick<Scope, 'stores' | 'config'>,
  { userId, providerId }: FactorOwner,
): Promise<void> => {
  if (config.requireSecondFactor)
    throw forbidden('This server requires a second factor of everybody.', helpSections.secondFactor);
  const organizations = await stores.organizations.listOfMember({ userId }, providerId);
  const organization = organizations.find(({ enforceMfa }) => enforceMfa);
  if (organization)
    throw forbidden(`The organization "${organization.name}" requires a second factor.`, helpSections.secondFactor);
};
