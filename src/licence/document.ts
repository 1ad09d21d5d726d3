import type { SigningKey, VerifyingKey } from '../platform/crypto/signatures.ts';

/** The features that need a licence. */
export const features = ['eventSubscriptions'] as const;
export type Feature = (typeof features)[number];

/** The end of licences that do not end. */
export const endless = new Date('9999-12-31T23:59:59.999Z');

export const everyOrganization = '*';

export interface Licence {
  readonly id: string;
  /** The name of the licensee, for display. */
  readonly licensee: string;
  /** An organization's id, or `*`. */
  readonly organization: string;
  /** May include features of later versions. */
  readonly features: readonly string[];
  /** The start of its validity. */
  readonly issuedAt: Date;
  /** The end of its validity, exclusive. */
  readonly expiresAt: Date;
}

export type Refusal =
  'missing' | 'unreadable' | 'too-large' | 'malformed' | 'unknown-key' | 'tampered' | 'not-yet-valid' | 'expired';

/** Why a licence is not valid, with a message for the operator. */
export class LicenceProblem extends Error {
  override readonly name = 'LicenceProblem';
  readonly refusal: Refusal;

  constructor(refusal: Refusal, message: string) {
    super(message);
    this.refusal = refusal;
  }
}

const malformed = (what: string): LicenceProblem =>
  new LicenceProblem('malformed', `The licence is malformed: ${what}.`);

const documentType = 'sallyport-licence';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Decodes canonical base64url; undefined for any other text. */
const decode = (text: string): Buffer | undefined => {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
};

const readObject = (text: string, what: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(decode(text)!.toString());
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw malformed(`${what} is not a JSON object in base64url`);
};

/** The key that the header names, if its algorithm fits. */
const keyFor = (header: Readonly<Record<string, unknown>>, keys: readonly VerifyingKey[]): VerifyingKey => {
  const { alg, kid, typ, ...others } = header;
  if (typ !== documentType || Object.keys(others).length > 0) throw malformed('it is a document of another kind');
  if (alg !== 'EdDSA' && alg !== 'ES256') throw malformed('it is not signed with EdDSA (Ed25519) or ES256');
  if (typeof kid !== 'string' || !/^[0-9a-f]{16}$/.test(kid))
    throw malformed('it does not name the key that it is signed with');
  const key = keys.find(({ id }) => id === kid);
  if (!key)
    throw new LicenceProblem(
      'unknown-key',
      `The licence is signed with the key ${kid}, which LICENCE_PUBLIC_KEY does not contain.`,
    );
  if (key.algorithm !== alg)
    throw malformed(`it names the algorithm ${alg}, but its key ${kid} is for ${key.algorithm}`);
  return key;
};

const isText = (value: unknown, pattern: RegExp): value is string => typeof value === 'string' && pattern.test(value);

const plainText = /^[^\p{Cc}\p{Cs}]{1,200}$/u;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const featureName = /^[A-Za-z]{1,64}$/;

export const isLicensee = (value: unknown): value is string => isText(value, plainText) && value.trim() === value;

export const isLicensedOrganization = (value: unknown): value is string =>
  value === everyOrganization || isText(value, uuid);

const isFeatures = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= 100 &&
  value.every((feature) => isText(feature, featureName));

const readTime = (value: unknown): Date | undefined => {
  const time = new Date(typeof value === 'string' ? value : NaN);
  return !Number.isNaN(time.getTime()) && time.toISOString() === value ? time : undefined;
};

const readTerms = ({
  id,
  licensee,
  organization,
  features: named,
  ...times
}: Readonly<Record<string, unknown>>): Licence => {
  const [issuedAt, expiresAt] = [readTime(times.issuedAt), readTime(times.expiresAt)];
  if (!isText(id, uuid)) throw malformed('its id is not a UUID');
  if (!isLicensee(licensee)) throw malformed('its licensee is not a name of up to 200 characters');
  if (!isLicensedOrganization(organization)) throw malformed("its organization is neither an organization's id nor *");
  if (!isFeatures(named)) throw malformed('its features are not a list of names');
  if (!issuedAt || !expiresAt || issuedAt >= expiresAt)
    throw malformed('its start and end are not times in UTC with milliseconds, in this order');
  return { id, licensee, organization, features: named, issuedAt, expiresAt };
};

/** Verifies the signature of a licence and returns its terms; does not check whether it is valid now. */
export const readLicence = (text: string, keys: readonly VerifyingKey[]): Licence => {
  const [header = '', terms = '', signature = '', ...rest] = text.trim().split('.');
  if (signature === '' || rest.length > 0) throw malformed('it does not consist of three parts separated by dots');
  const key = keyFor(readObject(header, 'its header'), keys);
  const bytes = decode(signature);
  if (!bytes || !key.verify(`${header}.${terms}`, bytes)) {
    throw new LicenceProblem(
      'tampered',
      'The signature does not match the licence: it was changed after it was issued, or is damaged.',
    );
  }
  return readTerms(readObject(terms, 'its payload'));
};

/** Signs a licence as a compact JSON Web Signature, on one line. */
export const writeLicence = (
  key: SigningKey,
  { id, licensee, organization, features: named, issuedAt, expiresAt }: Licence,
): string => {
  const header = encode({ alg: key.public.algorithm, kid: key.public.id, typ: documentType });
  const signed = `${header}.${encode({ id, licensee, organization, features: named, issuedAt, expiresAt })}`;
  return `${signed}.${key.sign(signed).toString('base64url')}`;
};
