// Packs the chunks of the program into one file that starts quickly (`npm run bench:start`): small chunks as functions,
// which Node only skims; large ones compressed, because most commands need none of them, together with the code that
// V8 compiled from them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';

/** Chunks below this size cost more as stored data than as code. */
const smallChunk = 16_384;

const loaderFile = fileURLToPath(new URL('loader.cjs', import.meta.url));
const { createLoader } = createRequire(import.meta.url)(loaderFile);

const parameters = 'require,module,exports,fileUrl,EMBEDDED';

/** The name by which chunks require each other. */
const nameOf = (path) => `./${basename(path)}`;

/** The chunks of a build with `splitting` as the bodies of CommonJS modules, by the names that they require each other by. */
const toChunks = async ({ outputFiles, metafile }, options) => {
  const chunks = {};
  for (const { path, text } of outputFiles) {
    const [, output] = Object.entries(metafile.outputs).find(([name]) => basename(name) === basename(path));
    const { code } = await transform(text, { ...options, format: 'cjs', supported: { 'dynamic-import': false } });
    const needed = output.imports.filter(({ kind, external }) => kind === 'import-statement' && !external);
    chunks[nameOf(path)] = { code, entryPoint: output.entryPoint, needs: needed.map((each) => nameOf(each.path)) };
  }
  return chunks;
};

/**
 * The data as the text of a function, and where in it each piece is. It is in a comment, which V8 skips five times as
 * fast as it reads a string, and which the function shows as its text.
 */
const store = (data) => {
  const stored = {};
  let text = 'function(){/*';
  for (const [name, content] of Object.entries(data)) {
    const start = text.length;
    text += gzipSync(content, { level: 9 }).toString('base64');
    stored[name] = { start, end: text.length, size: Buffer.byteLength(content) };
  }
  return { stored, text: `${text}*/}` };
};

const functionOf = (code) => `function(${parameters}){${code}\n}`;

/** Runs the stored chunks as the server does at its start, and returns what V8 compiled. */
const compile = async (chunks, data, file, run) => {
  const functions = Object.fromEntries(
    // oxlint-disable-next-line typescript/no-implied-eval -- the chunks are our own code
    Object.entries(chunks).map(([name, code]) => [name, new Function(parameters, code)]),
  );
  const scripts = new Map();
  const load = createLoader({
    chunks: functions,
    ...store(data),
    compiledBy: '',
    file,
    require: createRequire(file),
    onCompile: (name, script) => scripts.set(name, script),
  });
  await run(load);
  return Object.fromEntries([...scripts].map(([name, script]) => [`${name}.cache`, script.createCachedData()]));
};

/**
 * Returns the program as one text. `build` is the result of esbuild with `splitting` and a metafile, `files` the data
 * that the program reads by name, `file` where the program will be, `run` what is compiled in advance.
 */
export const pack = async (build, options, { entryPoint, files, file, run }) => {
  const chunks = await toChunks(build, options);
  const chunkOf = (source) => Object.keys(chunks).find((name) => chunks[name].entryPoint === source);
  // Every command needs the chunks that the first one imports.
  const first = chunkOf(entryPoint);
  const isCode = (name) => chunks[name].code.length < smallChunk || chunks[first].needs.includes(name);
  const small = Object.fromEntries(
    Object.entries(chunks)
      .filter(([name]) => isCode(name))
      .map(([name, { code }]) => [name, code]),
  );
  const large = Object.fromEntries(
    Object.entries(chunks)
      .filter(([name]) => !isCode(name))
      .map(([name, { code }]) => [name, `(${functionOf(code)})`]),
  );
  const data = { ...files, ...large };
  const caches = await compile(small, data, file, (load) => run((source) => load(chunkOf(source))));
  const { stored, text } = store({ ...data, ...caches });
  const { code: loader } = await transform(readFileSync(loaderFile, 'utf8'), { ...options, format: undefined });
  const compiledBy = `${process.version} ${process.platform} ${process.arch}`;
  return [
    '#!/usr/bin/env node',
    loader.trim(),
    `const data=${text};`,
    `const chunks={${Object.entries(small)
      .map(([name, code]) => `${JSON.stringify(name)}:${functionOf(code)}`)
      .join(',\n')}};`,
    `exports.createLoader({chunks,stored:${JSON.stringify(stored)},compiledBy:${JSON.stringify(compiledBy)},text:data.toString(),file:__filename,require})(${JSON.stringify(first)});`,
    '',
  ].join('\n');
};
