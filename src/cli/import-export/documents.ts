import { isAlias, isMap, isScalar, LineCounter, parseDocument, Scalar, stringify, type YAMLMap } from 'yaml';
import { UsageError } from '../usage.ts';
import { parseJsonText } from './json.ts';
import {
  DotenvError,
  isSecretName,
  isVariableName,
  nameRules,
  parseDotenv,
  renderDotenv,
  type DotenvSection,
} from '../../formats/dotenv.ts';

export const formats = ['env', 'json', 'yaml'] as const;
export type Format = (typeof formats)[number];

/** The values of one folder. */
export interface FolderValues {
  readonly environment: string;
  readonly path: string;
  readonly values: ReadonlyMap<string, string>;
}

/** The folder that values without one belong to; undefined if the command names none. */
export interface BaseFolder {
  readonly environment: string | undefined;
  readonly path: string;
}

/** Guesses the format from the name of a file: `secrets.json`, `.env`, `.env.local`, `prod.env`. */
export const formatOf = (file: string): Format | undefined => {
  if (/\.json$/i.test(file)) return 'json';
  if (/\.ya?ml$/i.test(file)) return 'yaml';
  return /(^|[/\\.])env(\.[^/\\]*)?$/i.test(file) ? 'env' : undefined;
};

const joinPaths = (base: string, path: string): string =>
  `/${[...base.split('/'), ...path.split('/')].filter(Boolean).join('/')}`;

/** Reads `environment:/path`, or a path below the base folder. */
const readFolder = (name: string | undefined, { environment, path }: BaseFolder): Omit<FolderValues, 'values'> => {
  const [, ownEnvironment, ownPath = '/'] = /^(?:([^:/]+):)?(\/.*)$/.exec(name ?? '/') ?? [];
  if (ownEnvironment !== undefined) return { environment: ownEnvironment, path: joinPaths('/', ownPath) };
  if (environment === undefined) throw new UsageError('Name the environment with --env: the file does not.');
  return { environment, path: joinPaths(path, ownPath) };
};

const isFolderName = (name: string): boolean => /^([^:/]+:)?\//.test(name);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (name: string, value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (isObject(value)) throw new UsageError(`${name} has names in it, so it is a folder: write it as "/${name}".`);
  throw new UsageError(`The value of ${name} must be a text: put it in quotes.`);
};

const valuesOf = (entries: readonly (readonly [string, unknown])[]): Map<string, string> =>
  new Map(
    entries.map(([name, value]) => {
      if (!isSecretName(name)) throw new UsageError(`${name} is not allowed as a name: ${nameRules}.`);
      return [name, textOf(name, value)];
    }),
  );

/** Splits an object into the values of the folder itself and the folders below. */
const sectionsOf = (entries: readonly (readonly [string, unknown])[]): DotenvSection[] => {
  const own = entries.filter(([name]) => !isFolderName(name));
  const folders = entries
    .filter(([name]) => isFolderName(name))
    .map(([name, inside]) => {
      if (!isObject(inside)) throw new UsageError(`${name} is a folder, so it must have names with values.`);
      return { folder: name, values: valuesOf(Object.entries(inside)) };
    });
  const values = valuesOf(own);
  return values.size > 0 ? [{ folder: undefined, values }, ...folders] : folders;
};

// The messages of the parsers repeat parts of the text, which may be secret.
const parseJson = (text: string): DotenvSection[] => {
  const parsed = parseJsonText(text);
  if (!isObject(parsed)) throw new UsageError('The input must be a JSON object of names with values.');
  return sectionsOf(Object.entries(parsed));
};

/** A number keeps its spelling, such as 1.10 or 0777. */
const plain = (node: unknown): unknown => {
  if (isAlias(node)) throw new UsageError('Aliases are not supported in YAML.');
  if (isMap(node)) return Object.fromEntries(pairsOf(node));
  if (!isScalar(node)) return undefined;
  return typeof node.value === 'number' ? (node.source ?? String(node.value)) : node.value;
};

const pairsOf = (map: YAMLMap): [string, unknown][] =>
  map.items.map(({ key, value }) => [String(isScalar(key) ? (key.source ?? key.value) : key), plain(value)]);

const parseYaml = (text: string): DotenvSection[] => {
  const lines = new LineCounter();
  const document = parseDocument(text, { prettyErrors: false, lineCounter: lines });
  const [error] = document.errors;
  if (error) throw new UsageError(`The input is not valid YAML at line ${lines.linePos(error.pos[0]).line}.`);
  if (!isMap(document.contents)) throw new UsageError('The input must be YAML of names with values.');
  return sectionsOf(pairsOf(document.contents));
};

const parseEnv = (text: string): DotenvSection[] => {
  try {
    return parseDotenv(text);
  } catch (error) {
    throw error instanceof DotenvError ? new UsageError(error.message) : error;
  }
};

const parsers: Readonly<Record<Format, (text: string) => DotenvSection[]>> = {
  env: parseEnv,
  json: parseJson,
  yaml: parseYaml,
};

/** Reads folders with values; those without a folder of their own belong to the base folder. */
export const parseValues = (format: Format, text: string, base: BaseFolder): FolderValues[] =>
  parsers[format](text).map(({ folder, values }) => ({ ...readFolder(folder, base), values }));

const folderName = ({ environment, path }: FolderValues, { environment: base, path: from }: BaseFolder) => {
  if (environment !== base) return `${environment}:${path}`;
  const below = from === '/' ? path : path.slice(from.length) || '/';
  return below === '/' ? undefined : below;
};

const asObject = (
  sections: readonly DotenvSection[],
  write: (value: string) => unknown = (value) => value,
): Record<string, unknown> =>
  Object.fromEntries(
    sections.flatMap(({ folder, values }): [string, unknown][] => {
      const written = [...values].map(([name, value]): [string, unknown] => [name, write(value)]);
      return folder === undefined ? written : [[folder, Object.fromEntries(written)]];
    }),
  );

/** Writes a value in quotes where a block would lose white space: in lines that have nothing else. */
const yamlValue = (value: string): Scalar => {
  const scalar = new Scalar(value);
  if (/^\s|\n[^\S\n]+(\n|$)/.test(value)) scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
};

/** Writes the folders so that `parseValues` reads the same; folders without values are left out. */
export const renderValues = (format: Format, folders: readonly FolderValues[], base: BaseFolder): string => {
  const sections = folders
    .filter(({ values }) => values.size > 0)
    .map((folder) => ({ folder: folderName(folder, base), values: folder.values }));
  if (format === 'env') {
    const unfit = sections.flatMap(({ values }) => [...values.keys()]).find((name) => !isVariableName(name));
    if (unfit !== undefined)
      throw new UsageError(`${unfit} cannot be the name of a variable. Give --format json or --format yaml.`);
    return renderDotenv(sections);
  }
  if (format === 'json') return `${JSON.stringify(asObject(sections), undefined, 2)}\n`;
  return stringify(asObject(sections, yamlValue), { lineWidth: 0 });
};
