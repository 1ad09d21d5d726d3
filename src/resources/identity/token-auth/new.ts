import { everywhere } from '../../../platform/addresses.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { PublicScope } from '../../../scope.ts';
import type { TokenSettings } from '../access-tokens/store.ts';

/** Builds default settings, under which tokens live as long as the server allows and work from every address. */
export const newTokenAuth = ({ clock, ids }: Pick<PublicScope, 'clock' | 'ids'>, identityId: string): TokenSettings => {
  const now = timestamp(clock.now());
  return {
    id: ids.uuid(),
    identityId,
    accessTokenTTL: 0,
    accessTokenMaxTTL: 0,
    accessTokenNumUsesLimit: 0,
    accessTokenPeriod: 0,
    accessTokenTrustedIps: everywhere,
    createdAt: now,
    updatedAt: now,
  };
};
