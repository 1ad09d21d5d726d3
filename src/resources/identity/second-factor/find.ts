import { userOf, type Actor, type SecondFactor } from '../../../access/actor.ts';
import type { Stores } from '../../../stores.ts';
import type { FactorOwner, SecondFactorRow } from './store.ts';

/** Whose second factor counts in the caller's session. */
export const factorOwner = (scope: { readonly actor: Actor }): FactorOwner => {
  const { id: userId, providerId } = userOf(scope);
  return { userId, providerId };
};

/** The second factors of an owner. */
export interface Factors {
  readonly isEnabled: boolean;
  /** Those that are set up, the one to ask for first at the beginning. */
  readonly methods: readonly SecondFactor[];
  readonly row: SecondFactorRow | undefined;
}

/** Finds what is set up; passkeys are never a provider's, because they sign in without it. */
export const findFactors = async (
  { secondFactors, passkeys }: Pick<Stores, 'secondFactors' | 'passkeys'>,
  owner: FactorOwner,
): Promise<Factors> => {
  const [row, hasPasskeys] = await Promise.all([
    secondFactors.find(owner),
    owner.providerId === null && passkeys.hasAny(owner.userId),
  ]);
  const methods: SecondFactor[] = [
    ...(row?.isTotpVerified ? ['totp' as const] : []),
    ...(hasPasskeys ? ['webauthn' as const] : []),
  ];
  const rank = (method: SecondFactor): number => (method === row?.selectedMethod ? 0 : 1);
  return { isEnabled: row?.isEnabled ?? false, methods: methods.toSorted((a, b) => rank(a) - rank(b)), row };
};
