import { checkEntries, ParseProblems, type Entry, type Format } from './entries.ts';

const parseDotenv = async (text: string): Promise<readonly Entry[]> => {
  const { entries, problems } = (await import('../../formats/dotenv.ts')).readDotenv(text);
  if (problems.length > 0) throw new ParseProblems(problems.map(({ message }) => message));
  return entries;
};

/** Reads names with values from a text; throws `ParseProblems`. The parsers are loaded when they are first needed. */
export const parseEntries = async (text: string, format: Format): Promise<readonly Entry[]> => {
  if (format === 'env') return checkEntries(await parseDotenv(text));
  return checkEntries((await import('./documents.ts')).parseDocumentText(text, format));
};
