import { expect } from 'chai';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { TestApiServer } from '../../support/clients/api-server.ts';
import { newDynamicSecrets, revokeDue } from '../../support/fixtures/dynamic-secrets.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { storing } from './providers.fixtures.ts';

const clusterToken = 'token-of-the-administrator';

interface Made {
  readonly path: string;
  readonly body: any;
}

onEachDatabase('dynamic secrets of Kubernetes', (world) => {
  let server: TestApiServer;
  let objects: Map<string, any>;
  let tokenRequests: Made[];
  let refused: string | undefined;

  /** Does what the API server does with these few kinds of objects. */
  const respond = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const send = (code: number, body: object): void =>
      void res.writeHead(code, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    const { pathname: path, searchParams } = new URL(req.url!, server.url);
    const body = req.method === 'POST' ? JSON.parse(await text(req)) : undefined;
    if (req.headers.authorization !== `Bearer ${clusterToken}`) return send(401, { message: 'Unauthorized' });
    if (refused !== undefined && path.includes(refused) && req.method === 'POST' && !searchParams.has('dryRun'))
      return send(403, { message: `${clusterToken} may not create it` });
    if (req.method === 'DELETE') return objects.delete(path) ? send(200, {}) : send(404, { message: 'not found' });
    if (!path.endsWith('/token')) {
      const name = `${path}/${body.metadata.name}`;
      if (objects.has(name)) return send(409, { message: 'already exists' });
      if (!searchParams.has('dryRun')) objects.set(name, body);
      return send(201, body);
    }
    if (!objects.has(path.replace(/\/token$/, ''))) return send(404, { message: 'serviceaccounts not found' });
    if (!searchParams.has('dryRun')) tokenRequests.push({ path, body });
    return send(201, { ...body, status: { token: `token-${tokenRequests.length}` } });
  };

  before(async () => {
    server = await TestApiServer.start(world().clock);
  });
  after(() => server.stop());
  beforeEach(() => {
    objects = new Map([['/api/v1/namespaces/apps/serviceaccounts/deployer', {}]]);
    tokenRequests = [];
    refused = undefined;
    server.override = (req, res) => void respond(req, res);
  });
  const names = () => [...objects.keys()].filter((path) => !path.endsWith('/deployer'));

  const inputs = () => ({ url: server.url, ca: server.cert, clusterToken, namespace: 'apps' });
  const existing = () => ({ ...inputs(), credentialType: 'static', serviceAccountName: 'deployer' });
  const temporary = () => ({ ...inputs(), credentialType: 'dynamic', namespace: 'apps, jobs', role: 'reader' });
  const newLeases = async (provided: object) => {
    const setting = await newDynamicSecrets(world());
    await setting.create({ type: 'kubernetes', inputs: provided });
    return setting;
  };

  it('issue tokens of an account that exists, for ten minutes at least and never for a year', async () => {
    const { lease, revoke } = await newLeases({ ...existing(), audiences: ['vault'] });
    for (const ttl of ['1m', '3607s', '2h']) {
      const { data, lease: made } = await lease('db', { ttl });
      expect(data).to.deep.equal({ TOKEN: `token-${tokenRequests.length}` });
      expect((await revoke(made.id)).status).to.equal(null);
    }
    expect(tokenRequests.map(({ body }) => body.spec.expirationSeconds)).to.deep.equal([600, 3608, 7200]);
    expect(tokenRequests[0]!.body.spec.audiences).to.deep.equal(['vault']);
  });

  it('create an account with the role, and delete both', async () => {
    const { lease, revoke } = await newLeases(temporary());
    for (const [config, namespace] of [
      [undefined, 'apps'],
      [{ namespace: 'jobs' }, 'jobs'],
    ] as const) {
      const { lease: made } = await lease('db', config && { config });
      const [account, binding] = names();
      expect(account).to.match(new RegExp(`^/api/v1/namespaces/${namespace}/serviceaccounts/dynamic-secret-sa-`));
      expect(objects.get(binding!)).to.deep.include({
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
        subjects: [{ kind: 'ServiceAccount', name: account!.split('/').at(-1), namespace }],
      });
      expect(tokenRequests.at(-1)!.path).to.equal(`${account}/token`);
      objects.delete(binding!);
      expect((await revoke(made.id)).status).to.equal(null);
      expect(names()).to.deep.equal([]);
    }
  });

  it('leave nothing behind if the role may not be bound', async () => {
    const { place, admin, leases } = await newLeases(temporary());
    refused = 'rolebindings';
    const body = { ...place, dynamicSecretName: 'db' };
    const failed = await world().call('createDynamicSecretLease', { as: admin, body });
    expectError(failed, 400, 'BadRequest', /may not do this: \[REDACTED\] may not create it/);
    await revokeDue(world(), 120);
    expect(names()).to.deep.equal([]);
    expect(await leases('db')).to.deep.equal([]);
  });

  it('are not renewed, and lease only in their namespaces', async () => {
    const { place, admin, lease } = await newLeases(temporary());
    const { lease: made } = await lease('db');
    const params = { leaseId: made.id };
    const renewed = await world().call('renewDynamicSecretLease', { as: admin, params, body: place });
    expectError(renewed, 400, 'BadRequest', /cannot be renewed/);
    const body = { ...place, dynamicSecretName: 'db', config: { namespace: 'kube-system' } };
    const elsewhere = await world().call('createDynamicSecretLease', { as: admin, body });
    expectError(elsewhere, 400, 'BadRequest', /only apps, jobs/);
  });

  it('are refused if a field is missing or wrong', async () => {
    const store = await storing(world(), 'kubernetes');
    const refuses = async (more: object, ...issues: string[]) =>
      expectIssues(await store(more), ...issues.map((issue) => `body provider.inputs.${issue}`));
    await refuses({ ...existing(), url: 'ldap://a', clusterToken: '' }, 'url format', 'clusterToken too_small');
    await refuses({ ...existing(), namespace: 'apps, jobs' }, 'namespace invalid');
    await refuses(
      { ...existing(), namespace: 'apps/../..', serviceAccountName: 'A' },
      'namespace pattern',
      'serviceAccountName pattern',
    );
    await refuses({ ...temporary(), role: undefined, authMethod: 'gateway' }, 'role required', 'authMethod enum');
  });

  it('are refused in words, without the token', async () => {
    const store = await storing(world(), 'kubernetes');
    expectError(
      await store({ ...existing(), clusterToken: 'wrong' }),
      400,
      'BadRequest',
      /does not accept clusterToken/,
    );
    expectError(
      await store({ ...existing(), serviceAccountName: 'none' }),
      400,
      'BadRequest',
      /serviceaccounts not found/,
    );
    expectError(await store({ ...existing(), ca: '' }), 400, 'BadRequest', /certificate is not accepted/);
    expectError(await store({ ...existing(), url: 'https://10.0.0.1' }), 400, 'BadRequest', /ALLOW_HOSTS/);
  });
});
