// The data of one client on the server: its machine identity, and a project with secrets, an import and a folder.
import { newMachine } from '../live-server.mjs';
import { audience } from './issuer.mjs';

export const administrator = {
  email: 'clients@example.com',
  password: 'for client tests only',
  organization: 'Clients',
};

/** A user of the organization without a project, for clients that add members to a project. */
const newUser = async (post, name) => {
  const email = `${name}@example.com`;
  await post('/api/v1/invite-org/signup', { inviteeEmails: [email], organizationRoleSlug: 'member' });
  return email;
};

/** Machine identities that are in no group, more than a page of them and earlier in the order of names than the clients'. */
export const addBystanders = async (post) => {
  for (let number = 0; number < 12; number += 1)
    await post('/api/v1/identities', { name: `A bystander ${number}`, role: 'no-access' });
};

const addSecrets = async (post, projectId) => {
  const store = (environment, secretPath, name, secretValue, more = {}) =>
    post(`/api/v4/secrets/${name}`, { projectId, environment, secretPath, secretValue, ...more });
  const { tag } = await post(`/api/v1/projects/${projectId}/tags`, { slug: 'backend', color: '#1e90ff' });
  await post('/api/v2/folders', { projectId, environment: 'dev', path: '/', name: 'app' });
  await store('prod', '/', 'SHARED', 'from prod');
  await post('/api/v2/secret-imports', {
    projectId,
    environment: 'dev',
    path: '/',
    import: { environment: 'prod', path: '/' },
  });
  await store('dev', '/', 'HOST', 'example.com', { tagIds: [tag.id] });
  await store('dev', '/', 'URL', 'https://${HOST}/');
  await store('dev', '/app', 'PORT', '8080');
  return tag.id;
};

/** Adds a dynamic secret, and a machine identity that may lease it and nothing else. */
const addLeases = async (post, { id: projectId, slug }, name) => {
  await post('/api/v1/dynamic-secrets', {
    projectSlug: slug,
    environmentSlug: 'dev',
    path: '/',
    name: 'codes',
    provider: { type: 'totp', inputs: { configType: 'manual', secret: 'JBSWY3DPEHPK3PXP' } },
    defaultTTL: '1h',
    maxTTL: '2h',
  });
  const permissions = [{ subject: 'dynamic-secrets', action: ['lease'] }];
  await post(`/api/v1/projects/${projectId}/roles`, { slug: 'leases', name: 'Leases', permissions });
  const machine = await newMachine(post, `${name}-leases`, 'no-access');
  await post(`/api/v1/projects/${projectId}/memberships/identities/${machine.id}`, { role: 'leases' });
  return { LEASE_CLIENT_ID: machine.clientId, LEASE_CLIENT_SECRET: machine.clientSecret };
};

/** Adds the ways to log in for which no other server is needed, besides the issuer of tokens. */
const addLogins = async (post, { id }, name, issuer) => {
  await post(`/api/v1/auth/token-auth/identities/${id}`, {});
  const { accessToken } = await post(`/api/v1/auth/token-auth/identities/${id}/tokens`, { name });
  await post(`/api/v1/auth/oidc-auth/identities/${id}`, {
    oidcDiscoveryUrl: issuer.url,
    boundIssuer: issuer.url,
    boundAudiences: audience,
    boundSubject: name,
    boundClaims: {},
  });
  const jwksUrl = `${issuer.url}/keys`;
  await post(`/api/v1/auth/jwt-auth/identities/${id}`, {
    configurationType: 'jwks',
    jwksUrl,
    boundSubject: name,
    boundClaims: {},
  });
  await post(`/api/v1/auth/kubernetes-auth/identities/${id}`, {
    tokenReviewMode: 'jwks',
    kubernetesHost: null,
    issuer: issuer.url,
    jwksUrl,
    allowedNamespaces: 'clients',
    allowedNames: '',
    allowedAudience: audience,
  });
  return {
    ACCESS_TOKEN: accessToken,
    OIDC_TOKEN: await issuer.sign(name),
    SERVICE_ACCOUNT_TOKEN: await issuer.sign('system:serviceaccount:clients:program'),
  };
};

/** Creates the data of one client; returns the environment variables that its program reads. */
export const newFixture = async ({ post, url, issuer, apiServer, instance }, name) => {
  const machine = await newMachine(post, name, 'admin');
  const { project } = await post('/api/v1/projects', { projectName: name });
  await post(`/api/v1/projects/${project.id}/memberships/identities/${machine.id}`, { role: 'admin' });
  await post(`/api/v1/projects/${project.id}/memberships`, { emails: [administrator.email], roleSlugs: ['admin'] });
  return {
    SITE_URL: url,
    CLIENT_ID: machine.clientId,
    CLIENT_SECRET: machine.clientSecret,
    ...(await addLogins(post, machine, name, issuer)),
    ...(await addLeases(post, project, name)),
    KUBERNETES_URL: apiServer.url,
    AUTHORITY: apiServer.caCert,
    PUBLIC_KEY: issuer.publicKey,
    ORGANIZATION_ID: instance.organization.id,
    ORGANIZATION_SLUG: instance.organization.slug,
    IDENTITY_ID: machine.id,
    PROJECT_ID: project.id,
    PROJECT_SLUG: project.slug,
    TAG_ID: await addSecrets(post, project.id),
    MEMBER_EMAIL: await newUser(post, `member-of-${name}`),
    USER_ID: instance.user.id,
    USER_EMAIL: administrator.email,
    USER_PASSWORD: administrator.password,
  };
};
