import {
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { client as sessionClient } from '../api/client.ts';
import { publicApi } from '../api/session.ts';

type Client = Pick<typeof sessionClient, 'POST'>;

/** An error of the browser in the shape of the API's, with a sentence that says what to do. */
const explain = (error: unknown): unknown => {
  const name = error instanceof WebAuthnError ? error.cause : error;
  const isKnown = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
  if (isKnown) return { statusCode: 0, message: 'This device has a passkey for your account already.' };
  if (name instanceof DOMException && name.name === 'SecurityError')
    return { statusCode: 0, message: `Passkeys do not work at this address, ${location.host}. Use that of SITE_URL.` };
  if (name instanceof DOMException)
    return {
      statusCode: 0,
      message: 'The passkey was not used: it was cancelled, took too long, or there is none here.',
    };
  return error;
};

const explained = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw explain(error);
  }
};

const sign = (options: object) =>
  explained(startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }));

export const addPasskey = async (client: Client, name: string): Promise<void> => {
  const options: object = await client.POST('/api/v1/user/me/webauthn/register');
  const registrationResponse = await explained(
    startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
  );
  await client.POST('/api/v1/user/me/webauthn/register/verify', { body: { registrationResponse, name } });
};

/** Shows a passkey as the second factor of a login. */
export const showPasskey = async (headers: Record<string, string>): Promise<void> => {
  const options = await publicApi.POST('/api/v1/user/me/webauthn/authenticate', { headers });
  const body = { authenticationResponse: await sign(options) };
  await publicApi.POST('/api/v1/user/me/webauthn/authenticate/verify', { headers, body });
};

/** Signs in with a passkey alone; returns the token of the login. */
export const logInWithPasskey = async (): Promise<string> => {
  const options = await publicApi.POST('/api/v1/auth/passkeys/start');
  const body = { authenticationResponse: await sign(options) };
  return (await publicApi.POST('/api/v1/auth/passkeys/login', { body })).accessToken;
};
