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
import { Refused } from '../openid/refused.ts';

export type Claims = Readonly<JWTPayload>;

/** Only such as are verified with a public key: no shared secret, and not `none`. */
const algorithms = [
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
/** How far the clocks of provider and server may be apart, in seconds. */
const clockTolerance = 10;
/** As many keys as are tried on one token. */
const maxCandidates = 10;
const maxKeys = 100;

/** What of a key is needed to verify with it. */
const members = ['kty', 'kid', 'alg', 'use', 'key_ops', 'n', 'e', 'crv', 'x', 'y'];

const publicPart = (key: Readonly<Record<string, unknown>>): JWK =>
  Object.fromEntries(Object.entries(key).filter(([name]) => members.includes(name)));

/** More than there are. */
const maxOperations = 20;

const isText = (value: unknown): boolean => typeof value === 'string';

/**
 * A key with anything but texts in it is none, and lists of tens of thousands of operations would be gone through for
 * each token.
 */
const isSound = ({ key_ops: operations = [], ...texts }: JWK): boolean =>
  Object.values(texts).every(isText) &&
  Array.isArray(operations) &&
  operations.length <= maxOperations &&
  operations.every(isText);

const unknownKey = () =>
  new Refused('unknown_key', 'The token was signed with none of the keys that the provider publishes.');

const causes: Readonly<Record<string, () => Refused>> = {
  ERR_JWT_EXPIRED: () => new Refused('token_expired', 'The token has expired.'),
  ERR_JOSE_ALG_NOT_ALLOWED: () =>
    new Refused('algorithm_not_allowed', 'The token is signed with an algorithm that is not accepted.'),
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: () => new Refused('invalid_signature', 'The signature of the token is wrong.'),
  ERR_JWKS_NO_MATCHING_KEY: unknownKey,
};

const ofClaim: Readonly<Record<string, () => Refused>> = {
  iss: () => new Refused('issuer_mismatch', 'The token is of another issuer.'),
  nbf: () => new Refused('token_not_yet_valid', 'The token is not valid yet.'),
  exp: () => new Refused('expiry_missing', 'The token has no expiry.'),
};

const malformed = () => new Refused('token_malformed', 'This is not a token that can be understood.');

const refusalOf = (error: unknown): Refused => {
  if (error instanceof Refused) return error;
  if (error instanceof errors.JWTClaimValidationFailed) return (ofClaim[error.claim] ?? malformed)();
  return (causes[error instanceof errors.JOSEError ? error.code : ''] ?? malformed)();
};

/** What can be refused by the token alone, before anybody is asked for keys. Proves nothing. */
export const glanceAt = (token: string, issuer: string): void => {
  try {
    if (!algorithms.includes(decodeProtectedHeader(token).alg ?? '')) throw causes.ERR_JOSE_ALG_NOT_ALLOWED!();
    if (decodeJwt(token).iss !== issuer) throw ofClaim.iss!();
  } catch (error) {
    throw refusalOf(error);
  }
};

/** The keys that a provider publishes, which its tokens are verified with. */
export class ProviderKeys {
  /** Whom the provider says that it speaks for. */
  readonly issuer: string;
  readonly #keys: readonly JWK[];
  readonly #find: ReturnType<typeof createLocalJWKSet>;

  constructor(issuer: string, keys: readonly Readonly<Record<string, unknown>>[]) {
    if (keys.length > maxKeys)
      throw new Refused('provider_answer_invalid', `The provider publishes more than ${maxKeys} keys.`);
    this.issuer = issuer;
    this.#keys = keys.map(publicPart).filter(isSound);
    this.#find = createLocalJWKSet({ keys: [...this.#keys] });
  }

  /** The claims of a token of that issuer, which is valid now; refused otherwise. */
  async verify(token: string, { issuer, now }: { issuer: string; now: Date }): Promise<Claims> {
    const options: JWTVerifyOptions = { algorithms, issuer, clockTolerance, currentDate: now, requiredClaims: ['exp'] };
    const isNamed = this.#requireCandidates(token);
    try {
      return await this.#tryKeys(token, options);
    } catch (error) {
      const refusal = refusalOf(error);
      throw !isNamed && refusal.reason === 'invalid_signature' ? unknownKey() : refusal;
    }
  }

  /** Whether the token says which key it was signed with. */
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

/** Another key may be the right one; whatever else is wrong stays wrong. */
const unlessSignedBy = (error: unknown): undefined => {
  if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
};
