import { readFileSync } from 'node:fs';
import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js';
import formats from 'ajv-formats';
import { anchorOf } from '../../../scripts/build-guides.mjs';
import bundle from '../../../generated/openapi.json' with { type: 'json' };
import { operations, type Operation, type OperationId } from '../../../generated/operations.ts';

export type Schema = Record<string, any>;
export const contract: Schema = bundle;

export const resolve = (schema: Schema): Schema => {
  if (typeof schema.$ref !== 'string') return schema;
  return resolve(
    schema.$ref
      .split('/')
      .slice(1)
      .reduce<Schema>((node, key) => node[key] as Schema, contract),
  );
};

export const operationOf = (id: OperationId): Schema => {
  const { path, method } = operations[id];
  return contract.paths[path][method.toLowerCase()];
};

/** Resolves references and closes every object: a response may contain only fields that the contract documents. */
const closed = (given: Schema, isPartOfWhole = false): Schema => {
  const schema = resolve(given);
  const each = (list: Schema[] | undefined, isPart: boolean): Schema[] | undefined =>
    list?.map((item) => closed(item, isPart));
  const isObject =
    [schema.type === 'object', schema.properties, schema.allOf].some(Boolean) &&
    schema.additionalProperties === undefined;
  const { nullable, type, ...rest } = schema;
  return {
    ...rest,
    ...(type && { type: nullable ? [type, 'null'] : type }),
    ...(schema.properties && {
      properties: Object.fromEntries(
        Object.entries(schema.properties as Schema).map(([key, value]) => [key, closed(value)]),
      ),
    }),
    ...(schema.items && { items: closed(schema.items) }),
    ...(typeof schema.additionalProperties === 'object' && {
      additionalProperties: closed(schema.additionalProperties),
    }),
    ...(schema.allOf && { allOf: each(schema.allOf, true) }),
    ...(schema.oneOf && { oneOf: each(schema.oneOf, false) }),
    ...(isObject && !isPartOfWhole && { unevaluatedProperties: false }),
  };
};

export const ajv = new Ajv2019({ strict: false, allErrors: true });
formats.default(ajv, { mode: 'full' });

const compiled = new Map<Schema, ValidateFunction>();

/** Compiled once for all operations with the same response schema. */
export const validatorFor = (schema: Schema): ValidateFunction => {
  const shared = resolve(schema);
  let validate = compiled.get(shared);
  if (!validate) compiled.set(shared, (validate = ajv.compile(closed(shared))));
  return validate;
};

const pathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`);

const patterns = Object.entries(operations).map(([id, { method, path }]) => ({
  id: id as OperationId,
  method,
  pattern: pathPattern(path),
  parameters: path.split('{').length,
}));

export const findOperation = (method: string, url: string): OperationId | undefined => {
  const path = url.split('?')[0]!;
  const wanted = method === 'HEAD' ? 'GET' : method;
  // Literal segments take precedence over parameters, as in the router.
  const [match] = patterns
    .filter((entry) => entry.method === wanted && entry.pattern.test(path))
    .sort((one, other) => one.parameters - other.parameters);
  return match?.id;
};

const guides = new Map<string, Set<string>>();

/** The addresses of the sections of a guide. */
const sectionsOf = (name: string): Set<string> => {
  const file = new URL(`../../../src/http/pages/guides/${name}.md`, import.meta.url);
  const known = guides.get(name);
  if (known) return known;
  const anchors = readFileSync(file, 'utf8').matchAll(/^#{2,3} (.*)$/gm);
  const sections = new Set([...anchors].map(([, heading]) => anchorOf(heading!)));
  guides.set(name, sections);
  return sections;
};

/** Fails unless the header leads to an explanation: a page of the console, or a section of a guide. */
const assertHelpful = (request: string, link: string | undefined): void => {
  const [, address = ''] = /^<([^<>\s]{1,2100})>; rel="help"$/.exec(link ?? '') ?? [];
  const { pathname, hash } = new URL(address, 'http://localhost');
  const [, guide] = /^\/docs\/guides\/([\w-]+)$/.exec(pathname) ?? [];
  const isHelpful = guide
    ? sectionsOf(guide).has(hash.slice(1))
    : /^\/(p\/[^/]+\/access\/explain|org\/roles)$/.test(pathname);
  if (!isHelpful) throw new Error(`${request} was refused without help: ${link}`);
};

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;
  readonly type: string;
}

/**
 * Fails unless the contract documents exactly this response of the operation, or it is the error of an unknown path.
 */
export const assertDocumented = (method: string, url: string, { status, body, headers, type }: Answer): void => {
  const id = findOperation(method, url);
  const response: Schema | undefined = id ? operationOf(id).responses[status] : contract.components.responses.NotFound;
  if (!response) throw new Error(`${id} does not document status ${status}: ${JSON.stringify(body)}`);
  if (!headers['x-request-id']) throw new Error(`${method} ${url} answered without X-Request-Id`);
  if (status === 403) assertHelpful(`${method} ${url}`, headers.link);
  if (status === 304 || status === 302) return;
  // Only JSON is described by a schema.
  if (id && status === 200 && type === operations[id].responseType && type !== 'application/json') return;
  if (type !== 'application/json') throw new Error(`${method} ${url} answered ${status} as ${type}`);
  if (method === 'HEAD') return;
  const validate = validatorFor(resolve(response).content['application/json'].schema);
  if (!validate(body)) {
    throw new Error(
      `${method} ${url}: the answer is not what the contract says: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`,
    );
  }
  const { reqId } = body as { reqId?: string };
  if (status >= 400 && reqId !== headers['x-request-id']) throw new Error('reqId and X-Request-Id differ');
};

/** The path with its parameters substituted. */
export const pathOf = ({ path }: Operation, params: Record<string, string> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'unknown-id'));

/** The contract's example of a request body. */
export const exampleBody = (id: OperationId): unknown => {
  const content = operationOf(id).requestBody?.content['application/json'];
  return content && resolve(content.schema).example;
};
