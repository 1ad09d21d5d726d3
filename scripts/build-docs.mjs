// src/http/pages and the contract -> all pages under /docs: the front page, the guides and the reference, with style
// sheets and scripts whose names change with their content. All compressed in advance.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildGuides, guideIndex, guidePictures } from './build-guides.mjs';
import { buildReference } from './build-reference.mjs';
import { compressed } from './compress.mjs';
import { fill } from './html.mjs';
import { root } from './setup.mjs';

const pages = join(root, 'src', 'http', 'pages');
const assets = ['docs.css', 'guide.css', 'reference.css', 'docs.js', 'guide.js', 'reference.js'];

const minify = async (name) => {
  const { outputFiles } = await build({
    entryPoints: [join(pages, name)],
    outdir: pages,
    bundle: name.endsWith('.js'),
    minify: true,
    write: false,
    target: 'es2022',
    logLevel: 'warning',
  });
  return Buffer.from(outputFiles[0].contents);
};

/** `docs.css` with the hash of its content: `docs-5f2a….css`. */
const hashedName = (name, content) => {
  const [stem, extension] = name.split('.');
  return `${stem}-${createHash('sha256').update(content).digest('hex').slice(0, 10)}.${extension}`;
};

const mapKeys = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [change(key), value]));

/** Builds everything; returns the contents by the names under which the server reads them. */
export const buildDocs = async (contract) => {
  const { pages: reference, index } = buildReference(contract);
  const contents = [
    ...(await Promise.all(assets.map(async (name) => [name, await minify(name)]))),
    ['search.json', JSON.stringify([...guideIndex(), ...JSON.parse(index)])],
    ...Object.entries(guidePictures()),
  ];
  const names = new Map(contents.map(([name, content]) => [name, hashedName(name, content)]));
  /** The pages name their files as if they were beside them. */
  const withNames = (text) =>
    text.replaceAll(/"\/docs\/([\w-]+\.\w+)"/g, (address, name) =>
      names.has(name) ? `"/docs/files/${names.get(name)}"` : address,
    );
  const front = fill(readFileSync(join(pages, 'docs.html'), 'utf8'), {
    version: contract.info.version,
    operations: JSON.parse(index).length,
  });
  const html = {
    ...mapKeys(buildGuides(), (name) => `guides/${name}.html`),
    ...mapKeys(reference, (name) => `reference/${name}.html`),
  };
  return {
    // Not compressed, because the server fills in its address.
    'docs/index.html': withNames(front),
    'docs/icon.svg': readFileSync(join(pages, 'icon.svg')),
    ...(await compressed({
      ...Object.fromEntries(Object.entries(html).map(([name, text]) => [name, withNames(text)])),
      ...Object.fromEntries(contents.map(([name, content]) => [`docs/${names.get(name)}`, content])),
    })),
  };
};
