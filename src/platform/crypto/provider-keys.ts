import type { KeyObject } from 'node:crypto';
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  jwtVerify,
  type JWK,
  type JWTPayload,
  type JWTVerifyOptions,
} from 'jose';
import { Refused, Unreachable } from '../refused.ts';

export type Claims = Readonly<JWTPayload>;

/** Only algorithms that verify with a public key: no shared secrets, and not `none`. */
const publicKeyAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** The accepted clock difference between provider and server, in seconds. */
const defaultTolerance = 10;
/** The most keys that are tried on one token. */
const maxCandidates = 10;
const maxKeys = 100;

/** The members of a key that verification needs. */
const members = ['kty', 'kid', 'alg', 'use', 'key_ops', 'n', 'e', 'crv', 'x', 'y'];

const publicPart = (key: Readonly<Record<string, unknown>>): JWK =>
  Object.fromEntries(Object.entries(key).filter(([name]) => members.includes(name)));

/** More than the standard defines. */
const maxOperations = 20;

const isText = (value: unknown): boolean => typeof value === 'string';

/** Rejects keys with anything but texts, and long lists of operations, which would be searched for each token. */
const isSound = ({ key_ops: operations = [], ...texts }: JWK): boolean =>
  Object.values(texts).every(isText) &&
  Array.isArray(operations) &&
  operations.length <= maxOperations &&
  operations.every(isText);

const unknownKey = () => new Refused('unknown_key', 'The token was not signed with a key that the provider publishes.');

const causes: Readonly<Record<string, () => Refused>> = {
  ERR_JWT_EXPIRED: () => new Refused('token_expired', 'The token has expired.'),
  ERR_JOSE_ALG_NOT_ALLOWED: () =>
    new Refused('algorithm_not_allowed', 'The token is signed with an algorithm that is not accepted.'),
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: () =>
    new Refused('invalid_signature', 'The signature of the token is not valid.'),
  ERR_JWKS_NO_MATCHING_KEY: unknownKey,
};

const claimCauses: Readonly<Record<string, () => Refused>> = {
  iss: () => new Refused('issuer_mismatch', 'The token is from another issuer.'),
  nbf: () => new Refused('token_not_yet_valid', 'The token is not valid yet.'),
  exp: () => new Refused('expiry_missing', 'The token has no expiration time.'),
};

const malformed = () => new Refused('token_malformed', 'The token is malformed.');

const refusalOf = (error: unknown): Refused => {
  if (error instanceof Refused) return error;
  if (error instanceof errors.JWTClaimValidationFailed) return (claimCauses[error.claim] ?? malformed)();
  return (causes[error instanceof errors.JOSEError ? error.code : ''] ?? malformed)();
};

/** What a token has to be. */
export interface ExpectedToken {
  /** Undefined for any. */
  readonly issuer: string | undefined;
  readonly now: Date;
  /** The accepted algorithms; all with a public key by default. */
  readonly algorithms?: readonly string[];
  /** The accepted clock difference in seconds. */
  readonly clockTolerance?: number;
  /** Whether a token without an expiry is accepted, too. */
  readonly mayLackExpiry?: boolean;
}

/** Returns what a token claims about itself. Verifies nothing. */
export const peekToken = (token: string) => {
  try {
    const { iss: issuer, aud: audience, sub: subject, exp: expiresAt } = decodeJwt(token);
    return { issuer, audience, subject, expiresAt } as Readonly<Record<string, unknown>>;
  } catch {
    throw malformed();
  }
};

/** Refuses what the token alone shows to be wrong, before the keys are fetched. Verifies nothing. */
export const precheckToken = (
  token: string,
  issuer: string | undefined,
  algorithms: readonly string[] = publicKeyAlgorithms,
): void => {
  try {
    if (!algorithms.includes(decodeProtectedHeader(token).alg ?? '')) throw causes.ERR_JOSE_ALG_NOT_ALLOWED!();
    const claims = decodeJwt(token);
    if (issuer !== undefined && claims.iss !== issuer) throw claimCauses.iss!();
  } catch (error) {
    throw refusalOf(error);
  }
};

const optionsOf = ({
  issuer,
  now,
  algorithms = publicKeyAlgorithms,
  clockTolerance = defaultTolerance,
  mayLackExpiry = false,
}: ExpectedToken): JWTVerifyOptions => ({
  algorithms: [...algorithms],
  ...(issuer !== undefined && { issuer }),
  clockTolerance,
  currentDate: now,
  requiredClaims: mayLackExpiry ? [] : ['exp'],
});

/** Returns the claims of a token that one of these keys signed, whatever key it names; throws `Refused` otherwise. */
export const verifyWithKeys = async (
  token: string,
  keys: readonly KeyObject[],
  expected: ExpectedToken,
): Promise<Claims> => {
  const options = optionsOf(expected);
  for (const key of keys) {
    try {
      return (await jwtVerify(token, key, options)).payload;
    } catch (error) {
      // Claims are checked after the signature, so that any other error means another key, or another kind of key.
      if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired)
        throw refusalOf(error);
    }
  }
  throw new Refused('invalid_signature', 'The token was not signed with one of the configured keys.');
};

/** The public keys of a provider, which verify its tokens. */
export class ProviderKeys {
  /** The issuer in the provider's configuration. */
  readonly issuer: string;
  /** The provider's discovery document. */
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly #keys: readonly JWK[];
  readonly #find: ReturnType<typeof createLocalJWKSet>;

  constructor(
    issuer: string,
    keys: readonly Readonly<Record<string, unknown>>[],
    configuration: Readonly<Record<string, unknown>> = {},
  ) {
    if (keys.length > maxKeys)
      throw new Unreachable('provider_answer_invalid', `The provider publishes more than ${maxKeys} keys.`);
    this.issuer = issuer;
    this.configuration = configuration;
    this.#keys = keys.map(publicPart).filter(isSound);
    this.#find = createLocalJWKSet({ keys: [...this.#keys] });
  }

  /** Returns the claims of a token of this issuer that is valid now; throws `Refused` otherwise. */
  async verify(token: string, expected: ExpectedToken): Promise<Claims> {
    const options = optionsOf(expected);
    const isNamed = this.#requireCandidates(token);
    try {
      return await this.#tryKeys(token, options);
    } catch (error) {
      const refusal = refusalOf(error);
      throw !isNamed && refusal.reason === 'invalid_signature' ? unknownKey() : refusal;
    }
  }

  /** Refuses a token with too many candidate keys; returns whether the token names its key. */
  #requireCandidates(token: string): boolean {
    const { kid } = decodeProtectedHeader(token);
    const candidates = this.#keys.filter((key) => kid === undefined || key.kid === kid).length;
    if (candidates > maxCandidates)
      throw new Refused('too_many_keys', `More than ${maxCandidates} keys of the provider would have to be tried.`);
    return kid !== undefined;
  }

  async #tryKeys(token: string, options: JWTVerifyOptions): Promise<Claims> {
    try {
      return (await jwtVerify(token, this.#find, options)).payload;
    } catch (error) {
      if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
      for await (const key of error) {
        const claims = await jwtVerify(token, key, options).then(({ payload }) => payload, unlessSignedBy);
        if (claims) return claims;
      }
      throw unknownKey();
    }
  }
}

/** Ignores a wrong signature, because another key may be the right one; rethrows any other error. */
const unlessSignedBy = (error: unknown): undefined => {
  if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
};
