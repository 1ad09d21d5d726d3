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
  entryPoints: [join(source, 'start.ts'), join(source, 'main.tsx')],
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

const firstPoints = ['start.ts', 'main.tsx'];

/** The entry points of the build besides the first one, with names such as `pages-overview`. */
const othersIn = (outputs) => {
  const found = Object.entries(outputs)
    .filter(([, { entryPoint }]) => entryPoint && !firstPoints.includes(basename(entryPoint)))
    .map(([chunk, { entryPoint }]) => {
      const path = relative(source, join(root, entryPoint));
      const name = path.replace(/(\/page)?\.tsx?$/, '').replaceAll(/\W+/g, '-');
      return { chunk, name, isFrequent: frequent.includes(name) };
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
  const { paths, publicPages } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const pages = readFileSync(join(source, 'routes.tsx'), 'utf8').matchAll(
    /(\w+): \(\) => import\('\.\/(pages[^']+)'\)/g,
  );
  const fileOf = Object.fromEntries([...pages].map(([, name, file]) => [name, file]));
  const first = new Set(neededBy(chunkOf(outputs, 'main.tsx')));
  return Object.entries(paths).map(([name, route]) => {
    const needed = neededBy(chunkOf(outputs, fileOf[name]));
    const preload = needed.filter((file) => !first.has(file)).map(address);
    return { route, preload, hasFrame: !publicPages.includes(name) };
  });
};

const read = (...path) => readFileSync(join(root, 'src', ...path), 'utf8');

const minified = async (text, loader) =>
  (await transform(text, { loader, minify: true, target: 'es2022' })).code.trim();

/** What is shown until the console has started; only the style of it is needed on pages without a header. */
const frame = () =>
  read('console', 'frame.html')
    .replace('{{logo}}', read('http', 'pages', 'icon.svg'))
    .replaceAll(/>\s+</g, '><')
    .trim();

const preloadOf = (file) => `<link rel="modulepreload" href="${address(file)}" />`;

/** The page, with its style sheet, its scripts, and a place for the frame. */
const shellWith = async ({ style, scheme, start, main, preload }) => {
  const values = {
    // Before anything is drawn.
    scheme: scheme === undefined ? '' : `<script src="${address(scheme)}"></script>`,
    scripts: [
      // As soon as it is there; the others wait for the style sheet.
      ...(start === undefined ? [] : [`<script type="module" async="" src="${address(start)}"></script>`]),
      ...preload.map(preloadOf),
      `<script type="module" src="${address(main)}"></script>`,
    ].join(''),
    frameStyle: await minified(read('console', 'frame.css'), 'css'),
    style: address(style),
  };
  return read('console', 'index.html').replaceAll(/\{\{(\w+)\}\}/g, (place, name) => values[name] ?? place);
};

/** The page of a build whose chunks are not merged. */
export const shellOf = ({ outputs }) => {
  const main = chunkOf(outputs, 'main.tsx');
  const [, ...preload] = withNeeded(outputs, main);
  return shellWith({ style: outputs[main].cssBundle, main, preload });
};

/**
 * Builds the console; returns the contents of its files by the names under which the server reads them, and what
 * esbuild says about them.
 */
export const buildConsole = async () => {
  const { outputFiles, metafile } = await build({ ...consoleOptions, plugins: [directImports] });
  const { outputs } = metafile;
  const texts = Object.fromEntries(outputFiles.map(({ path, text }) => [relative(root, path), text]));
  const [start, main] = firstPoints.map((name) => chunkOf(outputs, name));
  const { files: scripts, neededBy } = await mergeChunks({
    outputs,
    texts,
    first: [
      { name: 'start', chunk: start },
      { name: 'main', chunk: main },
    ],
    others: othersIn(outputs),
  });
  const hashed = (text, name, extension) =>
    `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.${extension}`;
  const styles = await stylesOf(metafile);
  const schemes = await minified(read('console', 'color-scheme.js'), 'js');
  const [style, scheme] = [hashed(styles, 'main', 'css'), hashed(schemes, 'color-scheme', 'js')];
  const [[startFile], [mainFile]] = [neededBy(start), neededBy(main)];
  const built = {
    shell: await shellWith({ style, scheme, start: startFile, main: mainFile, preload: [] }),
    frame: frame(),
    routes: await readRoutes(outputs, neededBy),
  };
  const contents = Object.entries({ ...scripts, [style]: styles, [scheme]: schemes }).map(([name, text]) => [
    `console/${name}`,
    Buffer.from(text),
  ]);
  const files = {
    'console/console.json': JSON.stringify(built),
    ...(await compressed(Object.fromEntries(contents))),
  };
  return { files, metafile };
};
