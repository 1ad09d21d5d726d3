// Creates, plans, changes, imports and destroys each resource with Terraform, all of them in one workspace: after each
// step the plan must be empty. Logins are also removed behind its back. The arguments are the command and a working folder.
import { join } from 'node:path';
import { notOffered, step } from '../steps.mjs';
import { dataSources } from './data.mjs';
import { resources, unsupported } from './resources.mjs';
import { workspaceIn } from './workspace.mjs';

const [command, folder] = process.argv.slice(2);
const { SITE_URL, ACCESS_TOKEN, IDENTITY_ID, SERVICE_ACCOUNT_TOKEN } = process.env;
const workspace = workspaceIn(command, join(folder, 'resources'));
let current = resources;

/** Removes failed resources and those that depend on them, so that the others can still be tested. */
const drop = (addresses) => {
  workspace.forget([...addresses]);
  const isDropped = ({ address, body }) =>
    addresses.has(address) ||
    [...addresses].some(
      (dropped) => JSON.stringify(body).includes(`${dropped}.`) || body.depends_on?.includes(dropped),
    );
  for (
    let left = current.filter((resource) => !isDropped(resource));
    left.length < current.length;
    left = current.filter((resource) => !isDropped(resource))
  ) {
    for (const { address } of current)
      if (!left.some((resource) => resource.address === address)) addresses.add(address);
    workspace.forget([...addresses]);
    current = left;
  }
};

const throwIf = (problem) => {
  if (problem !== undefined) throw new Error(problem);
};

/** Plans, without the resources that fail, until no plan fails; returns errors and unexpected changes by address. */
const problemsOfPlan = () => {
  const problems = new Map();
  for (;;) {
    workspace.configure({ resources: current });
    const { changes, errors } = workspace.plan();
    const refused = new Map(
      [...errors].filter(([address]) => current.some((resource) => resource.address === address)),
    );
    for (const [address, error] of refused) problems.set(address, error);
    for (const [address, action] of changes) problems.set(address, `the next plan is not empty: ${action}`);
    if (refused.size > 0) drop(new Set(refused.keys()));
    else
      return errors.size > 0
        ? new Map(current.map(({ address }) => [address, [...errors.values()].join(' ')]))
        : problems;
  }
};

const testApply = async (operation, wanted) => {
  workspace.configure({ resources: current });
  const { done, errors } = workspace.apply();
  for (const { address, providerError } of wanted)
    if (providerError?.test(errors.get(address) ?? '')) done.add(address);
  for (const { address } of wanted) {
    await step(`${address}: ${operation}`, async () =>
      throwIf(done.has(address) ? undefined : (errors.get(address) ?? errors.get('') ?? 'not attempted')),
    );
  }
  drop(new Set(wanted.filter(({ address }) => !done.has(address)).map(({ address }) => address)));
  const planned = current;
  const problems = problemsOfPlan();
  for (const { address } of planned)
    await step(`${address}: plan after ${operation}`, async () => throwIf(problems.get(address)));
};

const testImport = async () => {
  const state = workspace.state();
  const wanted = current.filter(({ address, importId }) => importId && state.has(address));
  const idOf = ({ address, importId }) => importId(state.get(address));
  workspace.forget(wanted.map(({ address }) => address));
  workspace.configure({
    resources: current,
    imports: wanted.map((resource) => ({ to: resource.address, id: String(idOf(resource)) })),
  });
  const { errors } = workspace.apply();
  const found = workspace.state();
  const problems = problemsOfPlan();
  for (const { address } of wanted) {
    await step(`${address}: import`, async () =>
      throwIf(errors.get(address) ?? errors.get('') ?? (found.has(address) ? problems.get(address) : 'not imported')),
    );
  }
};

/** Removes resources behind the back of Terraform, which has to create them again. */
const testRemovalOutside = async () => {
  const state = workspace.state();
  const wanted = current.filter(({ address, outside }) => outside && state.has(address));
  for (const { address, outside } of wanted) {
    const { status } = await fetch(`${SITE_URL}${outside(state.get(address))}`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${ACCESS_TOKEN}` },
    });
    if (status !== 200) throw new Error(`${address} could not be removed: ${status}`);
  }
  workspace.configure({ resources: current });
  const planned = workspace.plan();
  const { errors } = workspace.apply();
  const problems = problemsOfPlan();
  for (const { address } of wanted)
    await step(`${address}: create again after a removal outside`, async () => {
      const [[, unplanned] = []] = [...planned.errors].filter(([at]) => at === address || at === '');
      const action = planned.changes.get(address);
      throwIf(unplanned ?? (action === 'create' ? undefined : `the plan was: ${action ?? 'no change'}`));
      throwIf(errors.get(address) ?? errors.get('') ?? problems.get(address));
    });
};

/** Reads a data source by a provider that logs in in this way. */
const testLogin = async (name, auth) => {
  const login = workspaceIn(command, join(folder, `login-${name}`), auth);
  login.configure({ data: { infisical_projects: dataSources.infisical_projects } });
  const { errors } = login.apply();
  await step(`log in with ${name}`, async () => throwIf([...errors.values()][0]));
};

await testApply('create', resources);
const changing = current.filter(({ changed }) => changed);
current = current.map((resource) => ({ ...resource, body: { ...resource.body, ...resource.changed } }));
await testApply('update', changing);
await testImport();
await testRemovalOutside();
workspace.configure({ resources: current });
const { done, errors } = workspace.destroy();
for (const { address } of current)
  await step(`${address}: destroy`, async () =>
    throwIf(done.has(address) ? undefined : (errors.get(address) ?? errors.get('') ?? 'not attempted')),
  );

const sources = workspaceIn(command, join(folder, 'data'));
sources.configure({ data: dataSources });
const read = sources.apply();
for (const type of Object.keys(dataSources))
  await step(`data.${type}: read`, async () => throwIf(read.errors.get(`data.${type}.found`) ?? read.errors.get('')));

await testLogin('token', { token: ACCESS_TOKEN });
await testLogin('oidc', { oidc: { identity_id: IDENTITY_ID, token_environment_variable_name: 'OIDC_TOKEN' } });
await testLogin('kubernetes', {
  kubernetes: { identity_id: IDENTITY_ID, service_account_token: SERVICE_ACCOUNT_TOKEN },
});

const others = workspaceIn(command, join(folder, 'unsupported'));
others.configure({ resources: unsupported });
const refused = others.apply();
for (const { address } of unsupported)
  await notOffered(`${address}: create`, async () => throwIf(refused.errors.get(address) ?? refused.errors.get('')));
