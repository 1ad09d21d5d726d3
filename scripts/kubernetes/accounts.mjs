// The service accounts of the tests, in a namespace of their own.
export const namespace = 'tests';

const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;

const bind = ({ send }, name, role, subject) =>
  send('POST', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
    metadata: { name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
    subjects: [subject],
  });

/** Makes the accounts `api` and `gone`, and `reviewer`, which may review tokens. */
export const makeAccounts = async (cluster) => {
  await cluster.send('POST', '/api/v1/namespaces', { metadata: { name: namespace } });
  for (const name of ['api', 'reviewer', 'gone']) await cluster.send('POST', accounts, { metadata: { name } });
  await bind(cluster, 'reviewer', 'system:auth-delegator', { kind: 'ServiceAccount', name: 'reviewer', namespace });
};

/** Lets everybody get the keys, as in a cluster that is an issuer for others. */
export const publishKeys = (cluster) =>
  bind(cluster, 'keys', 'system:service-account-issuer-discovery', {
    apiGroup: 'rbac.authorization.k8s.io',
    kind: 'Group',
    name: 'system:unauthenticated',
  });

export const tokenOf = async ({ send }, name, audiences = []) => {
  const spec = { audiences, expirationSeconds: 600 };
  return (await send('POST', `${accounts}/${name}/token`, { spec })).status.token;
};

export const deleteAccount = ({ send }, name) => send('DELETE', `${accounts}/${name}`);
