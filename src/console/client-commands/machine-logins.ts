import type { AuthMethod } from '../identity-auth/methods.ts';
import type { SignIn } from './place.ts';

type MachineMethod = Exclude<AuthMethod, 'token-auth' | 'universal-auth' | 'oidc-auth'>;

/** How clients log in with a method that needs no stored secret. */
interface MachineLogin {
  /** The method and credentials of `infisical login`, without the identity; undefined if it cannot. */
  readonly cli?: (idToken: string) => string;
  /** The call of the Go SDK; undefined if it has none. */
  readonly go?: (identityId: string) => string;
  /** The fields of the request besides the identity, and options of curl; undefined if requests are signed. */
  readonly curl?: { readonly fields: readonly string[]; readonly options?: string; readonly port?: string };
}

/** Where a pod has the token of its service account. */
export const serviceAccountToken = '/var/run/secrets/kubernetes.io/serviceaccount/token';

export const machineLogins: Readonly<Record<MachineMethod, MachineLogin>> = {
  'kubernetes-auth': {
    cli: () => `--method kubernetes --service-account-token-path ${serviceAccountToken}`,
    go: (id) => `KubernetesAuthLogin("${id}", "")`,
    curl: { fields: [`jwt@${serviceAccountToken}`] },
  },
  'jwt-auth': {
    cli: (idToken) => `--method jwt-auth --jwt "${idToken}"`,
    go: (id) => `JwtAuthLogin("${id}", os.Getenv("ID_TOKEN"))`,
    curl: { fields: ['jwt=$ID_TOKEN'] },
  },
  'aws-auth': { cli: () => '--method aws-iam', go: (id) => `AwsIamAuthLogin("${id}")` },
  'azure-auth': {
    cli: () => '--method azure',
    go: (id) => `AzureAuthLogin("${id}", "")`,
    curl: { fields: ['jwt=$ID_TOKEN'] },
  },
  'gcp-auth': {
    cli: () => '--method gcp-id-token',
    go: (id) => `GcpIdTokenAuthLogin("${id}")`,
    curl: { fields: ['jwt=$ID_TOKEN'] },
  },
  'ldap-auth': {
    go: (id) => `LdapAuthLogin("${id}", os.Getenv("LDAP_USERNAME"), os.Getenv("LDAP_PASSWORD"))`,
    curl: { fields: ['username=$LDAP_USERNAME', 'password=$LDAP_PASSWORD'] },
  },
  // No client of Infisical logs in with certificates.
  'tls-cert-auth': { curl: { fields: [], options: '--cert client.pem --key client.key', port: '$CLIENT_CERT_PORT' } },
};

/** Whether the method needs no secret of this server, OpenID Connect aside. */
export const isMachineLogin = (signIn: SignIn): signIn is Extract<SignIn, { method: MachineMethod }> =>
  Object.hasOwn(machineLogins, signIn.method);
