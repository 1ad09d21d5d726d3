import { expect } from 'chai';
import { contract, resolve, type Schema } from '../support/expect/contract.ts';
import { differences, operationDifferences, type Shape } from '../support/expect/shapes.ts';
import { interfaceSpecification, specifiedErrors } from './interface-spec.ts';

describe('the interface specification', () => {
  it('has 19 operations', () => {
    expect(new Set(interfaceSpecification.map(({ method, path }) => `${method} ${path}`)).size).to.equal(19);
  });

  for (const operation of interfaceSpecification) {
    it(`${operation.method} ${operation.path} matches the specification`, () => {
      expect(operationDifferences(operation, contract)).to.deep.equal([]);
    });

    it(`${operation.method} ${operation.path} returns errors as specified`, () => {
      const responses = (contract.paths[operation.path]?.[operation.method.toLowerCase()]?.responses ?? {}) as Schema;
      const documented = Object.entries(specifiedErrors).filter(([status]) => responses[status]);
      expect(documented.map(([status]) => status)).to.include.members(['401', '403', '500']);
      for (const [status, shape] of documented)
        expect(differences(shape, resolve(responses[status]).content['application/json'].schema, status)).to.deep.equal(
          [],
        );
    });
  }
});

describe('the comparison with the specification', () => {
  const shape: Shape = {
    type: 'object',
    required: ['name'],
    isWhole: true,
    isClosed: true,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 60, default: 'x' },
      kind: { type: 'string', enum: ['a', 'b'] },
      count: { type: 'integer', minimum: 0, maximum: 9 },
      size: { type: 'number' },
      at: { type: 'string', format: 'date-time' },
      list: { type: 'array', minItems: 1, items: { type: 'object', properties: { id: { type: 'string' } } } },
      either: { oneOf: [{ type: 'string' }, { type: 'object', properties: { $glob: { type: 'string' } } }] },
      anything: {},
    },
  };
  const schema = () => ({
    type: 'object',
    required: ['name', 'list'],
    additionalProperties: false as boolean | undefined,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 60, pattern: 'x', default: 'x' },
      kind: { type: 'string', enum: ['b', 'a'] },
      count: { type: 'integer', minimum: 0, maximum: 9 },
      size: { type: 'integer' },
      at: { type: 'string', format: 'date-time', nullable: true },
      list: {
        type: 'array',
        minItems: 1,
        maxItems: 5,
        items: { type: 'object', properties: { id: { type: 'string' }, more: { type: 'string' } } },
      },
      either: { oneOf: [{ type: 'object', properties: { $glob: { type: 'string' } } }, { type: 'string' }] },
      anything: { type: 'boolean' },
    } as Schema,
  });
  const after = (change: (changed: ReturnType<typeof schema>) => void): string[] => {
    const changed = schema();
    change(changed);
    return differences(shape, changed, 'x');
  };

  it('finds no differences where there are none, nested schemas included', () => {
    expect(differences(shape, schema(), 'x')).to.deep.equal([]);
    const { properties, ...rest } = schema();
    const { name, kind, ...others } = properties;
    expect(
      differences(
        shape,
        { ...rest, allOf: [{ properties: { name, kind } }, { allOf: [{ properties: others }] }] },
        'x',
      ),
    ).to.deep.equal([]);
  });

  it('finds each kind of difference', () => {
    expect(after(({ properties }) => delete properties.kind)).to.deep.equal(['x.kind: missing']);
    expect(after(({ properties }) => delete properties.list.items.properties.id)).to.deep.equal([
      'x.list[].id: missing',
    ]);
    expect(after(({ properties }) => delete properties.list.items)).to.deep.equal(['x.list[]: missing']);
    expect(after(({ properties }) => (properties.count.type = 'number'))).to.deep.equal([
      'x.count: type "number" instead of "integer"',
    ]);
    expect(after(({ properties }) => (properties.size.type = 'string'))).to.deep.equal([
      'x.size: type "string" instead of "number"',
    ]);
    expect(after(({ properties }) => delete properties.at.format)).to.deep.equal([
      'x.at: format nothing instead of "date-time"',
    ]);
    expect(after(({ properties }) => (properties.name.maxLength = 61))).to.deep.equal([
      'x.name: maxLength 61 instead of 60',
    ]);
    expect(after(({ properties }) => delete properties.name.minLength)).to.deep.equal([
      'x.name: minLength nothing instead of 1',
    ]);
    expect(after(({ properties }) => (properties.count.minimum = 1))).to.deep.equal([
      'x.count: minimum 1 instead of 0',
    ]);
    expect(after(({ properties }) => (properties.count.maximum = 8))).to.deep.equal([
      'x.count: maximum 8 instead of 9',
    ]);
    expect(after(({ properties }) => (properties.list.minItems = 0))).to.deep.equal([
      'x.list: minItems 0 instead of 1',
    ]);
    expect(after(({ properties }) => (properties.name.default = 'y'))).to.deep.equal([
      'x.name: default "y" instead of "x"',
    ]);
    expect(after(({ properties }) => properties.kind.enum.push('c'))).to.deep.equal([
      'x.kind: values ["b","a","c"] instead of ["a","b"]',
    ]);
    expect(after(({ properties }) => properties.kind.enum.pop())).to.deep.equal([
      'x.kind: values ["b"] instead of ["a","b"]',
    ]);
    expect(after(({ properties }) => properties.either.oneOf.pop())).to.deep.equal([
      'x.either[option 1]: type "object" instead of "string"',
    ]);
    expect(after(({ required }) => required.shift())).to.deep.equal(['x.name: not required']);
    expect(after((changed) => (changed.additionalProperties = undefined))).to.deep.equal(['x: not closed']);
    expect(after(({ properties }) => (properties.surplus = { type: 'string' }))).to.deep.equal(['x.surplus: too much']);
    expect(differences({ type: 'object', absent: ['name'] }, schema(), 'x')).to.deep.equal(['x.name: too much']);
  });

  it('finds what an operation lacks', () => {
    const specified = {
      method: 'POST' as const,
      path: '/a/{id}',
      parameters: [
        { in: 'path' as const, name: 'id', type: 'string' as const },
        { in: 'query' as const, name: 'limit', isRequired: true, type: 'integer' as const, maximum: 9 },
      ],
      body: { ...shape, onlyRequired: ['name', 'list'] },
      answer: shape,
    };
    const json = (given: object) => ({ content: { 'application/json': { schema: given } } });
    const document = () => ({
      paths: {
        '/a/{id}': {
          parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }],
          post: {
            parameters: [{ in: 'query', name: 'limit', required: true, schema: { type: 'integer', maximum: 9 } }],
            requestBody: json(schema()),
            responses: { 200: json(schema()) },
          },
        },
      } as Schema,
    });
    const changed = (change: (path: Schema, paths: Schema) => void): string[] => {
      const given = document();
      change(given.paths['/a/{id}'], given.paths);
      return operationDifferences(specified, given);
    };
    expect(changed(() => undefined)).to.deep.equal([]);
    expect(changed((_, paths) => delete paths['/a/{id}'])).to.deep.equal(['POST /a/{id}: missing']);
    expect(changed((path) => delete path.post)).to.deep.equal(['POST /a/{id}: missing']);
    expect(changed((path) => delete path.parameters)).to.deep.equal(['POST /a/{id} path id: missing']);
    expect(changed((path) => (path.post.parameters[0].name = 'size'))).to.deep.equal([
      'POST /a/{id} query limit: missing',
    ]);
    expect(changed((path) => delete path.post.parameters[0].required)).to.deep.equal([
      'POST /a/{id} query limit: not required',
    ]);
    expect(changed((path) => (path.post.parameters[0].schema.maximum = 10))).to.deep.equal([
      'POST /a/{id} query limit: maximum 10 instead of 9',
    ]);
    expect(changed((path) => delete path.post.requestBody)).to.deep.equal(['POST /a/{id} body: missing']);
    expect(
      changed((path) => path.post.requestBody.content['application/json'].schema.required.push('kind')),
    ).to.deep.equal(['POST /a/{id} body.kind: required']);
    expect(changed((path) => delete path.post.responses[200])).to.deep.equal(['POST /a/{id} answer: missing']);
    expect(
      changed((path) => delete path.post.responses[200].content['application/json'].schema.properties.kind),
    ).to.deep.equal(['POST /a/{id} answer.kind: missing']);
  });
});
