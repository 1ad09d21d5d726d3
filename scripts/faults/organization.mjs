// The organization that the writers work in.
import { callerOf } from './connection.mjs';

export const writerCount = 10;
export const password = 'for the fault campaign only';

/** Sets up the empty server; returns the token of its administrator. */
export const bootstrap = async (url) => {
  const call = callerOf(url);
  const { identity, organization } = await call('POST', '/api/v1/admin/bootstrap', {
    email: 'root@example.com',
    password,
    organization: 'Faults',
  });
  call.close();
  return { token: identity.credentials.token, organizationId: organization.id };
};

/** A machine identity with both login methods. Lockout is off, because writers send logins that must be refused. */
export const newMachine = async (call, name) => {
  const {
    identity: { id },
  } = await call('POST', '/api/v1/identities', { name, role: 'member' });
  const {
    identityUniversalAuth: { clientId },
  } = await call('POST', `/api/v1/auth/universal-auth/identities/${id}`, { lockoutEnabled: false });
  await call('POST', `/api/v1/auth/token-auth/identities/${id}`, {});
  return { id, clientId };
};

export const newToken = async (call, identityId) =>
  (await call('POST', `/api/v1/auth/token-auth/identities/${identityId}/tokens`, {})).accessToken;

/** A project with an authority, and a machine identity for each writer. */
export const seed = async (url) => {
  const { token, organizationId } = await bootstrap(url);
  const call = callerOf(url, token);
  const { project } = await call('POST', '/api/v1/projects', { projectName: 'Faults' });
  const machines = [];
  for (let index = 0; index < writerCount; index += 1) {
    const machine = await newMachine(call, `Writer ${index}`);
    await call('POST', `/api/v1/projects/${project.id}/memberships/identities/${machine.id}`, { role: 'viewer' });
    machines.push(machine);
  }
  const authority = await call('POST', '/api/v1/cert-manager/ca/internal', {
    projectId: project.id,
    name: 'faults',
    status: 'active',
    configuration: {
      type: 'root',
      commonName: 'Faults',
      keyAlgorithm: 'EC_prime256v1',
      notAfter: '2126-01-01T00:00:00Z',
    },
  });
  call.close();
  return { token, organizationId, projectId: project.id, projectSlug: project.slug, caId: authority.id, machines };
};
