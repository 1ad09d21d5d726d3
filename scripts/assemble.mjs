// openapi/ -> a copy that Redocly can bundle, with everything that is derived: the list of paths, tags, `deprecated`, the
// error responses of each operation, the content of bodies and responses, and the schemas of permission rules.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { root } from './setup.mjs';

export const methods = ['get', 'put', 'post', 'delete', 'patch'];
const source = join(root, 'openapi');

/** `required: all` in an object's schema lists all of its properties. */
const withRequired = (_, value) =>
  value?.required === 'all' ? { ...value, required: Object.keys(value.properties) } : value;

const read = (file) => parse(readFileSync(join(source, file), 'utf8'), withRequired);

/** The error responses of an operation; two of them only with a body, and 503 only if it uses the database. */
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

/** Moves `schema` and `example` of a body or response into its `application/json` content. */
const withContent = ({ schema, example, ...rest }) => {
  if (schema === undefined) return rest;
  return { ...rest, content: { 'application/json': { schema, ...(example !== undefined && { example }) } } };
};

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));

/** Adds the replacement of a deprecated operation to its description. */
const withReplacement = (description, replacement, routes) => {
  if (replacement === undefined) return description;
  if (!routes.has(replacement)) throw new Error(`x-replaced-by names ${replacement}, which is not a current operation`);
  return `${description.trimEnd()}\n\nDeprecated: use \`${routes.get(replacement)}\` (${replacement}).`;
};

/** Adds to its description that the operation needs a recent sign-in. */
const withRecentSignIn = (description, isNeeded) =>
  isNeeded
    ? `${description.trimEnd()}\n\nA user needs a sign-in within the last ten minutes; otherwise it is 403 \`ReauthenticationRequired\`: repeat it after \`POST /api/v1/auth/reauthenticate\`.`
    : description;

/** Adds to its description that a user may get a request instead. */
const withChangeRequest = (description, isPossible) =>
  isPossible
    ? `${description.trimEnd()}\n\nWhere a policy of changes governs the folder, a user gets a request for the change (\`approval\`), and nothing is changed before it is merged; a machine is 403 \`ChangePolicyRequired\` if the policy holds for machines.`
    : description;

const accountRules = {
  owner:
    'In a session of single sign-on it is 403: the provider of one organization does not decide how its user signs in elsewhere.',
  sole: 'In a session of single sign-on it is 403 if the account has a password, another provider or another organization, too: then it does not belong to the provider that opened the session.',
};

/** Adds to its description what a session that a provider opened may do with the account. */
const withAccountRule = (description, rule) =>
  rule in accountRules ? `${description.trimEnd()}\n\n${accountRules[rule]}` : description;

const completeOperation = (operation, { module, isLegacy }, routes) => {
  const { operationId, description, 'x-database': _, 'x-replaced-by': replacement, requestBody, ...rest } = operation;
  const errors = Object.entries(errorsOf(operation)).map(([status, name]) => [
    status,
    { $ref: `../shared.yaml#/components/responses/${name}` },
  ]);
  return {
    operationId,
    tags: [module],
    ...((isLegacy || replacement) && { deprecated: true }),
    description: withReplacement(
      withAccountRule(
        withChangeRequest(withRecentSignIn(description, operation['x-recent-sign-in']), operation['x-change-request']),
        operation['x-account'],
      ),
      replacement,
      routes,
    ),
    ...rest,
    ...(requestBody && { requestBody: withContent(requestBody) }),
    responses: { ...Object.fromEntries(errors), ...mapValues(operation.responses, withContent) },
  };
};

const schemaRef = (name) => ({ $ref: `#/components/schemas/${name}` });

/** `<Name>Action` is one action, `<Name>Actions` one or a list of them. */
const actionSchemas = ([name, actions]) => {
  const action = schemaRef(`${name}Action`);
  return {
    [`${name}Action`]: Array.isArray(actions) ? { type: 'string', enum: actions } : actions,
    [`${name}Actions`]: { oneOf: [action, { type: 'array', minItems: 1, maxItems: 50, items: action }] },
  };
};

const conditionSchema = ([name, kinds]) => ({
  [`${name}Conditions`]: {
    type: 'object',
    nullable: true,
    additionalProperties: false,
    properties: mapValues(kinds, (kind) => schemaRef(`${kind}Condition`)),
  },
});

const ruleSchema = ([name, { description, subjects, actions = name, conditions = 'No' }]) => ({
  [`${name}Permission`]: {
    type: 'object',
    ...(description && { description }),
    required: ['subject', 'action'],
    properties: {
      subject: { type: 'string', enum: subjects },
      action: schemaRef(`${actions}Actions`),
      inverted: schemaRef(conditions === 'No' ? 'NotInverted' : 'Inverted'),
      conditions: typeof conditions === 'string' ? schemaRef(`${conditions}Conditions`) : conditions,
    },
  },
});

