import { badRequest } from '../../../../platform/errors.ts';
import {
  ProviderError,
  type Credentials,
  type Inputs,
  type LeaseConfig,
  type Provider,
  type ProviderDeps,
} from './provider.ts';
import { InputReader } from '../../../../platform/input-reader.ts';
import { latestBegin, readTls, requireAllowed, type SessionOptions } from './target.ts';
import { callWeb, targetOf, webUrl, type WebCall, type WebTarget } from './web-target.ts';

interface KubernetesInputs extends Inputs {
  readonly url: string;
  readonly clusterToken: string;
  readonly authMethod: 'api';
  readonly credentialType: 'static' | 'dynamic';
  /** One namespace, or for `dynamic` several, between commas. */
  readonly namespace: string;
  readonly serviceAccountName: string;
  readonly roleType: 'cluster-role' | 'role';
  readonly role: string;
  readonly audiences: readonly string[];
  readonly ca: string;
  readonly sslRejectUnauthorized: boolean;
}

const leastTokenSeconds = 600;
/** A token that is asked for with exactly this time is valid for a year, because pods ask like that. */
const extendedTokenSeconds = 3_607;

const namePattern = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/;

const namespacesOf = ({ namespace }: Pick<KubernetesInputs, 'namespace'>): string[] =>
  namespace.split(',').map((name) => name.trim());

const read = (inputs: Inputs, path: readonly string[]): KubernetesInputs => {
  const reader = new InputReader(inputs, path);
  const { ca, sslRejectUnauthorized } = readTls(reader);
  const credentialType = reader.oneOf('credentialType', ['static', 'dynamic']);
  const isStatic = credentialType === 'static';
  const result: KubernetesInputs = {
    url: reader.filledText('url'),
    clusterToken: reader.filledText('clusterToken'),
    authMethod: reader.oneOf('authMethod', ['api'], 'api'),
    credentialType,
    namespace: reader.filledText('namespace'),
    serviceAccountName: isStatic ? reader.filledText('serviceAccountName') : '',
    roleType: reader.oneOf('roleType', ['cluster-role', 'role'], 'role'),
    role: isStatic ? '' : reader.filledText('role'),
    audiences: (reader.value('audiences') ?? []) as readonly string[],
    ca,
    sslRejectUnauthorized,
  };
  if (result.url !== '' && !webUrl(result.url)) reader.refuse('url', 'format', 'must be an https URL');
  const namespaces = namespacesOf(result);
  if (result.namespace !== '' && !namespaces.every((name) => namePattern.test(name)))
    reader.refuse('namespace', 'pattern', 'must be a name of Kubernetes, or for dynamic accounts several with commas');
  if (isStatic && namespaces.length > 1) reader.refuse('namespace', 'invalid', 'must be one for a static account');
  if (result.serviceAccountName !== '' && !namePattern.test(result.serviceAccountName))
    reader.refuse('serviceAccountName', 'pattern', 'must be a name of Kubernetes');
  reader.end();
  return result;
};

const clusterOf = (inputs: KubernetesInputs): WebTarget => ({
  who: 'The API server',
  url: webUrl(inputs.url)!,
  tls: inputs,
});

const meanings = {
  401: 'The API server does not accept clusterToken; it may have expired',
  403: 'The account of clusterToken may not do this',
};

const call = (
  inputs: KubernetesInputs,
  deps: ProviderDeps,
  options: Omit<SessionOptions, 'hidden'>,
  request: Omit<WebCall, 'headers'>,
) =>
  callWeb(
    clusterOf(inputs),
    deps,
    { ...options, hidden: [inputs.clusterToken] },
    { ...request, meanings, headers: { Authorization: `Bearer ${inputs.clusterToken}` } },
  );

const accounts = (namespace: string): string => `/api/v1/namespaces/${namespace}/serviceaccounts`;
const bindings = (namespace: string): string =>
  `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/rolebindings`;

/** The name of the account of a lease: in Kubernetes, names are in lower case and have no underscores. */
const accountOf = (username: string): string =>
  `dynamic-secret-sa-${username.toLowerCase().replaceAll('_', '-').replace(/-+$/, '')}`;

const namespaceOf = (inputs: KubernetesInputs, config: LeaseConfig | null): string =>
  config?.namespace ?? namespacesOf(inputs)[0]!;

const labels = { 'app.kubernetes.io/managed-by': 'sallyport' };

