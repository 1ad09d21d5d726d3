import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');
const folder = join(root, 'src', 'http', 'pages', 'guides');

export interface Block {
  /** The language, as it is marked; empty if it is not. */
  readonly language: string;
  readonly text: string;
}

export interface Guide {
  /** The path of the file in the repository. */
  readonly path: string;
  readonly text: string;
}

const guideIn = (file: string): Guide => ({ path: relative(root, file), text: readFileSync(file, 'utf8') });

export const readme = guideIn(join(root, 'README.md'));

/** The guide that lists the others, and defines what their commands use. */
export const index = guideIn(join(folder, 'README.md'));

/** The other guides. */
export const guides = readdirSync(folder)
  .filter((name) => name !== 'README.md')
  .map((name) => guideIn(join(folder, name)));

export const blocksOf = ({ text }: Guide): Block[] =>
  [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, content]) => ({
    language: language!,
    text: content!,
  }));
