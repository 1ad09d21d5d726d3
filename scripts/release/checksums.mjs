import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The SHA-256 of files in a folder, as `sha256sum` prints them and `sha256sum --check` reads them. */
export const checksumsOf = (folder, names) =>
  names
    .toSorted()
    .map((name) => {
      const hash = createHash('sha256').update(readFileSync(join(folder, name)));
      return `${hash.digest('hex')}  ${name}\n`;
    })
    .join('');
