// Expensive requests of one caller. Meanwhile another client waits at most 100 ms (p99), and never more than 250 ms.
import { measure } from '../measure.mjs';
import { addSecrets, grant, newMember, newProject, sendAtOnce, startTarget } from '../target.mjs';

const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));
const listOf = (projectId, more = '') => `/api/v4/secrets?projectId=${projectId}&environment=dev${more}`;

/** `prepare` returns the attack: a function that sends requests and returns the statuses of the responses. */
const scenario = (name, prepare, options) => ({
  name,
  on: 'sqlite',
  run: async () => {
    const target = await startTarget();
    try {
      return await measure(target, await prepare(target), options);
    } finally {
      await target.kill();
    }
  },
});

const deny = (secretName) => ({
  subject: 'secrets',
  action: ['describeSecret', 'readValue'],
  inverted: true,
  conditions: { secretName },
});

const stars = async (target) => {
  const projectId = await newProject(target.call, 'Stars');
  await addSecrets(
    target.call,
    { projectId, environment: 'dev' },
    times(2000, (index) => ({ secretKey: `${'a'.repeat(250)}${10_000 + index}`, secretValue: 'x' })),
  );
  const caller = await newMember(target.call, projectId, 'Stars');
  await grant(
    target.call,
    projectId,
    caller.id,
    times(11, (index) => deny({ $glob: `${'*a'.repeat(20)}${'z'.repeat(1 + index)}` })),
  );
  return () => sendAtOnce(target, [[caller.token, 'GET', listOf(projectId)]]);
};

const alternatives = async (target) => {
  const projectId = await newProject(target.call, 'Alternatives');
  await addSecrets(
    target.call,
    { projectId, environment: 'dev' },
    times(20, (index) => ({ secretKey: `${'a'.repeat(250)}${100 + index}`, secretValue: 'x' })),
  );
  const caller = await newMember(target.call, projectId, 'Alternatives');
  await grant(
    target.call,
    projectId,
    caller.id,
    times(60, (index) => deny({ $glob: `*{${times(225, () => 'a').join(',')}}*${'z'.repeat(1 + (index % 50))}` })),
  );
  return () => sendAtOnce(target, [[caller.token, 'GET', listOf(projectId)]]);
};

const rulesOf = (count, seed) =>
  times(count, (index) => ({
    subject: 'secrets',
    action: ['readValue', 'edit'],
    conditions: {
      environment: { $glob: `e-${seed}-${index}-*` },
      secretPath: { $glob: `/team-${seed}/{app,web,job}-${index}/**` },
    },
  }));

const mayGrant = [{ subject: 'identity', action: ['read', 'edit', 'assign-additional-privileges'] }];

/** A member with a number of rules, at most 200 per privilege, who may grant privileges. */
const newGranter = async ({ call }, projectId, name, rules) => {
  const granter = await newMember(call, projectId, name, 'no-access');
  await grant(call, projectId, granter.id, mayGrant);
  for (let first = 0; first < rules.length; first += 200)
    await grant(call, projectId, granter.id, rules.slice(first, first + 200));
  return granter;
};

const granting = (projectId, identityId, permissions) => ({
  projectId,
  identityId,
  permissions,
  type: { isTemporary: false },
});
const privileges = '/api/v2/identity-project-additional-privilege';

const manyRules = async (target) => {
  const projectId = await newProject(target.call, 'Many rules');
  const rules = rulesOf(1400, 'm');
  const granter = await newGranter(target, projectId, 'Granter', rules);
  const receivers = [];
  for (const index of times(5, (each) => each))
    receivers.push(await newMember(target.call, projectId, `Receiver ${index}`));
  return () =>
    sendAtOnce(
      target,
      receivers.map(({ id }, index) => [
        granter.token,
        'POST',
        privileges,
        granting(projectId, id, rules.slice(index * 200, index * 200 + 200)),
      ]),
    );
};

const manyGranters = async (target) => {
  const projectId = await newProject(target.call, 'Many granters');
  const granters = [];
  for (const index of times(10, (each) => each)) {
    const rules = rulesOf(200, `g${index}`);
    granters.push({
      rules,
      granter: await newGranter(target, projectId, `Granter ${index}`, rules),
      receiver: await newMember(target.call, projectId, `Receiver ${index}`),
    });
  }
  return () =>
    sendAtOnce(
      target,
      granters.map(({ granter, receiver, rules }) => [
        granter.token,
        'POST',
        privileges,
        granting(projectId, receiver.id, rules),
      ]),
    );
};

