import { clientNetwork } from '../../../platform/addresses.ts';
import { decryptLoginSecret } from '../../../platform/crypto/sealing.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { LdapConnection } from '../../../platform/ldap/connection.ts';
import { userFilter } from '../../../platform/ldap/filter.ts';
import { resultCodes, type LdapEntry } from '../../../platform/ldap/messages.ts';
import { directoryProblem, openDirectory } from '../../../platform/ldap/open.ts';
import { Refused, Unreachable } from '../../../platform/refused.ts';
import type { PublicScope } from '../../../scope.ts';
import type { LdapAuthRow } from './store.ts';

type Deps = Pick<PublicScope, 'outgoing' | 'keyring' | 'caller'>;

const who = 'The directory';
const timeLimitSeconds = 5;

/** A login that counts as a failure. */
export class WrongCredentials extends Refused {}

/** One request at a time from an address to the directory of an identity. */
export const callOf = ({ caller }: Pick<Deps, 'caller'>, { identityId }: Pick<LdapAuthRow, 'identityId'>) => ({
  who,
  key: `${identityId} ${clientNetwork(caller.ip)}`,
});

const bindAsReader = async (connection: LdapConnection, bindDN: string, bindPass: string): Promise<void> => {
  const code = await connection.bind(bindDN, bindPass);
  if (code === resultCodes.confidentialityRequired)
    throw new Unreachable('encryption_required', `${who} requires encryption: use ldaps, or StartTLS.`);
  if (code !== resultCodes.success)
    throw new Unreachable('bind_refused', `${who} does not accept bindDN and bindPass (code ${code}).`);
};

/** Finds entries for the name; not all if there are more than two. */
const search = async (
  connection: LdapConnection,
  { searchBase, searchFilter, allowedFields }: LdapAuthRow,
  username: string,
): Promise<{ entries: readonly LdapEntry[]; hasMore: boolean }> => {
  const { code, entries } = await connection.search({
    base: searchBase,
    filter: userFilter(searchFilter, username),
    attributes: [...new Set(['mail', ...allowedFields.map(({ key }) => key.toLowerCase())])],
    sizeLimit: 2,
    timeLimitSeconds,
  });
  if (code === resultCodes.noSuchObject)
    throw new Unreachable('search_base_not_found', `${who} has no searchBase, or bindDN may not read it.`);
  if (code === resultCodes.referral)
    throw new Unreachable('search_base_elsewhere', `${who} refers to another one for searchBase. Use that one.`);
  if (code !== resultCodes.success && code !== resultCodes.sizeLimitExceeded)
    throw new Unreachable('search_refused', `${who} does not search for bindDN (code ${code}).`);
  return { entries, hasMore: code === resultCodes.sizeLimitExceeded };
};

/** Codes of a bind that say something about the user, and not about the directory. */
const aboutUser: ReadonlySet<number> = new Set([
  resultCodes.constraintViolation,
  resultCodes.noSuchObject,
  resultCodes.inappropriateAuthentication,
  resultCodes.invalidCredentials,
  resultCodes.insufficientAccessRights,
  resultCodes.unwillingToPerform,
]);

const requireAllowed = ({ allowedFields }: LdapAuthRow, { attributes }: LdapEntry): void => {
  for (const { key, value } of allowedFields) {
    const values = attributes.get(key.toLowerCase()) ?? [];
    const allowed = value.split(', ');
    if (!values.some((text) => allowed.includes(text)))
      throw new WrongCredentials('field_not_allowed', `The attribute ${key} of the entry has no allowed value.`);
  }
};

/** The only entry of the name. */
const findUser = async (connection: LdapConnection, auth: LdapAuthRow, username: string): Promise<LdapEntry> => {
  const { entries, hasMore } = await search(connection, auth, username);
  const [entry] = entries;
  // A bind without a name is anonymous, and succeeds with any password.
  if (entry === undefined || entry.dn === '')
    throw new WrongCredentials('user_not_found', 'The filter finds no entry of this name.');
  if (entries.length > 1 || hasMore)
    throw new WrongCredentials('user_ambiguous', 'The filter finds more than one entry of this name.');
  return entry;
};

/** Runs work on a connection on which `bindDN` is bound. */
const asReader = async <T>(
  { outgoing, keyring }: Deps,
  auth: LdapAuthRow,
  signal: AbortSignal,
  work: (connection: LdapConnection) => Promise<T>,
): Promise<T> => {
  const bindPass = decryptLoginSecret(keyring, auth.id, auth.sealedSecret);
  return outgoing.reach(who, signal, async () => {
    const connection = await openDirectory(outgoing, { ...auth, caCert: auth.ldapCaCertificate }, signal);
    try {
      await bindAsReader(connection, auth.bindDN, bindPass);
      return await work(connection);
    } finally {
      connection.close();
    }
  });
};

/** Returns the entry of the name if the password is right; throws `WrongCredentials` otherwise. */
export const authenticate = (
  deps: Deps,
  auth: LdapAuthRow,
  { username, password }: { readonly username: string; readonly password: string },
  signal: AbortSignal,
): Promise<LdapEntry> =>
  asReader(deps, auth, signal, async (connection) => {
    const entry = await findUser(connection, auth, username);
    const code = await connection.bind(entry.dn, password);
    if (aboutUser.has(code))
      throw new WrongCredentials('invalid_credentials', `${who} does not accept the password (code ${code}).`);
    if (code !== resultCodes.success)
      throw new Unreachable('bind_failed', `${who} did not check the password (code ${code}).`);
    requireAllowed(auth, entry);
    return entry;
  });

/** 400 if the directory cannot be asked with this configuration. */
export const checkDirectory = async (deps: Deps, auth: LdapAuthRow): Promise<void> => {
  const problem = directoryProblem(deps.outgoing, auth);
  if (problem !== undefined) throw badRequest(`url ${problem}.`);
  try {
    await deps.outgoing.exclusively(callOf(deps, auth), (signal) =>
      // Of a name that nobody has: it shows whether searchBase can be searched.
      asReader(deps, auth, signal, (connection) => search(connection, auth, auth.id)),
    );
  } catch (error) {
    throw error instanceof Refused ? badRequest(error.message) : error;
  }
};
