import type { SecondFactor } from '../../../access/actor.ts';
import type { Stores } from '../../../stores.ts';
import type { SecondFactorRow } from './store.ts';

/** The second factors of a user. */
export interface Factors {
  readonly isEnabled: boolean;
  /** Those that are set up, the one to ask for first at the beginning. */
  readonly methods: readonly SecondFactor[];
  readonly row: SecondFactorRow | undefined;
}

export const findFactors = async (
  { secondFactors, passkeys }: Pick<Stores, 'secondFactors' | 'passkeys'>,
  userId: string,
): Promise<Factors> => {
  const [row, hasPasskeys] = await Promise.all([secondFactors.find(userId), passkeys.hasAny(userId)]);
  const methods: SecondFactor[] = [
    ...(row?.isTotpVerified ? ['totp' as const] : []),
    ...(hasPasskeys ? ['webauthn' as const] : []),
  ];
  const rank = (method: SecondFactor): number => (method === row?.selectedMethod ? 0 : 1);
  return { isEnabled: row?.isEnabled ?? false, methods: methods.toSorted((a, b) => rank(a) - rank(b)), row };
};
