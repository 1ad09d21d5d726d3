// openapi/ -> a copy that Redocly can bundle, with everything in it that follows from a rule: the list of paths, tags,
// `deprecated`, and the errors of each operation.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { root } from './setup.mjs';

export const methods = ['get', 'put', 'post', 'delete', 'patch'];
const source = join(root, 'openapi');

const read = (file) => parse(readFileSync(join(source, file), 'utf8'));

/** Every operation may answer with these, those with a body with two more, and all that read the database with 503. */
const errorsOf = ({ requestBody, 'x-database': database }) => ({
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  ...(requestBody && { 413: 'PayloadTooLarge', 415: 'UnsupportedMediaType' }),
  422: 'ValidationFailure',
  429: 'TooManyRequests',
  431: 'RequestHeaderFieldsTooLarge',
  500: 'InternalServerError',
  ...(database !== 'none' && { 503: 'ServiceUnavailable' }),
});

const completed = (operation, { module, isLegacy }) => {
  const { operationId, 'x-database': _, ...rest } = operation;
  const errors = Object.entries(errorsOf(operation)).map(([status, name]) => [
    status,
    { $ref: `../shared.yaml#/components/responses/${name}` },
  ]);
  return {
    operationId,
    tags: [module],
    ...(isLegacy && { deprecated: true }),
    ...rest,
    responses: { ...Object.fromEntries(errors), ...operation.responses },
  };
};

/** `project/tags.legacy.yaml` belongs to the module `tags` of the area `project`. */
const describeFile = (file) => {
  const [module, part] = basename(file, '.yaml').split('.');
  return { file, area: dirname(file), module, isLegacy: part === 'legacy' };
};

const moduleFiles = () =>
  readdirSync(source, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: area }) => readdirSync(join(source, area)).map((name) => describeFile(join(area, name))));

/** In the order of the tags, so that whoever reads the document from the top finds the most used first. */
const inOrderOf = (tags, files) => {
  const rank = ({ module }) => tags.findIndex(({ name }) => name === module);
  return [
    ...files.filter(({ isLegacy }) => !isLegacy).sort((a, b) => rank(a) - rank(b)),
    ...files.filter(({ isLegacy }) => isLegacy).sort((a, b) => rank(a) - rank(b)),
  ];
};

/** Writes the copy to the folder, and gives the area and the module of every path. */
export const assemble = (folder) => {
  const main = read('openapi.yaml');
  const modules = new Map();
  const paths = {};
  for (const description of inOrderOf(main.tags, moduleFiles())) {
    const { file } = description;
    const content = read(file);
    for (const [path, item] of Object.entries(content.paths ?? {})) {
      if (modules.has(path)) throw new Error(`${path} is in ${modules.get(path).file} and in ${file}`);
      modules.set(path, description);
      paths[path] = { $ref: `${file}#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}` };
      for (const method of methods.filter((name) => item[name])) item[method] = completed(item[method], description);
    }
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), JSON.stringify(content));
  }
  writeFileSync(join(folder, 'shared.yaml'), readFileSync(join(source, 'shared.yaml')));
  const { components, ...head } = main;
  writeFileSync(join(folder, 'openapi.yaml'), JSON.stringify({ ...head, paths, components }));
  return modules;
};