const longLists = async (target) => {
  const projectId = await newProject(target.call, 'Long lists');
  await addSecrets(
    target.call,
    { projectId, environment: 'dev' },
    times(10_000, (index) => ({
      secretKey: `SECRET_${index}`,
      secretValue: `a value of some length, number ${index}`,
    })),
  );
  return () =>
    sendAtOnce(
      target,
      times(10, () => [target.token, 'GET', listOf(projectId)]),
    );
};

const references = async (target) => {
  const projectId = await newProject(target.call, 'References');
  const folder = { projectId, environment: 'dev' };
  await addSecrets(
    target.call,
    folder,
    times(500, (index) => ({ secretKey: `R_${index}`, secretValue: `v${index}` })),
  );
  const all = times(500, (index) => `\${R_${index}}`).join('');
  for (const index of times(200, (each) => each))
    await target.call('POST', `/api/v4/secrets/ALL_${index}`, { ...folder, secretValue: all });
  return () =>
    sendAtOnce(
      target,
      times(5, () => [target.token, 'GET', listOf(projectId, '&expandSecretReferences=true')]),
    );
};

const imports = async (target) => {
  const projectId = await newProject(target.call, 'Imports');
  const folder = { projectId, environment: 'dev' };
  await target.call('POST', '/api/v2/folders', { ...folder, name: 'large' });
  await target.call('POST', '/api/v4/secrets/LARGE', {
    ...folder,
    secretPath: '/large',
    secretValue: 'x'.repeat(1_040_000),
  });
  for (const index of times(110, (each) => each)) {
    await target.call('POST', '/api/v2/folders', { ...folder, name: `f${index}` });
    await target.call('POST', '/api/v2/secret-imports', {
      ...folder,
      path: `/f${index}`,
      import: { environment: 'dev', path: '/large' },
    });
  }
  return () => sendAtOnce(target, [[target.token, 'GET', listOf(projectId, '&recursive=true&includeImports=true')]]);
};

const badItems = async (target) => {
  const projectId = await newProject(target.call, 'Bad items');
  return () =>
    sendAtOnce(target, [
      [
        target.token,
        'POST',
        '/api/v4/secrets/batch',
        { projectId, environment: 'dev', secrets: times(40_000, () => 1) },
      ],
    ]);
};

const badKeys = async (target) => {
  const projectId = await newProject(target.call, 'Bad keys');
  const unknown = Object.fromEntries(times(100_000, (index) => [index.toString(36), 1]));
  return () =>
    sendAtOnce(target, [
      [
        target.token,
        'POST',
        '/api/v4/secrets/batch',
        { projectId, environment: 'dev', secrets: [{ secretKey: 'A', secretValue: 'x' }], ...unknown },
      ],
    ]);
};

/** A NUL deep inside conditions is refused as everywhere else. */
const deepNul = async (target) => {
  const projectId = await newProject(target.call, 'Deep');
  const { id } = await newMember(target.call, projectId, 'Deep');
  const body = JSON.stringify(
    granting(projectId, id, [{ subject: 'ssh-hosts', action: ['read'], conditions: { hostname: '#' } }]),
  ).replace('"#"', `${'['.repeat(20_000)}"\\u0000"${']'.repeat(20_000)}`);
  const send = async () => {
    const response = await fetch(target.url + privileges, {
      method: 'POST',
      headers: { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' },
      body,
    });
    await response.arrayBuffer();
    return [response.status];
  };
  return send;
};

export const scenarios = [
  scenario('attack: globs of many stars', stars),
  scenario('attack: globs of many alternatives', alternatives),
  scenario('attack: privileges of a holder of 1,400 rules', manyRules),
  scenario('attack: ten callers create privileges', manyGranters),
  scenario('attack: ten lists of 10,000 secrets', longLists),
  scenario('attack: 100,000 references, five at once', references),
  scenario('attack: 110 folders import 1 MiB', imports, { hasMemoryAim: true }),
  scenario('attack: 40,000 bad items', badItems),
  scenario('attack: 100,000 unknown keys', badKeys),
  scenario('attack: a NUL deep inside', deepNul),
];
