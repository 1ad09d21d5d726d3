import type { AuthMethod } from '../identity-auth/methods.ts';
import type { SignIn } from './place.ts';

type MachineMethod = Exclude<AuthMethod, 'token-auth' | 'universal-auth' | 'oidc-auth'>;
type MachineSignIn = Extract<SignIn, { method: MachineMethod }>;

/** What the commands of a login name. */
interface Credentials {
  readonly identityId: string;
  /** What the shell replaces with a signed token. */
  readonly idToken: string;
  /** The file with the token of the service account. */
  readonly tokenFile: string;
}

/** How clients log in with a method that needs no stored secret; undefined for those that cannot. */
interface MachineLogin {
  /** The method and credentials of `infisical login`, without the identity. */
  readonly cli?: (credentials: Credentials) => string;
  /** The calls of the SDKs. */
  readonly node?: (credentials: Credentials) => string;
  readonly python?: (credentials: Credentials) => string;
  readonly go?: (credentials: Credentials) => string;
  /** The fields of the request besides the identity, and options of curl. */
  readonly curl?: (credentials: Credentials) => {
    readonly fields: readonly string[];
    readonly options?: string;
    readonly port?: string;
  };
}

const machineLogins: Readonly<Record<MachineMethod | 'gcp-iam', MachineLogin>> = {
  'kubernetes-auth': {
    cli: ({ tokenFile }) => `--method kubernetes --service-account-token-path ${tokenFile}`,
    go: ({ identityId, tokenFile }) => `KubernetesAuthLogin("${identityId}", "${tokenFile}")`,
    curl: ({ tokenFile }) => ({ fields: [`jwt@${tokenFile}`] }),
  },
  'jwt-auth': {
    cli: ({ idToken }) => `--method jwt-auth --jwt "${idToken}"`,
    go: ({ identityId }) => `JwtAuthLogin("${identityId}", os.Getenv("ID_TOKEN"))`,
    curl: () => ({ fields: ['jwt=$ID_TOKEN'] }),
  },
  // curl cannot sign a request.
  'aws-auth': {
    cli: () => '--method aws-iam',
    node: ({ identityId }) => `awsIamAuth.login({ identityId: '${identityId}' })`,
    python: ({ identityId }) => `aws_auth.login("${identityId}")`,
    go: ({ identityId }) => `AwsIamAuthLogin("${identityId}")`,
  },
  'azure-auth': {
    cli: () => '--method azure',
    go: ({ identityId }) => `AzureAuthLogin("${identityId}", "")`,
    curl: () => ({ fields: ['jwt=$ID_TOKEN'] }),
  },
  'gcp-auth': {
    cli: () => '--method gcp-id-token',
    go: ({ identityId }) => `GcpIdTokenAuthLogin("${identityId}")`,
    curl: () => ({ fields: ['jwt=$ID_TOKEN'] }),
  },
  'gcp-iam': {
    cli: () => '--method gcp-iam --service-account-key-file-path "$GOOGLE_APPLICATION_CREDENTIALS"',
    go: ({ identityId }) => `GcpIamAuthLogin("${identityId}", os.Getenv("GOOGLE_APPLICATION_CREDENTIALS"))`,
    curl: () => ({ fields: ['jwt=$ID_TOKEN'] }),
  },
  'ldap-auth': {
    python: ({ identityId }) =>
      `ldap_auth.login("${identityId}", os.environ["LDAP_USERNAME"], os.environ["LDAP_PASSWORD"])`,
    go: ({ identityId }) => `LdapAuthLogin("${identityId}", os.Getenv("LDAP_USERNAME"), os.Getenv("LDAP_PASSWORD"))`,
    curl: () => ({ fields: ['username=$LDAP_USERNAME', 'password=$LDAP_PASSWORD'] }),
  },
  // No client of Infisical logs in with certificates.
  'tls-cert-auth': {
    curl: () => ({ fields: [], options: '--cert client.pem --key client.key', port: '$CLIENT_CERT_PORT' }),
  },
};

/** Where a pod has the token for the API server, and one for another audience. */
const usualTokenFile = '/var/run/secrets/kubernetes.io/serviceaccount/token';
export const ownTokenFile = '/var/run/secrets/sallyport/token';

/** Whether the pod needs a token of its own, because the usual one is for the API server. */
export const needsOwnToken = (signIn: SignIn): boolean => signIn.method === 'kubernetes-auth' && signIn.audience !== '';

export const credentialsOf = (signIn: MachineSignIn, idToken = '$ID_TOKEN'): Credentials => ({
  identityId: signIn.identityId,
  idToken,
  tokenFile: needsOwnToken(signIn) ? ownTokenFile : usualTokenFile,
});

/** Whether the method needs no secret of this server, OpenID Connect aside. */
export const isMachineLogin = (signIn: SignIn): signIn is MachineSignIn => Object.hasOwn(machineLogins, signIn.method);

export const machineLogin = (signIn: MachineSignIn): MachineLogin =>
  machineLogins[signIn.method === 'gcp-auth' && signIn.type === 'iam' ? 'gcp-iam' : signIn.method];
