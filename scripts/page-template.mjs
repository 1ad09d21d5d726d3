// The templates of the pages under /docs, with the parts that several of them have.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fill, raw } from './html.mjs';
import { root } from './setup.mjs';

const read = (name) => readFileSync(join(root, 'src', 'http', 'pages', `${name}.html`), 'utf8');

/** The template of that name, whose places for contents are still open. */
export const pageTemplate = (name) => fill(read(name), { search: raw(read('search')) });
