import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { keyedHash } from '../../../platform/crypto/keyed-hash.ts';
import { secretBytes } from '../../../platform/crypto/random-secrets.ts';
import type { PublicScope } from '../../../scope.ts';
import type { ClientSecretRow } from './store.ts';

export const clientSecretPurpose = 'client-secret';

/** Creates a client secret and the row that holds its hash; does not store it. */
export const newClientSecret = (
  { clock, ids, keyring }: Pick<PublicScope, 'clock' | 'ids' | 'keyring'>,
  universalAuthId: string,
  { description, numUsesLimit, ttl }: Request<'createClientSecret'>['body'],
): { secret: string; row: ClientSecretRow } => {
  const secret = secretBytes(32).toString('hex');
  const now = timestamp(clock.now());
  const row = {
    id: ids.uuid(),
    universalAuthId,
    description,
    prefix: secret.slice(0, 4),
    secretHash: keyedHash(keyring, clientSecretPurpose, secret),
    numUses: 0,
    numUsesLimit,
    ttl,
    isRevoked: false,
    createdAt: now,
    updatedAt: now,
  };
  return { secret, row };
};