/** What is created for a lease, in this order. */
const objectsOf = (inputs: KubernetesInputs, namespace: string, name: string) => {
  const binding = `${name}-role-binding`;
  return [
    { path: accounts(namespace), name, body: { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, labels } } },
    {
      path: bindings(namespace),
      name: binding,
      body: {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'RoleBinding',
        metadata: { name: binding, labels },
        subjects: [{ kind: 'ServiceAccount', name, namespace }],
        roleRef: {
          apiGroup: 'rbac.authorization.k8s.io',
          kind: inputs.roleType === 'role' ? 'Role' : 'ClusterRole',
          name: inputs.role,
        },
      },
    },
  ];
};

const newToken = async (
  inputs: KubernetesInputs,
  deps: ProviderDeps,
  options: Omit<SessionOptions, 'hidden'>,
  account: { readonly namespace: string; readonly name: string },
  expireAt: Date,
): Promise<string> => {
  const left = Math.ceil((expireAt.getTime() - deps.clock.now().getTime()) / 1_000);
  const seconds = Math.max(left, leastTokenSeconds);
  const spec = {
    expirationSeconds: seconds === extendedTokenSeconds ? seconds + 1 : seconds,
    ...(inputs.audiences.length > 0 && { audiences: inputs.audiences }),
  };
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec };
  const path = `${accounts(account.namespace)}/${account.name}/token`;
  const response = await call(inputs, deps, options, { method: 'POST', path, body });
  const { status } = (response.body ?? {}) as { status?: { token?: unknown } };
  if (typeof status?.token === 'string') return status.token;
  throw new ProviderError('The response of the API server has no token.', true);
};

const createAccount = async (
  inputs: KubernetesInputs,
  deps: ProviderDeps,
  { username, expireAt, config }: Credentials,
): Promise<string> => {
  const options = { latest: latestBegin(deps) };
  const account = { namespace: namespaceOf(inputs, config), name: accountOf(username) };
  const [first, ...others] = objectsOf(inputs, account.namespace, account.name);
  await call(inputs, deps, options, { method: 'POST', path: first!.path, body: first!.body });
  try {
    for (const { path, body } of others) await call(inputs, deps, options, { method: 'POST', path, body });
    return await newToken(inputs, deps, options, account, expireAt);
  } catch (error) {
    // The account is there.
    throw error instanceof ProviderError ? new ProviderError(error.message, true) : error;
  }
};

/** Issues tokens of a service account of Kubernetes that exists, or of one that is deleted at the end of the lease. */
export const kubernetes: Provider<KubernetesInputs> = {
  read,
  checkHost: (inputs, targets) => requireAllowed(targetOf(clusterOf(inputs)), targets),

  /** Asks for the same as leases do; the API server checks all of it, and creates nothing. */
  async check(inputs, deps) {
    const dryRun = '?dryRun=All';
    if (inputs.credentialType === 'static') {
      const path = `${accounts(inputs.namespace)}/${inputs.serviceAccountName}/token${dryRun}`;
      const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
      await call(inputs, deps, {}, { method: 'POST', path, body });
      return;
    }
    for (const namespace of namespacesOf(inputs))
      for (const { path, body } of objectsOf(inputs, namespace, 'dynamic-secret-sa-check'))
        await call(inputs, deps, {}, { method: 'POST', path: `${path}${dryRun}`, body });
  },

  checkConfig(inputs, config) {
    const namespaces = namespacesOf(inputs);
    if (config?.namespace !== undefined && !namespaces.includes(config.namespace))
      throw badRequest(`The dynamic secret does not allow this namespace, only ${namespaces.join(', ')}.`);
  },

  async create(inputs, credentials, deps) {
    if (inputs.credentialType === 'dynamic') return { TOKEN: await createAccount(inputs, deps, credentials) };
    const account = { namespace: inputs.namespace, name: inputs.serviceAccountName };
    return { TOKEN: await newToken(inputs, deps, { latest: latestBegin(deps) }, account, credentials.expireAt) };
  },

  renew: () => {
    throw badRequest('A token of Kubernetes cannot be renewed. Create another lease.');
  },

  async revoke(inputs, { username, config }, deps) {
    if (inputs.credentialType === 'static') return;
    const namespace = namespaceOf(inputs, config);
    for (const { path, name } of objectsOf(inputs, namespace, accountOf(username)).reverse())
      await call(inputs, deps, {}, { method: 'DELETE', path: `${path}/${name}`, accepted: [404] });
  },

  shown: (inputs) => inputs,
};
