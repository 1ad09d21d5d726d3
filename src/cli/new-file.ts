import { writeFileSync } from 'node:fs';
import { StartError } from '../platform/errors.ts';

/** Writes a file that does not exist yet. */
export const writeNewFile = (file: string, text: string, mode = 0o666): void => {
  try {
    writeFileSync(file, text, { flag: 'wx', mode });
  } catch (cause) {
    throw new StartError(`${file} cannot be written: ${(cause as Error).message}`, { cause });
  }
};
