// Loads the chunks of the built program; `pack.mjs` puts this at its beginning.
exports.createLoader = ({ chunks, stored, compiledBy, text, file, require, onCompile }) => {
  const { gunzipSync } = require('node:zlib');
  const { Script } = require('node:vm');
  const fileUrl = require('node:url').pathToFileURL(file).href;

  const embedded = (name) => {
    if (!stored[name]) return undefined;
    const { start, end, size } = stored[name];
    // One large piece of memory, which is given back to the system later; small ones are not.
    return gunzipSync(Buffer.from(text.slice(start, end), 'base64'), { chunkSize: size + 64 });
  };

  const compile = (name) => {
    const isSameNode = compiledBy === `${process.version} ${process.platform} ${process.arch}`;
    const script = new Script(embedded(name).toString('latin1'), {
      filename: `${file}/${name.slice(2)}`,
      cachedData: isSameNode ? embedded(`${name}.cache`) : undefined,
    });
    onCompile?.(name, script);
    return script.runInThisContext();
  };

  const modules = new Map();
  const load = (name) => {
    if (modules.has(name)) return modules.get(name).exports;
    if (!chunks[name] && !stored[name]) return require(name);
    const module = { exports: {} };
    const run = chunks[name] ?? compile(name);
    modules.set(name, module);
    run(load, module, module.exports, fileUrl, embedded);
    return module.exports;
  };
  return load;
};
