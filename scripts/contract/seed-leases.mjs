// Dynamic secrets with leases, app connections and rotations of the contract tests, in a PostgreSQL of their own.
import { Postgres } from '../faults/postgres.mjs';
import { each, spares } from './seed-members.mjs';

const password = 'for contract tests only';

/** Starts the PostgreSQL; each connection and each rotation has a user of its own, because they change its password. */
const startTarget = async () => {
  const target = await Postgres.create();
  await target.start();
  const roles = await each(spares + 1, (index) =>
    ['connection', 'rotated', 'free'].map(
      (kind) => `create role ${kind}_${index} login ${kind === 'connection' ? 'superuser' : ''} password '${password}'`,
    ),
  );
  await target.query(roles.flat().join('; '));
  return target;
};

const leases = async (call, { slug }, target) => {
  const place = { projectSlug: slug, environmentSlug: 'dev', path: '/' };
  const newSecret = async (name, provider) =>
    (await call('POST', '/api/v1/dynamic-secrets', { ...place, name, provider, defaultTTL: '1d' })).dynamicSecret;
  const totp = { type: 'totp', inputs: { configType: 'manual', secret: 'JBSWY3DPEHPK3PXP' } };
  const permanent = await newSecret('permanent', totp);
  const stubborn = {
    ...{ client: 'postgres', host: '127.0.0.1', port: target.port, database: 'postgres' },
    ...{ username: 'connection_0', password },
    creationStatement: 'SELECT 1',
    revocationStatement: 'SELECT 1/0',
  };
  await newSecret('stubborn', { type: 'sql-database', inputs: stubborn });
  const lease = async (dynamicSecretName) =>
    (await call('POST', '/api/v1/dynamic-secrets/leases', { ...place, dynamicSecretName })).lease.id;
  const failed = async () => {
    const id = await lease('stubborn');
    await call('DELETE', `/api/v1/dynamic-secrets/leases/${id}`, place);
    return id;
  };
  const others = await each(spares, (index) => newSecret(`spare-${index}`, totp));
  return {
    dynamicSecretId: [[permanent.id], others.map(({ id }) => id)],
    dynamicSecretName: [['permanent'], others.map(({ name }) => name)],
    leaseId: [[await lease('permanent')], await each(spares, () => lease('permanent'))],
    failedLeaseId: [await each(spares, failed), await each(spares, failed)],
  };
};

const rotations = async (call, { id: projectId }, target) => {
  const connect = async (index) => {
    const { appConnection } = await call('POST', '/api/v1/app-connections/postgres', {
      ...{ name: `connection-${index}`, method: 'username-and-password', projectId },
      credentials: {
        ...{ host: '127.0.0.1', port: target.port, database: 'postgres', username: `connection_${index}`, password },
        ...{ sslEnabled: false, sslRejectUnauthorized: false },
      },
    });
    return appConnection.id;
  };
  const [permanent, ...connections] = await each(spares + 1, connect);
  const rotate = async (index) => {
    const { secretRotation } = await call('POST', '/api/v2/secret-rotations/postgres-credentials', {
      ...{ name: `rotation-${index}`, projectId, connectionId: permanent, environment: 'dev', secretPath: '/' },
      ...{ rotationInterval: 30, parameters: { username1: `rotated_${index}` } },
      secretsMapping: { username: `ROTATED_USER_${index}`, password: `ROTATED_PASSWORD_${index}` },
    });
    return secretRotation.id;
  };
  const [first, ...others] = await each(spares + 1, rotate);
  return {
    connectionId: [[permanent], connections],
    rotationId: [[first], others],
    rotationName: [['rotation-0'], ['rotation-0']],
    freeUser: [[...Array(spares).keys()].map((index) => `free_${index}`), []],
  };
};

export const outsideSystems = async (call, project) => {
  const target = await startTarget();
  return { ...(await leases(call, project, target)), ...(await rotations(call, project, target)) };
};
