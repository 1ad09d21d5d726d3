// src/console/ -> the files of the web console: hashed names, one file for each page, compressed in advance.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { build, transform } from 'esbuild';
import { compressed } from './compress.mjs';
import { directImports } from './console/direct-imports.mjs';
import { mergeChunks, withNeeded } from './console/merge-chunks.mjs';
import { stylesOf } from './console/styles.mjs';
import { root } from './setup.mjs';

const source = join(root, 'src', 'console');

const consoleFolder = join(root, 'dist', 'console');

export const consoleOptions = {
  entryPoints: [join(source, 'main.tsx')],
  bundle: true,
  splitting: true,
  format: 'esm',
  jsx: 'automatic',
  target: 'es2022',
  metafile: true,
  absWorkingDir: root,
  outdir: consoleFolder,
  publicPath: '/console/',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  legalComments: 'none',
  logLevel: 'warning',
  write: false,
  // The nonce by which the style elements of react-remove-scroll are allowed; Mantine has a property for its own.
  define: { 'process.env.NODE_ENV': '"production"', __webpack_nonce__: 'window.styleNonce' },
};

const address = (file) => `/console/${basename(file)}`;

/** The chunk of an entry point, by the end of its name. */
const chunkOf = (outputs, end) => Object.keys(outputs).find((file) => outputs[file].entryPoint?.endsWith(end));

/** The pages that most people open first: what these share is in the fewest files. */
const frequent = ['pages-environment', 'pages-overview', 'pages-projects'];

/** The entry points of the build besides the first one, with names such as `pages-overview`. */
const othersIn = (outputs) => {
  const found = Object.entries(outputs)
    .filter(([, { entryPoint }]) => entryPoint && !entryPoint.endsWith('main.tsx'))
    .map(([chunk, { entryPoint }]) => {
      const path = relative(source, join(root, entryPoint));
      return { chunk, name: path.replace(/(\/page)?\.tsx?$/, '').replaceAll(/\W+/g, '-') };
    });
  const rank = ({ name }) => (frequent.includes(name) ? frequent.indexOf(name) : frequent.length);
  return found.sort((one, other) => rank(one) - rank(other));
};

/**
 * The addresses that are pages of the console, as its router knows them, each with what its page needs besides the entry
 * point: the browser loads that at the same time, so that a slow line has one round trip less to wait for.
 */
const readRoutes = async (outputs, neededBy) => {
  const text = readFileSync(join(source, 'paths.ts'), 'utf8');
  const { code } = await transform(text, { loader: 'ts', format: 'esm' });
  const { paths } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const pages = readFileSync(join(source, 'routes.tsx'), 'utf8').matchAll(
    /(\w+): \(\) => import\('\.\/(pages[^']+)'\)/g,
  );
  const fileOf = Object.fromEntries([...pages].map(([, name, file]) => [name, file]));
  const first = new Set(neededBy(chunkOf(outputs, 'main.tsx')));
  return Object.entries(paths).map(([name, route]) => {
    const needed = neededBy(chunkOf(outputs, fileOf[name]));
    return { route, preload: needed.filter((file) => !first.has(file)).map(address) };
  });
};

/** The page, with its style sheet, the entry point and the other files that this needs at once. */
const shellWith = ({ style, scripts: [entry, ...preloaded] }) =>
  readFileSync(join(source, 'index.html'), 'utf8')
    .replace('{{script}}', address(entry))
    .replace('{{style}}', address(style))
    .replace('{{preload}}', preloaded.map((file) => `<link rel="modulepreload" href="${address(file)}" />`).join(''));

/** The page of a build whose chunks are not merged. */
export const shellOf = ({ outputs }) => {
  const entry = chunkOf(outputs, 'main.tsx');
  return shellWith({ style: outputs[entry].cssBundle, scripts: [...withNeeded(outputs, entry)] });
};

/**
 * Builds the console; returns the contents of its files by the names under which the server reads them, and what
 * esbuild says about them.
 */
export const buildConsole = async () => {
  const { outputFiles, metafile } = await build({ ...consoleOptions, plugins: [directImports] });
  const { outputs } = metafile;
  const texts = Object.fromEntries(outputFiles.map(({ path, text }) => [relative(root, path), text]));
  const main = chunkOf(outputs, 'main.tsx');
  const { files: scripts, neededBy } = await mergeChunks({
    outputs,
    texts,
    first: [{ name: 'main', chunk: main }],
    others: othersIn(outputs),
  });
  const styles = await stylesOf(metafile);
  const style = `main-${createHash('sha256').update(styles).digest('hex').slice(0, 8)}.css`;
  const shell = shellWith({ style, scripts: neededBy(main) });
  const contents = Object.entries({ ...scripts, [style]: styles }).map(([name, text]) => [
    `console/${name}`,
    Buffer.from(text),
  ]);
  const files = {
    'console/console.json': JSON.stringify({ shell, routes: await readRoutes(outputs, neededBy) }),
    ...(await compressed(Object.fromEntries(contents))),
  };
  return { files, metafile };
};
