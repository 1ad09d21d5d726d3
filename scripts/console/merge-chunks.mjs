import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { build } from 'esbuild';

/** Stands for the hash of all files in their names: they refer to each other in circles. */
const placeholder = 'XXXXXXXX';

/** A chunk with all chunks that it imports at once. */
export const withNeeded = (outputs, chunk, found = new Set()) => {
  if (found.has(chunk)) return found;
  found.add(chunk);
  for (const { kind, path } of outputs[chunk].imports)
    if (kind === 'import-statement') withNeeded(outputs, path, found);
  return found;
};

/** How many entry points need what is in a file: what many need is apart from what few of them do. */
const shareName = (uses, isFrequent) => {
  if (uses >= 8) return 'common';
  // The pages that are opened first are in as few files as possible.
  return uses >= 4 && !isFrequent ? 'several' : 'shared';
};

/**
 * The file of each chunk. An entry point of `first` is in one file with all that it needs; any other has a file of its
 * own, and at most three more with what it shares with those after it.
 */
const planFiles = (outputs, first, others) => {
  const fileOf = new Map();
  const assign = (chunks, nameOf) => {
    for (const chunk of chunks) if (!fileOf.has(chunk)) fileOf.set(chunk, `${nameOf(chunk)}-${placeholder}.js`);
  };
  const uses = new Map();
  for (const { chunk } of others)
    for (const each of withNeeded(outputs, chunk)) uses.set(each, (uses.get(each) ?? 0) + 1);
  for (const { name, chunk } of others) assign([chunk], () => name);
  for (const { name, chunk } of first) assign(withNeeded(outputs, chunk), () => name);
  for (const { name, chunk, isFrequent } of others)
    assign(withNeeded(outputs, chunk), (each) => `${shareName(uses.get(each), isFrequent)}-${name}`);
  return fileOf;
};

const listed = (pairs) => `{ ${pairs.map(([name, own]) => `${name} as ${own}`).join(', ')} }`;

/** Finds the chunks that a file consists of, and the files of others. */
const linkChunks = (outputs, texts, fileOf, others) => {
  const isOther = new Set(others.map(({ chunk }) => chunk));
  const chunkNamed = new Map([...fileOf.keys()].map((chunk) => [basename(chunk), chunk]));
  const addressOf = (chunk) => `/console/${fileOf.get(chunk)}`;

  /** What a chunk exports, with the name that this has in its file, which is the same for what pages export. */
  const numbers = new Map();
  const numberOf = (key) => numbers.get(key) ?? numbers.set(key, `x${numbers.size.toString(36)}`).get(key);
  const exportsOf = (chunk) =>
    outputs[chunk].exports.map((name) => [name, isOther.has(chunk) ? name : numberOf(`${chunk} ${name}`)]);

  const fileText = (file) =>
    [...fileOf]
      .filter((each) => each[1] === file)
      .map(([chunk]) => `import '${chunk}'; export ${listed(exportsOf(chunk))} from '${chunk}';`)
      .join('\n');
  const stubText = (chunk) =>
    `import '${addressOf(chunk)}'; export ${listed(exportsOf(chunk).map(([name, inFile]) => [inFile, name]))} from '${addressOf(chunk)}';`;

  return {
    name: 'chunks',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /.*/ }, ({ path, kind, namespace, pluginData }) => {
        if (kind === 'entry-point') return { path, namespace: 'merged', pluginData: path };
        const chunk = chunkNamed.get(basename(path));
        if (namespace === 'stub' || !chunk) return { path, external: true };
        if (kind === 'dynamic-import') return { path: addressOf(chunk), external: true };
        return fileOf.get(chunk) === pluginData
          ? { path: chunk, namespace: 'chunk', pluginData }
          : { path: chunk, namespace: 'stub' };
      });
      onLoad({ filter: /.*/, namespace: 'merged' }, ({ path, pluginData }) => ({
        contents: fileText(path),
        pluginData,
      }));
      onLoad({ filter: /.*/, namespace: 'chunk' }, ({ path, pluginData }) => ({ contents: texts[path], pluginData }));
      onLoad({ filter: /.*/, namespace: 'stub' }, ({ path }) => ({ contents: stubText(path) }));
    },
  };
};

/**
 * Puts the chunks of esbuild, of which there is one for each set of entry points that share code, into fewer files: each
 * costs a slow line a round trip. `first` and `others` are the entry points with the names of their files. Returns the
 * contents of the files by their names, and the files that each entry point needs, its own first.
 */
export const mergeChunks = async ({ outputs, texts, first, others }) => {
  const fileOf = planFiles(outputs, first, others);
  const { outputFiles } = await build({
    entryPoints: [...new Set(fileOf.values())].map((file) => ({ in: file, out: basename(file, '.js') })),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    outdir: '/',
    write: false,
    plugins: [linkChunks(outputs, texts, fileOf, others)],
  });
  const hash = createHash('sha256');
  for (const { path, text } of outputFiles) hash.update(path).update(text);
  const name = hash.digest('hex').slice(0, placeholder.length);
  const named = (text) => text.replaceAll(placeholder, name);
  return {
    files: Object.fromEntries(outputFiles.map(({ path, text }) => [named(basename(path)), named(text)])),
    neededBy: (chunk) => [...new Set([...withNeeded(outputs, chunk)].map((each) => named(fileOf.get(each))))],
  };
};
