// The people and machine identities of the organization of the contract tests.
import { callerOf } from '../live-server.mjs';

/** A few objects for each operation that consumes them. */
export const spares = 24;
const [membersCount, machinesCount] = [60, 45];
export const password = 'for contract tests only';
export const each = (count, make) => Promise.all(Array.from({ length: count }, (_, index) => make(index)));

/** Logs in, and selects the organization. */
export const logIn = async (url, { email, organizationId }) => {
  const { accessToken } = await callerOf(url)('POST', '/api/v3/auth/login', { email, password });
  return (await callerOf(url, accessToken)('POST', '/api/v3/auth/select-organization', { organizationId })).token;
};

/** The link of an invitation contains all that is needed to accept it. */
const invite = async (call, emails, rest = {}) => {
  const { completeInviteLinks } = await call('POST', '/api/v1/invite-org/signup', {
    inviteeEmails: emails,
    organizationRoleSlug: 'no-access',
    ...rest,
  });
  return completeInviteLinks.map(({ email, link }) => ({ email, code: new URL(link).searchParams.get('token') }));
};

export const people = async (call, { url, organizationId }) => {
  const names = (kind, length) => Array.from({ length }, (_, index) => `${kind}-${index}@example.com`);
  const [sessionUser] = await invite(call, ['session-user@example.com'], { organizationRoleSlug: 'admin' });
  const { token } = await callerOf(url)('POST', '/api/v1/invite-org/verify', {
    email: sessionUser.email,
    organizationId,
    code: sessionUser.code,
  });
  await callerOf(url, token)('POST', '/api/v3/signup/complete-account', {
    email: sessionUser.email,
    firstName: 'Session',
    password,
  });
  await invite(call, ['invited@example.com', ...names('other', spares), ...names('member', membersCount)]);
  const { users } = await call('GET', `/api/v2/organizations/${organizationId}/memberships`);
  const of = (email) => users.find(({ user }) => user.email === email || user.username === email);
  return {
    all: users,
    sessionUser: sessionUser.email,
    others: names('other', spares).map(of),
    members: names('member', membersCount).map(of),
    permanent: of('invited@example.com'),
  };
};

export const identities = async (call) => {
  const bare = async (name) => (await call('POST', '/api/v1/identities', { name, role: 'no-access' })).identity.id;
  const full = async (name) => {
    const id = await bare(name);
    const auth = (kind) => `/api/v1/auth/${kind}-auth/identities/${id}`;
    const { identityUniversalAuth } = await call('POST', auth('universal'), {});
    await call('POST', auth('token'), {});
    await call('POST', auth('oidc'), {
      oidcDiscoveryUrl: 'https://idp.example.com',
      boundIssuer: 'https://idp.example.com',
      boundSubject: 'repo:acme/rockets:*',
      boundClaims: {},
    });
    return { id, clientId: identityUniversalAuth.clientId };
  };
  const permanent = await full('Permanent');
  const newSecret = () => call('POST', `/api/v1/auth/universal-auth/identities/${permanent.id}/client-secrets`, {});
  const newToken = () => call('POST', `/api/v1/auth/token-auth/identities/${permanent.id}/tokens`, {});
  return {
    permanent,
    full: await each(machinesCount, (index) => full(`Spare ${index}`)),
    bare: await each(machinesCount, (index) => bare(`Bare ${index}`)),
    secrets: await each(spares + 1, newSecret),
    tokens: await each(2 * spares + 1, newToken),
  };
};
