import { isAlias, isMap, isScalar, LineCounter, parseDocument, stringify } from 'yaml';
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

/** Reads an object of names with values; numbers keep their spelling, such as 1.10 or 0777. */
export const parseDocumentText = (text: string, format: 'json' | 'yaml'): Entry[] => {
  if (format === 'json') requireJson(text);
  const counter = new LineCounter();
  const document = parseDocument(text, { prettyErrors: false, lineCounter: counter, uniqueKeys: false });
  const lineOf = (offset: number | undefined): number => counter.linePos(offset ?? 0).line;
  const [error] = document.errors;
  if (error) throw new ParseProblems([`Line ${lineOf(error.pos[0])}: it is not valid ${format.toUpperCase()}.`]);
  if (!isMap(document.contents)) throw new ParseProblems(['It must be an object of names with values.']);
  const problems: string[] = [];
  const entries = document.contents.items.flatMap(({ key, value }): Entry[] => {
    const name = isScalar(key) ? key.source : '';
    const line = isScalar(key) ? lineOf(key.range[0]) : undefined;
    const isText = isScalar(value) && value.value !== null && !isAlias(value);
    if (!isText) {
      problems.push(`Line ${line ?? 1}: the value of ${name} must be a text.`);
      return [];
    }
    const isPlain = typeof value.value === 'number' || typeof value.value === 'bigint';
    return [{ name, value: isPlain ? value.source : String(value.value), line }];
  });
  if (problems.length > 0) throw new ParseProblems(problems);
  return entries;
};

export const renderYaml = (values: object): string => stringify(values, { lineWidth: 0 });
