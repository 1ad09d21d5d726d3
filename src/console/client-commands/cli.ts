import type { Example, Place, SignIn } from './place.ts';

const isLocal = (site: string): boolean => /^https?:\/\/(localhost|127\.|\[::1\])/.test(site);

/** The options of commands that read secrets. */
export const options = ({ site, projectId, environment }: Place): string =>
  `--domain ${site}/api --projectId ${projectId} --env ${environment}`;

/** Where a pod has the token of its service account. */
export const serviceAccountToken = '/var/run/secrets/kubernetes.io/serviceaccount/token';

const credentials = (signIn: SignIn, idToken: string): string => {
  if (signIn.method === 'kubernetes-auth')
    return `--method kubernetes --machine-identity-id ${signIn.identityId} --service-account-token-path ${serviceAccountToken}`;
  return signIn.method === 'oidc-auth' || signIn.method === 'jwt-auth'
    ? `--method ${signIn.method} --machine-identity-id ${signIn.identityId} --jwt "${idToken}"`
    : '--method universal-auth --client-id "$INFISICAL_CLIENT_ID" --client-secret "$INFISICAL_CLIENT_SECRET"';
};

/** The command that prints an access token. */
export const loginCommand = ({ site }: Place, signIn: SignIn, idToken = '$ID_TOKEN'): string =>
  `infisical login ${credentials(signIn, idToken)} --domain ${site}/api --plain --silent`;

export const runCommand = (place: Place): string => `infisical run ${options(place)} -- your-program`;

const setToken = (place: Place, signIn: SignIn): string =>
  signIn.method === 'token-auth'
    ? ''
    : `export INFISICAL_TOKEN="$(${loginCommand(place, signIn).replaceAll(/ (?=--(client-id|jwt|domain|service-account))/g, ' \\\n  ')})"\n`;

export const infisicalCli = (place: Place, signIn: SignIn): Example => ({
  title: 'CLI',
  about:
    'The infisical CLI (npm package @infisical/cli) starts your program with the secrets as environment variables.',
  command: `${setToken(place, signIn)}${runCommand(place)}`,
});

export const docker = (place: Place): Example => ({
  title: 'Docker',
  about: 'The image infisical/cli writes the secrets as a file of variables.',
  command: `docker run --rm ${isLocal(place.site) ? '--network host ' : ''}-e INFISICAL_TOKEN infisical/cli export ${options(place)}`,
});

const tokenField = ({ method }: SignIn): string =>
  method === 'kubernetes-auth' ? `jwt@${serviceAccountToken}` : 'jwt=$ID_TOKEN';

const login = ({ site }: Place, signIn: SignIn): string => {
  if (signIn.method === 'token-auth') return '';
  const [path, ...fields] =
    signIn.method === 'universal-auth'
      ? ['universal-auth', 'clientId=$INFISICAL_CLIENT_ID', 'clientSecret=$INFISICAL_CLIENT_SECRET']
      : [signIn.method, `identityId=${signIn.identityId}`, tokenField(signIn)];
  const data = fields.map((field) => `--data-urlencode "${field}"`).join(' ');
  return `INFISICAL_TOKEN="$(curl -s ${site}/api/v1/auth/${path}/login \\\n  ${data} | jq -r .accessToken)"\n`;
};

export const curl = (place: Place, signIn: SignIn): Example => ({
  title: 'curl',
  about: signIn.method === 'token-auth' ? 'With nothing to install.' : 'With jq, to read the responses.',
  command: `${login(place, signIn)}curl -H "Authorization: Bearer $INFISICAL_TOKEN" \\
  "${place.site}/api/v4/secrets?projectId=${place.projectId}&environment=${place.environment}"`,
});
