import { TestApiServer } from '../../support/clients/api-server.ts';
import { clusterKeyFields } from '../../support/fixtures/login-methods.ts';
import { rule } from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import type { World } from '../../support/world/world.ts';
import { succeed, type Attacks, type Prepare } from './attack.ts';
import { duration } from './login-binding.ts';
import { reading, templateSetting } from './templates.ts';

let cluster: Promise<TestApiServer> | undefined;

export const stopCluster = async (): Promise<void> => (await cluster)?.stop();

interface Change {
  readonly value: unknown;
  /** The fields before the change, if they matter. */
  readonly before?: object;
  /** The service account that logs in, as namespace and name, and the audience and claims of its token. */
  readonly account?: readonly [string, string];
  readonly audience?: string;
  readonly claims?: object;
  readonly path?: string;
  readonly harmless?: string;
}

const fieldsNow = async (world: World) => {
  const issuing = await (cluster ??= TestApiServer.start(world.clock));
  return { issuing, fields: { ...clusterKeyFields, jwksUrl: '', jwks: await issuing.jwks() } };
};

/** An identity that may read a path; the attacker lets another service account log in as it. */
const changes =
  (field: string, { value, before, account = ['payments', 'api'], path = '/payments', ...more }: Change): Prepare =>
  async (world, operation) => {
    const { issuing, fields } = await fieldsNow(world);
    const setting = await templateSetting(world);
    const identity = await newProjectIdentity(world, setting, [rule(reading, { secretPath: path })]);
    const params = { identityId: identity.id };
    const body = { ...fields, ...before };
    const isNew = operation === 'attachKubernetesAuth';
    if (!isNew) succeed(await world.call('attachKubernetesAuth', { as: setting.admin, params, body }));
    return {
      ...setting,
      // Has the rules; its own login is below.
      beneficiary: { id: identity.id, token: setting.attacker.token },
      change: (as) => world.call(operation, { as, params, body: { ...(isNew && body), [field]: value } }),
      // Uses a login as the identity, whichever caller is asked about.
      sees: async () => {
        const [namespace, name] = account;
        const jwt = await issuing.tokenOf(namespace, name, [more.audience ?? 'sallyport'], more.claims);
        const { status, body: answer } = await world.call('loginWithKubernetesAuth', {
          body: { identityId: identity.id, jwt },
        });
        return status === 200 && setting.sees({ token: answer.accessToken as string });
      },
      ...(more.harmless !== undefined && { harmless: more.harmless }),
    };
  };

const notAlone = 'It decides only together with other fields, which are attacked.';
const part = { account: ['others', 'api'] as const, harmless: notAlone };

/** By the fields of Kubernetes auth. */
export const kubernetesFields: Readonly<Record<string, Prepare | string>> = {
  kubernetesHost: 'With the keys of the cluster, nobody is asked.',
  caCert: changes('caCert', { value: '', ...part }),
  verifyTlsCertificate: 'With the keys of the cluster, nobody is asked.',
  tokenReviewerJwt: 'With the keys of the cluster, nobody is asked.',
  tokenReviewMode: 'Asking needs kubernetesHost, which is sent with it.',
  issuer: changes('issuer', { value: 'urn:others', claims: { iss: 'urn:others' } }),
  jwksUrl: 'It replaces jwks, which has to be removed with it.',
  jwks: changes('jwks', {
    value: JSON.stringify({ keys: [{ kty: 'RSA', n: 'AQAB', e: 'AQAB', kid: 'others' }] }),
    ...part,
  }),
  allowedNamespaces: changes('allowedNamespaces', { value: 'others', account: ['others', 'api'] }),
  allowedNames: changes('allowedNames', { value: '', before: { allowedNames: 'worker' } }),
  allowedAudience: changes('allowedAudience', { value: 'others', audience: 'others' }),
  gatewayId: 'There are no gateways, so that it is always null.',
  gatewayPoolId: 'There are no gateways, so that it is always null.',
  accessTokenTrustedIps: changes('accessTokenTrustedIps', {
    value: [{ ipAddress: '0.0.0.0/0' }, { ipAddress: '::/0' }],
    before: { accessTokenTrustedIps: [{ ipAddress: '10.0.0.0/8' }] },
  }),
  accessTokenTTL: duration,
  accessTokenMaxTTL: duration,
  accessTokenNumUsesLimit: duration,
};

/** Accepts service accounts whose namespace is the folder that they may read then. */
export const namespaceAttacks: Attacks = Object.fromEntries(
  ['attachKubernetesAuth', 'updateKubernetesAuth'].map((operation) => [
    operation,
    {
      'accepts another namespace, which a rule refers to': changes('allowedNamespaces', {
        value: 'payments, others',
        before: { allowedNamespaces: 'others' },
        path: '/{{identity.auth.kubernetes.namespace}}',
      }),
    },
  ]),
);

/** The same by the name of the service account. */
export const accountAttacks: Attacks = Object.fromEntries(
  ['attachKubernetesAuth', 'updateKubernetesAuth'].map((operation) => [
    operation,
    {
      'accepts another name, which a rule refers to': changes('allowedNames', {
        value: 'payments',
        before: { allowedNames: 'others' },
        account: ['payments', 'payments'],
        path: '/{{identity.auth.kubernetes.name}}',
      }),
    },
  ]),
);
