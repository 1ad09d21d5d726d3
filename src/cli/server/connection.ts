import { InvalidArgumentError, Option, type Command } from 'commander';
import { systemClock } from '../../platform/clock.ts';
import { checkToken, readServerUrl, UsageError } from '../usage.ts';
import { ApiClient } from './client.ts';
import { givenToken, UniversalAuth, type Credential } from './credential.ts';
import { readSession } from './session-file.ts';

/** Where the server is, and who calls it. */
export interface Connection {
  readonly url: string;
  readonly credential: Credential;
  /** Whether it is the session of `sallyport login`. */
  readonly isSession: boolean;
}

export interface ConnectionOptions {
  readonly url?: string;
  readonly token?: string;
}

export const defaultUrl = 'http://localhost:8080';

/** The option with the URL of a server that a command calls. */
export const serverUrl = (
  description = `the URL of the server; by default that of the login, or ${defaultUrl}`,
): Option =>
  new Option('--url <url>', description).env('SALLYPORT_URL').argParser((text) => {
    try {
      return readServerUrl(text, '--url or SALLYPORT_URL');
    } catch (error) {
      throw new InvalidArgumentError((error as UsageError).message);
    }
  });

/** A variable of the environment; an empty one counts as absent. */
const variable = (name: string): string | undefined => {
  const text = process.env[name]?.trim();
  return text === '' ? undefined : text;
};

/** The URL that the options or the environment name; INFISICAL_API_URL is that of the API, which ends with `/api`. */
const givenUrl = ({ url }: ConnectionOptions): string | undefined => {
  const apiUrl = variable('INFISICAL_API_URL');
  return url ?? (apiUrl && readServerUrl(apiUrl, 'INFISICAL_API_URL').replace(/\/api$/, ''));
};

/** The variables with a token, the first of which is used. */
const tokenVariables = ['SALLYPORT_TOKEN', 'INFISICAL_TOKEN'] as const;

/** The variable that takes the place of a session, if one is set. */
export const credentialVariable = (): string | undefined =>
  [...tokenVariables, 'INFISICAL_UNIVERSAL_AUTH_CLIENT_ID'].find((name) => variable(name) !== undefined);

const givenCredential = (options: ConnectionOptions, url: string): Credential | undefined => {
  if (options.token !== undefined) return givenToken('--token', checkToken(options.token, 'The token'));
  const name = tokenVariables.find((each) => variable(each));
  if (name !== undefined) return givenToken(name, checkToken(variable(name)!, 'The token'));
  const clientId = variable('INFISICAL_UNIVERSAL_AUTH_CLIENT_ID');
  const clientSecret = variable('INFISICAL_UNIVERSAL_AUTH_CLIENT_SECRET');
  if ((clientId === undefined) !== (clientSecret === undefined))
    throw new UsageError(
      'INFISICAL_UNIVERSAL_AUTH_CLIENT_ID and INFISICAL_UNIVERSAL_AUTH_CLIENT_SECRET belong together: set both.',
    );
  return clientId === undefined || clientSecret === undefined
    ? undefined
    : new UniversalAuth(url, { clientId, clientSecret }, () => systemClock.now().getTime());
};

/**
 * Finds the server and who calls it: `--url`, SALLYPORT_URL or INFISICAL_API_URL, with `--token`, SALLYPORT_TOKEN,
 * INFISICAL_TOKEN or the variables of universal auth; otherwise the session of `sallyport login`, whose token is sent to
 * no other server.
 */
export const findConnection = (options: ConnectionOptions, whatFor: string): Connection => {
  const named = givenUrl(options);
  const url = named ?? defaultUrl;
  const credential = givenCredential(options, url);
  if (credential) return { url, credential, isSession: false };
  const session = readSession();
  if (!session) throw new UsageError(`Provide a token ${whatFor} in SALLYPORT_TOKEN, or log in first: sallyport login`);
  if (named !== undefined && named !== session.url)
    throw new UsageError(
      `You are logged in to ${session.url}, not to ${named}. Log in there with sallyport login --url ${named}, or provide a token in SALLYPORT_TOKEN.`,
    );
  return { url: session.url, credential: givenToken('sallyport login', session.token), isSession: true };
};

/** `advice` follows the message that no server responds. */
export const clientOf = ({ url, credential, isSession }: Connection, advice?: string): ApiClient =>
  new ApiClient(url, credential, isSession ? ' Log in again: sallyport login' : '', advice);

/** A client of the server that the options, the environment or the session name. */
export const connect = (
  options: ConnectionOptions,
  whatFor = 'with access to the project',
  advice?: string,
): ApiClient => clientOf(findConnection(options, whatFor), advice);

export const credentialHelp =
  '\nWho calls the server: SALLYPORT_TOKEN or INFISICAL_TOKEN, INFISICAL_UNIVERSAL_AUTH_CLIENT_ID and _CLIENT_SECRET,\nor the session of `sallyport login`. INFISICAL_API_URL names the server as well.';

/** Adds the option `--url`, and the help about the token, to a command that calls a server. */
export const withServer = (command: Command): Command =>
  command.addOption(serverUrl()).addHelpText('after', credentialHelp);
