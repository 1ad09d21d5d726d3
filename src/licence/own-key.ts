import type { Config } from '../config.ts';
import type { RootKey } from '../platform/crypto/keys.ts';
import { SigningKey, type VerifyingKey } from '../platform/crypto/signatures.ts';

/** The key with which whoever runs a server issues a licence for it; derived, so that it need not be stored. */
export const ownLicenceKey = (rootKey: RootKey): SigningKey =>
  SigningKey.fromSeed(rootKey.derive('licence-signing').export());

/** The keys of accepted licences: those of the configured issuer, or else the server's own. */
export const licenceKeysOf = (
  { licenceKeys }: Pick<Config, 'licenceKeys'>,
  rootKeys: readonly RootKey[],
): readonly VerifyingKey[] =>
  licenceKeys.length > 0 ? licenceKeys : rootKeys.map((rootKey) => ownLicenceKey(rootKey).public);