/** Adds the schemas that are derived from the table of rules in project/permissions.yaml. */
const addRuleSchemas = ({ actions, conditions, rules }, { schemas }) => {
  const mapping = Object.entries(rules).flatMap(([name, { subjects }]) =>
    subjects.map((subject) => [subject, schemaRef(`${name}Permission`).$ref]),
  );
  Object.assign(
    schemas,
    ...Object.entries(actions).map(actionSchemas),
    ...Object.entries(conditions).map(conditionSchema),
    ...Object.entries(rules).map(ruleSchema),
  );
  Object.assign(schemas.ProjectPermission, {
    oneOf: Object.keys(rules).map((name) => schemaRef(`${name}Permission`)),
    discriminator: { propertyName: 'subject', mapping: Object.fromEntries(mapping) },
  });
  schemas.ProjectSubject.enum = mapping.map(([subject]) => subject);
};

/** The files with shared parameters of a path, and how the path refers to them. */
const parameterFiles = ({ file, area, module }) => {
  const files = { '': file, [`${module}.yaml`]: `${area}/${module}.yaml`, '../shared.yaml': 'shared.yaml' };
  return Object.entries(files)
    .filter(([, name]) => existsSync(join(source, name)))
    .map(([reference, name]) => ({ reference, parameters: read(name).components?.parameters ?? {} }));
};

/**
 * `{tagId}` in a path is the parameter `TagId` of its file, its module or shared.yaml, or `TagIdInPath` if a schema is
 * called `TagId`, unless the path declares one.
 */
const withPathParameters = (path, { parameters = [], ...item }, files) => {
  const derived = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => {
    if (parameters.some((parameter) => parameter.name === name)) return [];
    const component = name[0].toUpperCase() + name.slice(1);
    const references = files.flatMap((each) =>
      [component, `${component}InPath`]
        .filter((candidate) => each.parameters[candidate]?.name === name)
        .map((candidate) => `${each.reference}#/components/parameters/${candidate}`),
    );
    return references.slice(0, 1).map(($ref) => ({ $ref }));
  });
  const all = [...derived, ...parameters];
  return { ...(all.length > 0 && { parameters: all }), ...item };
};

/** Adds the derived parts to a file. */
const complete = (content, description, routes) => {
  const { paths = {}, components = {}, 'x-rules': rules } = content;
  const files = parameterFiles(description);
  for (const [path, item] of Object.entries(paths)) {
    for (const method of methods.filter((name) => item[name]))
      item[method] = completeOperation(item[method], description, routes);
    paths[path] = withPathParameters(path, item, files);
  }
  if (components.responses) components.responses = mapValues(components.responses, withContent);
  if (rules) addRuleSchemas(rules, components);
  delete content['x-rules'];
  return content;
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

/**
 * Sorts the files in the order of the tags, which lists the most used modules first; a module's own file before its
 * others, such as `secrets.batch.yaml`, and legacy files last.
 */
const inOrderOf = (tags, files) => {
  const rank = ({ module }) => tags.findIndex(({ name }) => name === module);
  const isPart = ({ file, module }) => basename(file) !== `${module}.yaml`;
  const order = (a, b) => a.isLegacy - b.isLegacy || rank(a) - rank(b) || isPart(a) - isPart(b);
  return files.toSorted(order);
};

/** Method and path of every operation that is not deprecated, by its operationId. */
const currentRoutes = (files) => {
  const paths = files.filter(({ isLegacy }) => !isLegacy).flatMap(({ file }) => Object.entries(read(file).paths ?? {}));
  const routes = paths.flatMap(([path, item]) =>
    methods
      .filter((name) => item[name] && !item[name].deprecated && !item[name]['x-replaced-by'])
      .map((name) => [item[name].operationId, `${name.toUpperCase()} ${path}`]),
  );
  return new Map(routes);
};

/** Checks that the groups have every tag once, in the order of the tags. */
const checkGroups = ({ tags, 'x-tagGroups': groups }) => {
  const grouped = groups.flatMap((group) => group.tags);
  const wrong = tags.find(({ name }, index) => grouped[index] !== name)?.name ?? grouped[tags.length];
  if (wrong) throw new Error(`x-tagGroups must have every tag once, in the order of the tags: see ${wrong}`);
};

/** Writes the copy to the folder, and returns the file, area and module of every path. */
export const assemble = (folder) => {
  const main = read('openapi.yaml');
  checkGroups(main);
  const files = inOrderOf(main.tags, moduleFiles());
  const routes = currentRoutes(files);
  const modules = new Map();
  const paths = {};
  for (const description of files) {
    const { file } = description;
    const content = complete(read(file), description, routes);
    for (const path of Object.keys(content.paths ?? {})) {
      if (modules.has(path)) throw new Error(`${path} is in ${modules.get(path).file} and in ${file}`);
      modules.set(path, description);
      paths[path] = { $ref: `${file}#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}` };
    }
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), JSON.stringify(content));
  }
  writeFileSync(
    join(folder, 'shared.yaml'),
    JSON.stringify(complete(read('shared.yaml'), describeFile('shared.yaml'))),
  );
  const { components, ...head } = main;
  writeFileSync(join(folder, 'openapi.yaml'), JSON.stringify({ ...head, paths, components }));
  return modules;
};
