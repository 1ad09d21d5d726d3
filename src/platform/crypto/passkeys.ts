import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { COSEALG, decodeAttestationObject, decodeClientDataJSON } from '@simplewebauthn/server/helpers';

export const challengeSeconds = 300;

const algorithms = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

/** The site that passkeys belong to. */
export interface PasskeySite {
  readonly siteUrl: string;
  readonly isSiteUrlSet: boolean;
}

/** What is stored of a passkey to verify its signatures. */
export interface StoredPasskey {
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
}

/** A response is not one of this site, this challenge or this passkey. */
export class RefusedPasskey extends Error {
  override readonly name = 'RefusedPasskey';
}

/** The domain that passkeys are bound to; undefined for an IP address, which browsers refuse. */
export const passkeyDomain = ({ siteUrl, isSiteUrlSet }: PasskeySite): string | undefined => {
  const { hostname } = new URL(siteUrl);
  if (!/^\[|^[\d.]+$/.test(hostname)) return hostname;
  // Without SITE_URL the server may be reached as localhost too, where browsers have passkeys.
  return isSiteUrlSet ? undefined : 'localhost';
};

/** The origin that a response has to be from: that of the site or, without SITE_URL, any port of localhost. */
const expectedOrigin = ({ siteUrl, isSiteUrlSet }: PasskeySite, clientDataJSON: string): string => {
  const { origin } = decodeClientDataJSON(clientDataJSON);
  const isLocal = !isSiteUrlSet && /^https?:\/\/localhost(:\d+)?$/.test(origin);
  return isLocal ? origin : new URL(siteUrl).origin;
};

/** Runs the work; every error in what the browser sent becomes one kind. */
const refused = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (cause) {
    throw new RefusedPasskey('the passkey was refused', { cause });
  }
};

export const registrationOptions = async (
  domain: string,
  user: { readonly id: string; readonly name: string },
  known: readonly string[],
): Promise<{ challenge: string; options: Record<string, unknown> }> => {
  const options = await generateRegistrationOptions({
    rpName: 'Sallyport',
    rpID: domain,
    userID: new TextEncoder().encode(user.id),
    userName: user.name,
    userDisplayName: user.name,
    timeout: challengeSeconds * 1000,
    attestationType: 'none',
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  return { challenge: options.challenge, options: { ...options } };
};

/** The options to sign a challenge: with one of these passkeys, or with any of the site. */
export const authenticationOptions = async (
  domain: string,
  allowed: readonly string[],
): Promise<{ challenge: string; options: Record<string, unknown> }> => {
  const options = await generateAuthenticationOptions({
    rpID: domain,
    timeout: challengeSeconds * 1000,
    userVerification: 'required',
    allowCredentials: allowed.map((id) => ({ id })),
  });
  return { challenge: options.challenge, options: { ...options } };
};

/**
 * No attestation is asked for. One with certificates is refused, because verifying it would load revocation lists from
 * addresses that it names.
 */
const refuseCertificates = (attestationObject: string): void => {
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const isPlain = attestation.get('fmt') === 'none' || attestation.get('fmt') === 'packed';
  if (!isPlain || attestation.get('attStmt').get('x5c') !== undefined)
    throw new Error('an attestation with certificates');
};

/** Verifies a new passkey; throws `RefusedPasskey`. */
export const verifyRegistration = (
  site: PasskeySite,
  response: RegistrationResponseJSON,
  expectedChallenge: string,
): Promise<StoredPasskey> =>
  refused(async () => {
    refuseCertificates(response.response.attestationObject);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: expectedOrigin(site, response.response.clientDataJSON),
      expectedRPID: passkeyDomain(site) ?? '',
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) throw new Error('not verified');
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    return { credentialId, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
  });

/** Verifies the signature of a passkey, and that its counter has not gone back; returns the new one. */
export const verifyAuthentication = (
  site: PasskeySite,
  response: AuthenticationResponseJSON,
  expectedChallenge: string,
  { credentialId, publicKey, counter }: StoredPasskey,
): Promise<number> =>
  refused(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: expectedOrigin(site, response.response.clientDataJSON),
      expectedRPID: passkeyDomain(site) ?? '',
      requireUserVerification: true,
      credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
    });
    if (!verified) throw new Error('not verified');
    return authenticationInfo.newCounter;
  });
