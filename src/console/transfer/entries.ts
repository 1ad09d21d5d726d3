/** A name with a value, as read from a text. */
export interface Entry {
  readonly name: string;
  readonly value: string;
  readonly line: number | undefined;
}

export const formats = ['env', 'json', 'yaml'] as const;
export type Format = (typeof formats)[number];

export const formatLabels: Readonly<Record<Format, string>> = { env: '.env', json: 'JSON', yaml: 'YAML' };

/** What is wrong with a text, with line numbers and without values. */
export class ParseProblems extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super('The text cannot be read.');
    this.problems = problems;
  }
}

const at = (line: number | undefined): string => (line === undefined ? '' : `Line ${line}: `);

const problemOf = ({ name, value, line }: Entry): string | undefined => {
  if (name.length > 255 || /[:/\p{Cc}]/u.test(name) || name.trim() !== name || name === '')
    return `${at(line)}${JSON.stringify(name.slice(0, 80))} is not a name: no colon, slash or control characters, no spaces around it, at most 255 characters.`;
  return value.length > 1_048_576 ? `${at(line)}the value of ${name} is larger than 1 MiB.` : undefined;
};

/** Checks what the server would refuse, so that the lines can be named. */
export const checkEntries = (entries: readonly Entry[]): readonly Entry[] => {
  const problems = entries.map(problemOf).filter((problem) => problem !== undefined);
  const seen = new Map<string, number | undefined>();
  for (const { name, line } of entries) {
    const first = seen.get(name);
    if (seen.has(name))
      problems.push(`${at(line)}${name} occurs twice${first === undefined ? '' : `, first in line ${first}`}.`);
    else seen.set(name, line);
  }
  if (entries.length === 0) problems.push('There is nothing to import in it.');
  if (entries.length > 10_000) problems.push('It has more than 10,000 secrets. Import it in parts.');
  if (problems.length > 0) throw new ParseProblems(problems);
  return entries;
};

/** Guesses the format of a text, from the name of its file if it has one. */
export const guessFormat = (text: string, file = ''): Format => {
  if (/\.json$/i.test(file)) return 'json';
  if (/\.ya?ml$/i.test(file)) return 'yaml';
  if (file !== '') return 'env';
  if (/^\s*\{/.test(text)) return 'json';
  const [first = ''] = text.split('\n').filter((line) => !/^\s*(#|---|$)/.test(line));
  return /^[^=]+?:(\s|$)/.test(first) ? 'yaml' : 'env';
};

/** Whether a text that is pasted anywhere is meant as names with values. */
export const looksLikeEntries = (text: string): boolean => {
  if (/^\s*\{[^]*:[^]*\}\s*$/.test(text)) return true;
  const lines = text.split('\n').filter((line) => !/^\s*(#|---|$)/.test(line));
  const isAssignment = (line: string): boolean => /^\s*(export\s+)?[A-Za-z_][\w.-]*\s*=/.test(line);
  const isYaml = (line: string): boolean => /^[A-Za-z_][\w.-]*:(\s|$)/.test(line);
  const [first = ''] = lines;
  return isAssignment(first) || (lines.length > 1 && isYaml(first));
};
