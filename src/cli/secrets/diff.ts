import { Command } from 'commander';
import { coloured, type Colour } from '../colour.ts';
import { namedPath, namedProject, requireFolder, withPath, type FolderOptions } from '../folder-options.ts';
import { RefusedByServer, type ApiClient } from '../server/client.ts';
import { connect } from '../server/connection.ts';
import { checkEnvironment, findProject, type Project } from '../server/project.ts';
import { asJson } from '../table.ts';
import { note, printable } from '../terminal.ts';
import { readSecrets, type Secret } from './reading.ts';

interface Options extends FolderOptions {
  readonly recursive?: true;
  readonly values?: true;
  readonly exitCode?: true;
  readonly json?: true;
}

/** The secrets of a folder and those below it by path and name; undefined if there is no such folder. */
const readByName = async (
  client: ApiClient,
  project: Project,
  environment: string,
  path: string,
  recursive: boolean,
): Promise<Map<string, Secret> | undefined> => {
  const folder = { project, environment, path };
  const { secrets } = await readSecrets(client, folder, { values: true, recursive }).catch((error: unknown) => {
    if (error instanceof RefusedByServer && error.status === 404) return { secrets: undefined };
    throw error;
  });
  return secrets && new Map(secrets.map((secret) => [`${secret.secretPath}:${secret.secretKey}`, secret]));
};

type State = 'first' | 'second' | 'differs' | 'unknown';

interface Difference {
  readonly name: string;
  readonly path: string;
  readonly state: State;
  readonly values: readonly [first: string | undefined, second: string | undefined];
}

const stateOf = (first: Secret | undefined, second: Secret | undefined): State | undefined => {
  if (!second) return 'first';
  if (!first) return 'second';
  if (first.secretValueHidden || second.secretValueHidden) return 'unknown';
  return first.secretValue === second.secretValue ? undefined : 'differs';
};

const valueOf = (secret: Secret | undefined): string | undefined =>
  secret?.secretValueHidden ? undefined : secret?.secretValue;

const differencesOf = (first: Map<string, Secret>, second: Map<string, Secret>): Difference[] =>
  [...new Set([...first.keys(), ...second.keys()])].sort().flatMap((key) => {
    const pair = [first.get(key), second.get(key)] as const;
    const state = stateOf(...pair);
    const { secretKey: name, secretPath: path } = (pair[0] ?? pair[1])!;
    return state === undefined ? [] : [{ name, path, state, values: [valueOf(pair[0]), valueOf(pair[1])] as const }];
  });

const signs: Readonly<Record<State, readonly [sign: string, colour: Colour]>> = {
  first: ['-', 'red'],
  second: ['+', 'green'],
  differs: ['~', 'yellow'],
  unknown: ['?', 'grey'],
};

const lineOf = ({ name, path, state, values: [first, second] }: Difference, { values, recursive }: Options): string => {
  const [sign, colour] = signs[state];
  const only = first ?? second;
  const change = state === 'differs' ? `${JSON.stringify(first)} -> ${JSON.stringify(second)}` : JSON.stringify(only);
  const shown = values && only !== undefined ? `  ${change}` : '';
  const label = recursive ? `${path}:${name}` : name;
  return coloured(colour, printable(`${sign} ${label}${shown}`));
};

const legend = (first: string, second: string, differences: readonly Difference[]): string => {
  const texts: Readonly<Record<State, string>> = {
    first: `- only in ${first}`,
    second: `+ only in ${second}`,
    differs: '~ different values',
    unknown: '? you may not read both values',
  };
  const states = new Set(differences.map(({ state }) => state));
  return (Object.keys(texts) as State[])
    .filter((state) => states.has(state))
    .map((state) => texts[state])
    .join(', ');
};

const diff = async (first: string, second: string, options: Options): Promise<void> => {
  const client = connect(options);
  const project = await findProject(client, namedProject(options));
  const path = namedPath(options);
  for (const environment of [first, second]) checkEnvironment(project, environment);
  const read = (environment: string) => readByName(client, project, environment, path, options.recursive ?? false);
  const [one, other] = [await read(first), await read(second)];
  // With a folder in neither of them, the path is a mistake.
  if (!one && !other) await requireFolder(client, project, first, path);
  const differences = differencesOf(one ?? new Map<string, Secret>(), other ?? new Map<string, Secret>());
  if (options.exitCode && differences.length > 0) process.exitCode = 1;
  if (options.json)
    return console.log(
      asJson(differences.map(({ values, ...rest }) => ({ ...rest, ...(options.values && { values }) }))),
    );
  for (const difference of differences) console.log(lineOf(difference, options));
  note(
    differences.length === 0
      ? `${first} and ${second} have the same secrets in ${path}.`
      : `${legend(first, second, differences)}.`,
  );
};

export const diffCommand = (): Command =>
  withPath(new Command('diff'))
    .argument('<first>', 'the slug of an environment')
    .argument('<second>', 'the slug of another one')
    .option('--recursive', 'also compare the folders below')
    .option('--values', 'also print the values')
    .option('--exit-code', 'exit with 1 if there are differences')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nImports are not followed, and references are compared as they are written.\n\nExample: sallyport secrets diff dev prod --recursive',
    )
    .action(diff);
