import { text as readAll } from 'node:stream/consumers';
import { StartError } from '../platform/errors.ts';
import { ApiClient } from './server/client.ts';
import { askSecret, isInteractive } from './terminal.ts';
import { UsageError } from './usage.ts';

export interface PasswordLogin {
  readonly email: string;
  readonly organization?: string;
  readonly isPiped: boolean;
}

const readPassword = async (isPiped: boolean): Promise<string> => {
  if (isPiped) return (await readAll(process.stdin)).replace(/\r?\n$/, '');
  if (!isInteractive())
    throw new UsageError('There is no terminal to ask on. Send the password to standard input, with --password-stdin.');
  return askSecret('Password: ');
};

/** Returns the id of the organization with this name, slug or id, or of the only one. */
const chooseOrganization = async (client: ApiClient, wanted: string | undefined): Promise<string> => {
  const { organizations } = await client.call('listOrganizations');
  const names = organizations.map(({ name }) => name).join(', ');
  if (wanted === undefined) {
    if (organizations.length === 1) return organizations[0]!.id;
    throw new StartError(
      organizations.length === 0
        ? 'You are not a member of any organization.'
        : `Choose an organization with --organization: ${names}.`,
    );
  }
  const found = organizations.filter(({ id, slug, name }) => [id, slug, name].includes(wanted));
  if (found.length !== 1) throw new StartError(`You have no organization ${wanted}, or several. You have: ${names}.`);
  return found[0]!.id;
};

/** Shows the second factor that the organization or the account asks for. */
const showSecondFactor = async (url: string, mfaToken: string): Promise<string> => {
  if (!isInteractive())
    throw new UsageError(
      'This account needs a second factor, and there is no terminal to ask on. Use a machine identity.',
    );
  const code = await askSecret('Code of your authenticator app, or a recovery code: ');
  return (await new ApiClient(url, mfaToken).call('verifyMfa', { body: { mfaToken: code } })).token;
};

/** Creates a session with a password, and returns its token for the organization. */
export const createSession = async (
  url: string,
  credentials: { readonly email: string; readonly password: string },
  organization: string | undefined,
): Promise<string> => {
  const { accessToken } = await new ApiClient(url, undefined).call('login', { body: credentials });
  const client = new ApiClient(url, accessToken);
  try {
    const organizationId = await chooseOrganization(client, organization);
    const { token, isMfaEnabled } = await client.call('selectOrganization', { body: { organizationId } });
    return isMfaEnabled ? await showSecondFactor(url, token) : token;
  } catch (error) {
    await client.call('logout').catch(() => undefined);
    throw error;
  }
};

/** Reads the password of an account, and returns the token of a new session for the organization. */
export const logInWithPassword = async (
  url: string,
  { email, organization, isPiped }: PasswordLogin,
): Promise<string> => createSession(url, { email, password: await readPassword(isPiped) }, organization);
