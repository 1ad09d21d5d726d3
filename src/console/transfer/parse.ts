import { checkEntries, type Entry, type Format } from './entries.ts';

/** Reads names with values from a text; throws `ParseProblems`. The parsers are loaded when they are first needed. */
export const parseEntries = async (text: string, format: Format): Promise<readonly Entry[]> => {
  if (format === 'env') return checkEntries((await import('./dotenv.ts')).parseDotenv(text));
  return checkEntries((await import('./documents.ts')).parseDocumentText(text, format));
};
