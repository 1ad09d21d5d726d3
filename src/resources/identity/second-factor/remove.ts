import { timestamp } from '../../../platform/clock.ts';
import type { Scope } from '../../../scope.ts';
import type { Stores } from '../../../stores.ts';
import { findFactors } from './find.ts';
import { requireNotRequired } from './guard.ts';
import type { FactorOwner } from './store.ts';

/**
 * Stores what follows from the removal of a factor: another one is asked for first, or none; the
 * last one cannot be removed where it is required (403).
 */
export const settleFactors = async (tx: Scope, owner: FactorOwner): Promise<void> => {
  const { methods } = await findFactors(tx.stores, owner);
  const changes = { selectedMethod: methods[0] ?? null, updatedAt: timestamp(tx.clock.now()) };
  if (methods.length > 0) return tx.stores.secondFactors.update(owner, changes);
  await requireNotRequired(tx, owner);
  await tx.stores.secondFactors.update(owner, { ...changes, isEnabled: false });
  await tx.stores.recoveryCodes.deleteOf(owner);
};

type FactorStores = Pick<Stores, 'passkeys' | 'secondFactors' | 'recoveryCodes' | 'secondFactorFailures' | 'sessions'>;

/** Removes every second factor of a user, those of all providers included, and ends all sessions: one may be of whoever has the lost factor. */
export const removeFactors = async (stores: FactorStores, userId: string): Promise<void> => {
  await stores.secondFactors.delete(userId);
  await stores.passkeys.deleteAll(userId);
  await stores.recoveryCodes.deleteAll(userId);
  await stores.secondFactorFailures.deleteAll(userId);
  await stores.sessions.deleteOfUser(userId);
};
