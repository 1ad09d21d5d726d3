import { InvalidArgumentError, Option, type Command } from 'commander';
import { checkToken, readServerUrl, UsageError } from '../usage.ts';
import { ApiClient } from './client.ts';
import { readSession } from './session-file.ts';

/** Where the server is, and who calls it. */
export interface Connection {
  readonly url: string;
  readonly token: string;
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

/**
 * Finds the server and the token: `--url` and `--token`, SALLYPORT_URL and SALLYPORT_TOKEN, or the session of
 * `sallyport login`, whose token is sent to no other server.
 */
export const findConnection = (options: ConnectionOptions, whatFor: string): Connection => {
  const given = options.token ?? process.env.SALLYPORT_TOKEN?.trim();
  if (given) return { url: options.url ?? defaultUrl, token: checkToken(given, 'The token'), isSession: false };
  const session = readSession();
  if (!session) throw new UsageError(`Provide a token ${whatFor} in SALLYPORT_TOKEN, or log in first: sallyport login`);
  if (options.url !== undefined && options.url !== session.url)
    throw new UsageError(
      `You are logged in to ${session.url}, not to ${options.url}. Log in there with sallyport login --url ${options.url}, or provide a token in SALLYPORT_TOKEN.`,
    );
  return { url: session.url, token: session.token, isSession: true };
};

/** A client of the server that the options, the environment or the session name. */
export const connect = (options: ConnectionOptions, whatFor = 'with access to the project'): ApiClient => {
  const { url, token, isSession } = findConnection(options, whatFor);
  return new ApiClient(url, token, isSession ? ' Log in again: sallyport login' : '');
};

/** Adds the option `--url`, and the help about the token, to a command that calls a server. */
export const withServer = (command: Command): Command =>
  command
    .addOption(serverUrl())
    .addHelpText('after', '\nThe token is in SALLYPORT_TOKEN; without it, the session of `sallyport login` is used.');
