// src/console/ -> the files of the web console: hashed names, one chunk for each page, compressed in advance.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, transform } from 'esbuild';
import { compressed } from './compress.mjs';
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
  minify: true,
  metafile: true,
  absWorkingDir: root,
  outdir: consoleFolder,
  publicPath: '/console/',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  legalComments: 'none',
  logLevel: 'warning',
  // The nonce by which the style elements of react-remove-scroll are allowed; Mantine has a property for its own.
  define: { 'process.env.NODE_ENV': '"production"', __webpack_nonce__: 'window.styleNonce' },
};

const address = (file) => `/console/${basename(file)}`;

/** The file of an entry point, by the end of its name. */
const entryOf = (outputs, end) => Object.keys(outputs).find((file) => outputs[file].entryPoint?.endsWith(end));

/** A file with everything that it imports at once. */
const withNeeded = (outputs, file, seen = new Set()) => {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { kind, path } of outputs[file].imports) if (kind === 'import-statement') withNeeded(outputs, path, seen);
  return seen;
};

/**
 * The addresses that are pages of the console, as its router knows them, each with what its page needs besides the entry
 * point: the browser loads that at the same time, so that a slow line has one round trip less to wait for.
 */
const readRoutes = async ({ outputs }) => {
  const text = readFileSync(join(source, 'paths.ts'), 'utf8');
  const { code } = await transform(text, { loader: 'ts', format: 'esm' });
  const { paths } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const pages = readFileSync(join(source, 'routes.tsx'), 'utf8').matchAll(
    /(\w+): \(\) => import\('\.\/(pages[^']+)'\)/g,
  );
  const fileOf = Object.fromEntries([...pages].map(([, name, file]) => [name, file]));
  const first = withNeeded(outputs, entryOf(outputs, 'main.tsx'));
  return Object.entries(paths).map(([name, route]) => {
    const needed = withNeeded(outputs, entryOf(outputs, fileOf[name]));
    return { route, preload: [...needed].filter((file) => !first.has(file)).map(address) };
  });
};

/** The page, with the entry point, its style sheet and the chunks that it needs at once. */
export const shellOf = ({ outputs }) => {
  const [entry, { cssBundle, imports }] = Object.entries(outputs).find(([, { entryPoint }]) =>
    entryPoint?.endsWith('main.tsx'),
  );
  const preloaded = imports.filter(({ kind }) => kind === 'import-statement');
  return readFileSync(join(source, 'index.html'), 'utf8')
    .replace('{{script}}', address(entry))
    .replace('{{style}}', address(cssBundle))
    .replace(
      '{{preload}}',
      preloaded.map(({ path }) => `<link rel="modulepreload" href="${address(path)}" />`).join(''),
    );
};

/**
 * Builds the console; returns the contents of its files by the names under which the server reads them, and what
 * esbuild says about them.
 */
export const buildConsole = async () => {
  const { outputFiles, metafile } = await build({ ...consoleOptions, write: false });
  const files = {
    'console/console.json': JSON.stringify({ shell: shellOf(metafile), routes: await readRoutes(metafile) }),
    ...(await compressed(
      Object.fromEntries(outputFiles.map(({ path, contents }) => [`console/${basename(path)}`, contents])),
    )),
  };
  return { files, metafile };
};
