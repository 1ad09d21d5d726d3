// A folder with a Terraform configuration, and the commands in it, whose JSON output reports the result per resource.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { SITE_URL, CLIENT_ID, CLIENT_SECRET } = process.env;
const universal = { client_id: CLIENT_ID, client_secret: CLIENT_SECRET };

/** Groups blocks by type and name, as in the JSON form of a configuration. */
const groupByType = (blocks) => {
  const types = {};
  for (const { type, name, body } of blocks) (types[type] ??= {})[name] = body;
  return types;
};

const linesOf = (text) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

/** The address of the resource of an error, which some errors contain only in their text. */
const addressOf = ({ address, detail = '' }) => address ?? /\binfisical_\w+\.\w+/.exec(detail)?.[0] ?? '';

/** Errors by the address of their resource; '' if they have none. */
const errorsOf = (lines) => {
  const errors = lines
    .filter(({ type, diagnostic }) => type === 'diagnostic' && diagnostic.severity === 'error')
    .map(({ diagnostic }) => diagnostic);
  return new Map(
    errors.map((error) => [addressOf(error), `${error.summary}: ${error.detail ?? ''}`.replaceAll(/\s+/g, ' ')]),
  );
};

const isChange = ({ action }) => !['no-op', 'read'].includes(action);

/** `auth` is how the provider logs in. */
export const workspaceIn = (command, folder, auth = { universal }) => {
  mkdirSync(folder, { recursive: true });
  const head = {
    terraform: { required_providers: { infisical: { source: 'infisical/infisical' } } },
    provider: { infisical: { host: SITE_URL, auth } },
  };
  const run = (...args) => spawnSync(command, [`-chdir=${folder}`, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const configure = ({ resources = [], data = {}, imports = [] }) => {
    const sources = Object.fromEntries(Object.entries(data).map(([type, body]) => [type, { found: body }]));
    const parts = {
      ...(resources.length > 0 && { resource: groupByType(resources) }),
      ...(Object.keys(data).length > 0 && { data: sources }),
      ...(imports.length > 0 && { import: imports }),
    };
    writeFileSync(join(folder, 'main.tf.json'), JSON.stringify({ ...head, ...parts }, null, 2));
  };
  const change = (...args) => {
    const lines = linesOf(run(...args, '-json', '-no-color', '-input=false').stdout);
    const done = lines.filter(({ type }) => type === 'apply_complete').map(({ hook }) => hook.resource.addr);
    return { done: new Set(done), errors: errorsOf(lines) };
  };
  return {
    configure,
    apply: () => change('apply', '-auto-approve'),
    destroy: () => change('destroy', '-auto-approve'),
    /** What a plan would change, by address. */
    plan: () => {
      const lines = linesOf(run('plan', '-json', '-no-color', '-input=false').stdout);
      const changes = lines
        .filter(({ type, change }) => type === 'planned_change' && isChange(change))
        .map(({ change }) => [change.resource.addr, change.action]);
      return { changes: new Map(changes), errors: errorsOf(lines) };
    },
    /** The attributes of every resource in the state, by address. */
    state: () => {
      const { values } = JSON.parse(run('show', '-json').stdout || '{}');
      return new Map(
        (values?.root_module?.resources ?? []).map(({ address, values: attributes }) => [address, attributes]),
      );
    },
    forget: (addresses) => (addresses.length > 0 ? run('state', 'rm', ...addresses) : undefined),
  };
};
