import { _, stringify, type Code } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { placesIn, type Contract } from '../src/http/openapi-validator/contract-slice.ts';
import { SchemaCompiler, type Compiled } from '../src/http/openapi-validator/schema-compiler.ts';
import type { OperationKey } from '../src/http/openapi-validator/compiled-schemas.ts';
import { isObject, type Schema } from '../src/http/openapi-validator/union-shapes.ts';

/** A value outside of the compiled functions of an ajv, with the code that creates it. */
interface OuterValue {
  readonly value: { readonly ref: unknown; code?: Code };
}

/** The private part of an ajv that contains the values that its compiled functions use. */
interface WithOuterValues {
  readonly scope: { readonly _values: Readonly<Record<string, ReadonlyMap<unknown, OuterValue> | undefined>> };
}

/** The parts of a schema that compiled functions read: lists of allowed values, and names of properties. */
const readParts = (schema: Schema, areProperties = false): Schema => {
  const parts: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(schema)) {
    if (key === 'enum' && Array.isArray(child)) parts[key] = child;
    if (!isObject(child)) continue;
    const inside = readParts(child, key === 'properties' && !areProperties);
    if (areProperties || Object.keys(inside).length > 0) parts[key] = inside;
  }
  return parts;
};

/** Writes the code of a module with the compiled schemas of these operations, for `BuiltSchemas`. */
export const standaloneModule = (contract: Contract, operations: readonly OperationKey[]): string => {
  const compiler = new SchemaCompiler(contract, true);
  const places = new Map(placesIn(contract));

  /** Gives the outer values of an ajv their code: ajv has none for functions, and copies whole schemas. */
  const giveCode = (ajv: unknown): void => {
    const { keyword, schema } = (ajv as WithOuterValues).scope._values;
    for (const { value } of keyword?.values() ?? []) {
      const { kind, number } = compiler.checked.get(value.ref)!;
      value.code = kind === 'union' ? _`union(${number})` : _`items(${number})`;
    }
    for (const { value } of schema?.values() ?? []) value.code = stringify(readParts(value.ref as Schema));
  };

  const codeOf = ({ ajv, validate }: Compiled): string => {
    giveCode(ajv);
    return `(self, union, items) => { const module = {}; ${standalone.default(ajv, validate)}; return module.exports; }`;
  };

  const functions = operations.map((operation) => {
    const { parameters, body } = compiler.compileOperation(operation);
    return `${JSON.stringify(operation.id)}: { parameters: ${codeOf(parameters)}, body: ${codeOf(body)} }`;
  });
  const schemas = new Map<Schema, string>();
  // The list grows while schemas are compiled.
  for (const { kind, schema } of compiler.found)
    for (const part of kind === 'union' ? compiler.shapesOf(schema) : [schema])
      if (!schemas.has(part)) schemas.set(part, codeOf(compiler.compile(part)));
  const inPlaces = [...schemas].map(([schema, code]) => `${JSON.stringify(places.get(schema))}: ${code}`);
  const found = compiler.found.map(({ schema }) => places.get(schema));
  return `module.exports = {\noperations: {\n${functions.join(',\n')}\n},\nschemas: {\n${inPlaces.join(',\n')}\n},\nplaces: ${JSON.stringify(found)}\n};\n`;
};
