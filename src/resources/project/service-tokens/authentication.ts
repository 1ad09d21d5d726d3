import type { ServiceActor } from '../../../access/actor.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { keyedHash, matchesKeyedHash } from '../../../platform/crypto/keyed-hash.ts';
import type { Keyring } from '../../../platform/crypto/keys.ts';
import { badToken } from '../../../platform/errors.ts';
import type { Stores } from '../../../stores.ts';
import { isPlainPath } from './rules.ts';
import type { PresentedServiceToken } from './store.ts';

export const serviceTokenPurpose = 'service-token';

const prefix = 'st.';

export const isServiceToken = (token: string): boolean => token.startsWith(prefix);

export const writeServiceToken = (id: string, secret: string): string => `${prefix}${id}.${secret}`;

/** The 401 for an unknown id and for a wrong secret; one message for both, so that nobody learns which ids exist. */
export const invalidServiceToken = () =>
  badToken('This service token is unknown. It may have been deleted or have expired.');

const expiredToken = () => badToken('This service token has expired. Create a new one.');

const folderOf = ([scope, ...others]: PresentedServiceToken['scopes']): ServiceActor['folder'] =>
  scope && others.length === 0 && isPlainPath(scope.secretPath)
    ? { environment: scope.environment, path: scope.secretPath }
    : undefined;

const actorOf = ({
  id,
  name,
  projectId,
  rulesJson,
  expiresAt,
  scopes,
  organizationId,
}: PresentedServiceToken): ServiceActor => ({
  type: 'service',
  id,
  name,
  isInstanceAdmin: false,
  projectId,
  rulesJson,
  expiresAt,
  folder: folderOf(scopes),
  organization: { id: organizationId, membershipId: '', role: 'no-access', accessRevision: 0, authValues: null },
});

/**
 * Finds the token that was sent, which may have expired; 401 for an unknown id or a wrong secret. Ignores the fourth
 * part that the CLI appends.
 */
export const findServiceToken = async (
  { stores, keyring }: { stores: Stores; keyring: Keyring },
  sent: string,
): Promise<{ token: PresentedServiceToken; actor: ServiceActor }> => {
  const [, id = '', secret = ''] = sent.split('.');
  const token = await stores.serviceTokens.findPresented(id);
  // Hash for an unknown id too, so that both cases take the same time.
  const isGenuine = matchesKeyedHash(
    keyring,
    serviceTokenPurpose,
    secret,
    token?.secretHash ?? keyedHash(keyring, serviceTokenPurpose, ''),
  );
  if (!token || !isGenuine) throw invalidServiceToken();
  return { token, actor: actorOf(token) };
};

export const requireUnexpired = ({ expiresAt }: Pick<PresentedServiceToken, 'expiresAt'>, now: Timestamp): void => {
  if (expiresAt !== null && expiresAt <= now) throw expiredToken();
};
