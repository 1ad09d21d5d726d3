import { _, Ajv, type CodeKeywordDefinition, type Options } from 'ajv';
// ajv documents no other entry for standalone code: https://ajv.js.org/standalone.html
import standalone from 'ajv/dist/standalone/index.js';
import formats from 'ajv-formats';
import type { Contract, OperationKey, Parameter, Schema } from '../src/http/openapi-validator/contract.ts';
import { sliceOf, type Slice } from '../src/http/openapi-validator/slice.ts';
import { maxIssues } from '../src/platform/errors.ts';

/**
 * Checks the items of a list until the request has fifty wrong ones: ajv would check all of them, and copy all earlier
 * errors for each wrong one.
 */
const items: CodeKeywordDefinition = {
  keyword: 'items',
  type: 'array',
  schemaType: ['object'],
  code: (context) => {
    const { gen, data } = context;
    const isValid = gen.name('valid');
    gen.forRange('index', 0, _`${data}.length`, (index) => {
      context.subschema({ keyword: 'items', dataProp: index, dataPropType: 0 }, isValid);
      gen.if(_`!${isValid} && ++wrong.items >= ${maxIssues}`, () => gen.break());
    });
  },
};

/** The schema of the parameters that express-openapi-validator composes. */
const parametersSchema = ({ parameters }: Slice): Schema => {
  const nameOf = ({ in: part, name }: Parameter): string => (part === 'header' ? name.toLowerCase() : name);
  const schemaOf = (place: string): Schema => {
    const own = parameters.filter(({ in: part }) => part === place);
    return {
      type: 'object',
      properties: Object.fromEntries(own.map((each) => [nameOf(each), each.schema])),
      required: own.filter(({ required }) => required).map(nameOf),
    };
  };
  return { properties: { query: schemaOf('query'), headers: schemaOf('header'), params: schemaOf('path') } };
};

const bodySchema = ({ body }: Slice): Schema =>
  body ? { properties: { body: body.schema }, ...(body.required && { required: ['body'] }) } : {};

/** Writes the code of functions for these schemas, by their names. */
const functionsFor = (schemas: Schema, components: Schema, options: Options): string => {
  // As express-openapi-validator sets them.
  const ajv = new Ajv({
    ...{ strict: false, strictNumbers: true, validateSchema: false, useDefaults: true, allErrors: true },
    ...options,
    code: { source: true },
  });
  formats.default(ajv, { mode: 'full' });
  ajv.removeKeyword('items').addKeyword(items);
  ajv.addSchema({ schemas, components: { schemas: components } }, 'contract');
  const places = Object.keys(schemas).map((name) => [name, `contract#/schemas/${name}`]);
  return `(() => { const exports = {}; ${standalone.default(ajv, Object.fromEntries(places))}; return exports; })()`;
};

/** Writes a module with the compiled schemas of these operations, for `compiledCheckOf`. */
export const standaloneModule = (contract: Contract, operations: readonly OperationKey[]): string => {
  const slices = operations.map((operation) => [operation.id, sliceOf(contract, operation)] as const);
  const components = Object.assign({}, ...slices.map(([, { schemas }]) => schemas)) as Schema;
  const by = (schemaOf: (slice: Slice) => Schema): Schema =>
    Object.fromEntries(slices.map(([id, slice]) => [id, schemaOf(slice)]));
  return `module.exports = () => {
const wrong = { items: 0 };
const parameters = ${functionsFor(by(parametersSchema), components, { coerceTypes: true })};
const bodies = ${functionsFor(by(bodySchema), components, {})};
return { parameters, bodies, wrong };
};
`;
};
