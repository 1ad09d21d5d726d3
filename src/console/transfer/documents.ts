import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, stringify, type Node, type YAMLMap } from 'yaml';
import { ParseProblems, type Entry } from './entries.ts';

/** JSON is YAML too, so that lines are known; but what is only YAML is refused. */
const requireJson = (text: string): void => {
  try {
    JSON.parse(text);
  } catch (error) {
    // The rest of the message may have parts of the text in it.
    const [, line] = /line (\d+)/.exec(String(error)) ?? [];
    throw new ParseProblems([line === undefined ? 'It is not valid JSON.' : `Line ${line}: it is not valid JSON.`]);
  }
};

/** Finds the line of a place in the text. */
type LineOf = (offset: number | undefined) => number;

interface Read {
  readonly entries: Entry[];
  readonly problems: string[];
}

const together = (parts: readonly Read[]): Read => ({
  entries: parts.flatMap(({ entries }) => entries),
  problems: parts.flatMap(({ problems }) => problems),
});

/** The values of an object of names; numbers keep their spelling, such as 1.10 or 0777. */
const readMap = ({ items }: YAMLMap, lineOf: LineOf): Read =>
  together(
    items.map(({ key, value }): Read => {
      const name = isScalar(key) ? (key.source ?? '') : '';
      const line = isScalar(key) ? lineOf(key.range?.[0]) : undefined;
      const isText = isScalar(value) && value.value !== null && !isAlias(value);
      if (!isText) return { entries: [], problems: [`Line ${line ?? 1}: the value of ${name} must be a text.`] };
      const isPlain = typeof value.value === 'number' || typeof value.value === 'bigint';
      return { entries: [{ name, value: isPlain ? (value.source ?? '') : String(value.value), line }], problems: [] };
    }),
  );

/** The environment of a Compose service: an object, or a list of `NAME=value`. A name alone has no value here. */
const readEnvironment = (environment: unknown, lineOf: LineOf): Read => {
  if (isMap(environment)) {
    const items = environment.items.filter(({ value }) => !isScalar(value) || value.value !== null);
    return readMap({ items } as YAMLMap, lineOf);
  }
  const lines = isSeq(environment) ? environment.items.filter(isScalar) : [];
  const entries = lines.flatMap(({ value, range }) => {
    const [, name, text] = /^([^=]+)=(.*)$/s.exec(String(value)) ?? [];
    return name === undefined ? [] : [{ name, value: text ?? '', line: lineOf(range?.[0]) }];
  });
  return { entries, problems: [] };
};

/** What all services of a Compose file have in their environments; undefined for other documents. */
const readCompose = (contents: YAMLMap, lineOf: LineOf): Read | undefined => {
  const services = contents.get('services');
  if (!isMap(services)) return undefined;
  const environments = services.items.map(({ value }) => (isMap(value) ? value.get('environment') : undefined));
  const { entries, problems } = together(environments.map((each) => readEnvironment(each, lineOf)));
  const seen = new Set<string>();
  // Services often share a variable; only different values for it are a problem.
  const distinct = entries.filter(({ name, value }) => {
    const key = JSON.stringify([name, value]);
    return seen.size < seen.add(key).size;
  });
  return { entries: distinct, problems };
};

/** Reads an object of names with values, or the environments of a Compose file. */
export const parseDocumentText = (text: string, format: 'json' | 'yaml'): Entry[] => {
  if (format === 'json') requireJson(text);
  const counter = new LineCounter();
  const document = parseDocument<Node>(text, { prettyErrors: false, lineCounter: counter, uniqueKeys: false });
  const lineOf: LineOf = (offset) => counter.linePos(offset ?? 0).line;
  const [error] = document.errors;
  if (error) throw new ParseProblems([`Line ${lineOf(error.pos[0])}: it is not valid ${format.toUpperCase()}.`]);
  const { contents } = document;
  if (!isMap(contents)) throw new ParseProblems(['It must be an object of names with values.']);
  const { entries, problems } = readCompose(contents, lineOf) ?? readMap(contents, lineOf);
  if (problems.length > 0) throw new ParseProblems(problems);
  return entries;
};

export const renderYaml = (values: object): string => stringify(values, { lineWidth: 0 });
