import { credentialsOf, machineLogin, needsOwnToken } from './machine-logins.ts';
import type { Example, Place, SignIn } from './place.ts';

const isLocal = (site: string): boolean => /^https?:\/\/(localhost|127\.|\[::1\])/.test(site);

/** The options of commands that read secrets. */
export const options = ({ site, projectId, environment }: Place): string =>
  `--domain ${site}/api --projectId ${projectId} --env ${environment}`;

const credentials = (signIn: SignIn, idToken: string): string | undefined => {
  if (signIn.method === 'token-auth' || signIn.method === 'universal-auth')
    return '--method universal-auth --client-id "$INFISICAL_CLIENT_ID" --client-secret "$INFISICAL_CLIENT_SECRET"';
  if (signIn.method === 'oidc-auth')
    return `--method oidc-auth --machine-identity-id ${signIn.identityId} --jwt "${idToken}"`;
  const own = machineLogin(signIn).cli?.(credentialsOf(signIn, idToken));
  return own && `${own} --machine-identity-id ${signIn.identityId}`;
};

/** The command that prints an access token. */
export const loginCommand = ({ site }: Place, signIn: SignIn, idToken = '$ID_TOKEN'): string =>
  `infisical login ${credentials(signIn, idToken)} --domain ${site}/api --plain --silent`;

export const runCommand = (place: Place): string => `infisical run ${options(place)} -- your-program`;

/** The address to log in at; a client certificate has a port of its own, which is in a variable. */
const loginSite = (site: string, port: string | undefined): string => {
  if (port === undefined) return site;
  return `https://${new URL(site).hostname}:${port}`;
};

const loginRequest = (site: string, path: string, fields: readonly string[], curlOptions = ''): string => {
  const data = fields.map((field) => `--data-urlencode "${field}"`).join(' ');
  return `INFISICAL_TOKEN="$(curl -s ${curlOptions}"${site}/api/v1/auth/${path}/login" \\\n  ${data} | jq -r .accessToken)"\n`;
};

const login = ({ site }: Place, signIn: SignIn): string => {
  if (signIn.method === 'token-auth') return '';
  if (signIn.method === 'universal-auth') {
    const fields = ['clientId=$INFISICAL_CLIENT_ID', 'clientSecret=$INFISICAL_CLIENT_SECRET'];
    return loginRequest(site, 'universal-auth', fields);
  }
  const identity = `identityId=${signIn.identityId}`;
  if (signIn.method === 'oidc-auth') return loginRequest(site, 'oidc-auth', [identity, 'jwt=$ID_TOKEN']);
  const request = machineLogin(signIn).curl?.(credentialsOf(signIn)) ?? { fields: [] };
  const { fields, options: curlOptions = '', port } = request;
  const more = curlOptions === '' ? '' : `${curlOptions} `;
  return loginRequest(loginSite(site, port), signIn.method, [identity, ...fields], more);
};

const hasCliLogin = (signIn: SignIn): boolean => credentials(signIn, '') !== undefined;

const setToken = (place: Place, signIn: SignIn): string => {
  if (signIn.method === 'token-auth') return '';
  if (!hasCliLogin(signIn)) return `export ${login(place, signIn)}`;
  const command = loginCommand(place, signIn).replaceAll(/ (?=--(client-id|jwt|domain|machine|service))/g, ' \\\n  ');
  return `export INFISICAL_TOKEN="$(${command})"\n`;
};

export const infisicalCli = (place: Place, signIn: SignIn): Example => ({
  title: 'CLI',
  about: `The infisical CLI (npm package @infisical/cli) starts your program with the secrets as environment variables.${
    needsOwnToken(signIn) ? ' The pod needs a volume with a token, as the guide for machine logins shows.' : ''
  }`,
  command: `${setToken(place, signIn)}${runCommand(place)}`,
});

export const docker = (place: Place): Example => ({
  title: 'Docker',
  about: 'The image infisical/cli writes the secrets as a file of variables.',
  command: `docker run --rm ${isLocal(place.site) ? '--network host ' : ''}-e INFISICAL_TOKEN infisical/cli export ${options(place)}`,
});

export const curl = (place: Place, signIn: SignIn): Example => ({
  title: 'curl',
  about: signIn.method === 'token-auth' ? 'With nothing to install.' : 'With jq, to read the responses.',
  command: `${login(place, signIn)}curl -H "Authorization: Bearer $INFISICAL_TOKEN" \\
  "${place.site}/api/v4/secrets?projectId=${place.projectId}&environment=${place.environment}"`,
});
