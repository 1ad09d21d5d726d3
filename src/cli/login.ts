import { Command } from 'commander';
import { StartError } from '../platform/errors.ts';
import { logInWithBrowser } from './login-browser.ts';
import { logInWithPassword } from './login-password.ts';
import { ApiClient, RefusedByServer } from './server/client.ts';
import { credentialVariable, defaultUrl, serverUrl } from './server/connection.ts';
import { deleteSession, readSession, sessionFile, writeSession, type SavedSession } from './server/session-file.ts';
import { note, printable } from './terminal.ts';
import { UsageError } from './usage.ts';

interface Options {
  readonly url?: string;
  readonly email?: string;
  readonly organization?: string;
  readonly passwordStdin?: true;
  readonly browser: boolean;
}

/** Ends the session on its server; one that has ended already is no failure. */
const endSession = async ({ url, token }: SavedSession): Promise<void> => {
  await new ApiClient(url, token).call('logout').catch((error: unknown) => {
    if (!(error instanceof RefusedByServer && error.status === 401)) throw error;
  });
};

const tokenFor = (url: string, { email, organization, passwordStdin, browser }: Options): Promise<string> => {
  if (email !== undefined)
    return logInWithPassword(url, { email, ...(organization && { organization }), isPiped: passwordStdin ?? false });
  if (passwordStdin || organization !== undefined)
    throw new UsageError('--password-stdin and --organization are for a login with --email.');
  return logInWithBrowser(url, { opensPage: browser });
};

const logIn = async (options: Options): Promise<void> => {
  const former = readSession();
  const url = options.url ?? former?.url ?? defaultUrl;
  const token = await tokenFor(url, options);
  // The account of the token, whatever the page or the command line said.
  const { user } = await new ApiClient(url, token).call('getOwnAccount');
  const session = { url, token, email: user.email ?? user.username };
  writeSession(session);
  if (former && former.token !== token)
    await endSession(former).catch((error: unknown) =>
      note(`The former session was not ended: ${(error as Error).message}`),
    );
  console.log(printable(`Logged in to ${url} as ${session.email}.`));
  note(`The session is in ${sessionFile()}. sallyport logout ends it.`);
  const given = credentialVariable();
  if (given !== undefined) note(`${given} is set, and is used instead of the session.`);
};

export const loginCommand = (): Command =>
  new Command('login')
    .option('--email <address>', 'log in with the password of this account, which is asked for, instead of a browser')
    .option('--organization <name, slug or id>', 'the organization, if there are several; in a browser, the page asks')
    .option('--password-stdin', 'read the password from standard input')
    .option('--no-browser', 'only print the address of the login page')
    .addOption(serverUrl())
    .addHelpText('after', '\nExample: sallyport login --url https://secrets.example.com')
    .action(logIn);

const logOut = async (): Promise<void> => {
  const session = readSession();
  if (!session) return note('You are not logged in.');
  deleteSession();
  await endSession(session).catch((error: unknown) => {
    throw new StartError(
      `${(error as Error).message} The session was deleted here, but not on the server: end it in the console, under Account.`,
    );
  });
  console.log(printable(`Logged out of ${session.url}.`));
};

export const logoutCommand = (): Command =>
  new Command('logout').addHelpText('after', '\nExample: sallyport logout').action(logOut);
