import type { SigningKey, VerifyingKey } from '../platform/crypto/signatures.ts';

/** What only a licence opens. */
export const features = ['eventSubscriptions'] as const;
export type Feature = (typeof features)[number];

export const everyOrganization = '*';

export interface Licence {
  readonly id: string;
  /** Whose it is, for people. */
  readonly licensee: string;
  /** An organization's id, or `*`. */
  readonly organization: string;
  /** Those of later versions may be among them. */
  readonly features: readonly string[];
  /** From then on it is good. */
  readonly issuedAt: Date;
  /** From then on it is not. */
  readonly expiresAt: Date;
}

export type Refusal =
  'missing' | 'unreadable' | 'too-large' | 'malformed' | 'unknown-key' | 'tampered' | 'not-yet-valid' | 'expired';

/** Why a licence is not good, in words for whoever runs the server. */
export class LicenceProblem extends Error {
  override readonly name = 'LicenceProblem';
  readonly refusal: Refusal;

  constructor(refusal: Refusal, message: string) {
    super(message);
    this.refusal = refusal;
  }
}

const malformed = (what: string): LicenceProblem =>
  new LicenceProblem('malformed', `The licence cannot be understood: ${what}.`);

const documentType = 'sallyport-licence';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Undefined for every text but the one that the bytes are written as. */
const decode = (text: string): Buffer | undefined => {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
};

const readObject = (text: string, what: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(decode(text)!.toString());
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw malformed(`${what} is not a JSON object in base64url`);
};

/** The key that the header names, if it is used for what it is made for. */
const keyFor = (header: Readonly<Record<string, unknown>>, keys: readonly VerifyingKey[]): VerifyingKey => {
  const { alg, kid, typ, ...others } = header;
  if (typ !== documentType || Object.keys(others).length > 0) throw malformed('it is a document of another kind');
  if (alg !== 'EdDSA' && alg !== 'ES256') throw malformed('it is not signed with EdDSA (Ed25519) or ES256');
  if (typeof kid !== 'string' || !/^[0-9a-f]{16}$/.test(kid))
    throw malformed('it does not say which key it is signed with');
  const key = keys.find(({ id }) => id === kid);
  if (!key)
    throw new LicenceProblem(
      'unknown-key',
      `The licence is signed with the key ${kid}, which LICENCE_PUBLIC_KEY does not have.`,
    );
  if (key.algorithm !== alg) throw malformed(`it says ${alg}, but its key ${kid} is one for ${key.algorithm}`);
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
    throw malformed('its times are not times in UTC with milliseconds, one after the other');
  return { id, licensee, organization, features: named, issuedAt, expiresAt };
};

/** What a licence says, once it is certain who said it; whether its time has come is another question. */
export const readLicence = (text: string, keys: readonly VerifyingKey[]): Licence => {
  const [header = '', terms = '', signature = '', ...rest] = text.trim().split('.');
  if (signature === '' || rest.length > 0) throw malformed('it is not three texts joined by dots');
  const key = keyFor(readObject(header, 'its beginning'), keys);
  const bytes = decode(signature);
  if (!bytes || !key.verify(`${header}.${terms}`, bytes)) {
    throw new LicenceProblem(
      'tampered',
      'The signature does not fit the licence: it was changed after it was issued, or is damaged.',
    );
  }
  return readTerms(readObject(terms, 'what it grants'));
};

/** A JSON Web Signature in its compact form: one line of text. */
export const writeLicence = (
  key: SigningKey,
  { id, licensee, organization, features: named, issuedAt, expiresAt }: Licence,
): string => {
  const header = encode({ alg: key.public.algorithm, kid: key.public.id, typ: documentType });
  const signed = `${header}.${encode({ id, licensee, organization, features: named, issuedAt, expiresAt })}`;
  return `${signed}.${key.sign(signed).toString('base64url')}`;
};
