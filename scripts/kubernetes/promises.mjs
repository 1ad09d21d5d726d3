// What is promised of logins with tokens of service accounts, one after the other against a real API server.
import { deleteAccount, namespace, publishKeys, tokenOf } from './accounts.mjs';
import { untilRefused } from './cluster.mjs';

const kubernetes = 'kubernetes-auth';
const audience = 'sallyport';

/** How identities get a login with the tokens of this cluster, and log in. */
export const trialOf = ({ url, caCert }, { site, token, call }) => {
  const post = async (path, body, bearer) => {
    const headers = { 'Content-Type': 'application/json', ...(bearer && { Authorization: `Bearer ${bearer}` }) };
    return (await fetch(`${site}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };
  const usual = { kubernetesHost: url, caCert, allowedNamespaces: namespace, allowedNames: '', allowedAudience: '' };
  const attachTo = (id, method, fields) => post(`/api/v1/auth/${method}/identities/${id}`, fields, token);
  return {
    attach: async (more = {}) => {
      const { identity } = await call('POST', '/api/v1/identities', { name: 'cluster', role: 'no-access' });
      return { id: identity.id, status: await attachTo(identity.id, kubernetes, { ...usual, ...more }) };
    },
    attachTo,
    logIn: ({ id }, jwt, method = kubernetes) => post(`/api/v1/auth/${method}/login`, { identityId: id, jwt }),
  };
};

/** The API server decides about tokens. Returns a good login, whose result depends on whether it is there. */
export const tryReviews = async (cluster, { attach, logIn }, expectEqual) => {
  const tokenReviewerJwt = await tokenOf(cluster, 'reviewer');
  const api = await tokenOf(cluster, 'api');
  const machine = await attach({ tokenReviewerJwt });
  expectEqual('attach with a reviewer', 200, machine.status);
  expectEqual('a good token', 200, await logIn(machine, api));
  expectEqual('a token of the reviewer itself', 200, await logIn(machine, tokenReviewerJwt));
  expectEqual('the same, signed again', 200, await logIn(machine, cluster.signAgain(api, {})));
  expectEqual('an expired token', 401, await logIn(machine, cluster.signAgain(api, { exp: 1_700_000_000 })));
  expectEqual('a changed token', 401, await logIn(machine, `${api.slice(0, -4)}AAAA`));
  expectEqual('a token for another audience', 401, await logIn(machine, await tokenOf(cluster, 'api', ['other'])));
  const gone = await tokenOf(cluster, 'gone');
  expectEqual('an account before it is deleted', 200, await logIn(machine, gone));
  await deleteAccount(cluster, 'gone');
  expectEqual('the same account after it was deleted', 401, await untilRefused(() => logIn(machine, gone)));
  const named = await attach({ tokenReviewerJwt, allowedNames: 'worker-*' });
  expectEqual('an account that is not allowed', 401, await logIn(named, api));
  const elsewhere = await attach({ tokenReviewerJwt, allowedNamespaces: 'others' });
  expectEqual('a namespace that is not allowed', 401, await logIn(elsewhere, api));
  const ours = await attach({ tokenReviewerJwt, allowedAudience: audience });
  expectEqual('the allowed audience', 200, await logIn(ours, await tokenOf(cluster, 'api', [audience])));
  expectEqual('the audience of the API server instead', 401, await logIn(ours, api));
  const own = await attach();
  expectEqual('attach without a reviewer', 200, own.status);
  expectEqual('an account that may not review itself', 401, await logIn(own, api));
  expectEqual('an account that may', 200, await logIn(own, tokenReviewerJwt));
  expectEqual('attach with a reviewer without the role', 400, (await attach({ tokenReviewerJwt: api })).status);
  expectEqual('attach without the authority', 400, (await attach({ caCert: '' })).status);
  return () => logIn(machine, api);
};

/** The keys of the cluster verify its tokens: pasted, from their address, and with JWT auth. Returns a good login. */
export const tryKeys = async (cluster, { attach, attachTo, logIn }, expectEqual) => {
  const { caCert, issuer } = cluster;
  const byKeys = { tokenReviewMode: 'jwks', kubernetesHost: null, issuer, allowedAudience: audience };
  const pasted = await attach({ ...byKeys, caCert: '', jwks: await cluster.keySet() });
  const api = await tokenOf(cluster, 'api', [audience]);
  expectEqual('a good token, by the keys of the cluster', 200, await logIn(pasted, api));
  expectEqual('another audience, by the keys of the cluster', 401, await logIn(pasted, await tokenOf(cluster, 'api')));
  await publishKeys(cluster);
  const jwksUrl = `${cluster.url}/openid/v1/jwks`;
  const fetched = await attach({ ...byKeys, jwksUrl });
  const elsewhere = cluster.signAgain(api, { iss: 'https://elsewhere.example.com' });
  expectEqual('a good token, by the keys at their address', 200, await logIn(fetched, api));
  expectEqual('another issuer, by the keys at their address', 401, await logIn(fetched, elsewhere));
  const boundSubject = `system:serviceaccount:${namespace}:api`;
  const bound = { boundIssuer: issuer, boundAudiences: audience, boundSubject, boundClaims: {} };
  await attachTo(fetched.id, 'jwt-auth', { configurationType: 'jwks', jwksUrl, jwksCaCert: caCert, ...bound });
  const reviewer = await tokenOf(cluster, 'reviewer', [audience]);
  expectEqual('a good token, with JWT auth', 200, await logIn(fetched, api, 'jwt-auth'));
  expectEqual('another account, with JWT auth', 401, await logIn(fetched, reviewer, 'jwt-auth'));
  return () => logIn(pasted, api);
};
