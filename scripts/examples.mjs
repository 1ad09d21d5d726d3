// Composes the example of a response from the examples of its properties.
import { createHash } from 'node:crypto';

/** Derives an id from the name of a property, so that all examples show the same one. */
const idFor = (name) => {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const isId = (name) => /^(_?id|workspace|.*Id)$/.test(name);

/** The name of an id outside of its object: `project.id` becomes `projectId`; a workspace is a project. */
const idName = (name, parent) => {
  const full = /^_?id$/.test(name) ? `${parent.replace(/ies$/, 'y').replace(/s$/, '')}Id` : name;
  return full.replace(/^workspace(Id)?$/, 'projectId');
};

/** Merges the parts of an object; of other types, returns the first part. */
const merge = (parts) => (parts.every((part) => part instanceof Object) ? Object.assign({}, ...parts) : parts[0]);

/** Composes examples over the schemas of the document; calls `missing` with the path of a value without an example. */
export const exampleComposer = (document, missing) => {
  const resolve = ($ref) =>
    $ref
      .split('/')
      .slice(1)
      .reduce((node, key) => node[key], document);
  const propertiesOf = (schema, at) =>
    Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, property]) => [name, compose(property, [...at, name])]),
    );
  const simple = (schema, at) => {
    const [name = '', parent = ''] = at.toReversed();
    if (schema.enum) return schema.enum[0];
    if (schema.nullable) return null;
    if (schema.format === 'date-time') return '2026-01-02T03:04:05.678Z';
    if (schema.format === 'uuid' || (schema.type === 'string' && isId(name))) return idFor(idName(name, parent));
    if (schema.format === 'password') return 'eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiIuLi4ifQ.c2lnbmF0dXJl';
    if (schema.type === 'boolean') return false;
    if (schema.type === 'object') return {};
    missing(at.join('.'));
    return undefined;
  };
  const compose = (schema, at) => {
    if (schema.$ref === '#/components/schemas/Id') return compose({ type: 'string', format: 'uuid' }, at);
    if (schema.$ref) return compose(resolve(schema.$ref), at);
    if ('example' in schema) return schema.example;
    if ('default' in schema) return schema.default;
    if (schema.allOf) return merge(schema.allOf.map((part) => compose(part, at)));
    if (schema.oneOf) return compose(schema.oneOf[0], at);
    if (schema.type === 'array') return [compose(schema.items, at)];
    return schema.properties ? propertiesOf(schema, at) : simple(schema, at);
  };
  return compose;
};
