import { expect } from 'chai';
import { contract, resolve, type Schema } from '../support/expect/contract.ts';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Reserved words of TypeScript, Python, Go or Java, which cannot be method names. */
const reserved = new Set([
  ...words(
    'abstract any arguments as async await boolean break case catch class const constructor continue debugger declare default delete do else enum eval export extends',
  ),
  ...words(
    'false finally for from function get if implements import in instanceof interface is let new null number object of package private protected public readonly require',
  ),
  ...words(
    'return set static string super switch symbol this throw true try type typeof undefined unknown var void while with yield',
  ),
  ...words(
    'and assert def del elif except exec global lambda match nonlocal not or pass print raise self None True False',
  ),
  ...words('chan defer fallthrough func go goto init len make map range select struct'),
  ...words(
    'byte char double final float int long native record sealed short strictfp synchronized throws transient volatile wait notify getClass hashCode equals toString clone finalize',
  ),
]);

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const operations = Object.values(contract.paths as Schema).flatMap((item: Schema) =>
  methods.flatMap((method): Schema[] => (item[method] ? [item[method]] : [])),
);
const operationIds = operations.map(({ operationId }) => operationId as string);
const tags = contract.tags as readonly { name: string; description: string }[];

const twice = (names: readonly string[]): string[] => names.filter((name, index) => names.indexOf(name) !== index);

/** The name without the characters that generators omit from class and package names. */
const plain = (name: string): string => name.replace(/[^a-z0-9]/gi, '').toLowerCase();

describe('the code that generators produce from the contract', () => {
  it('has methods with valid, unique names in every language', () => {
    expect(operationIds).to.have.length.above(300);
    expect(operationIds.filter((id) => !/^[a-z][a-zA-Z0-9]{3,31}$/.test(id) || reserved.has(id))).to.deep.equal([]);
    expect(twice(operationIds.map(plain))).to.deep.equal([]);
  });

  it('has classes: each operation belongs to one, and each class has operations and a description', () => {
    expect(
      operations.filter((operation) => operation.tags?.length !== 1).map(({ operationId }) => operationId),
    ).to.deep.equal([]);
    const names = tags.map(({ name }) => name);
    expect([...new Set(operations.map((operation) => operation.tags[0] as string))]).to.have.members(names);
    expect(twice(names.map(plain))).to.deep.equal([]);
    expect(
      tags.filter(({ name, description }) => !/^[a-z]+(-[a-z]+)*$/.test(name) || !/^[A-Z].{8,}[.?]$/.test(description)),
    ).to.deep.equal([]);
  });

  it('has types with valid, unique names in every language', () => {
    const names = Object.keys(contract.components.schemas as Schema);
    expect(names.filter((name) => !/^[A-Z][a-zA-Z0-9]+$/.test(name))).to.deep.equal([]);
    expect(twice(names.map(plain))).to.deep.equal([]);
  });

  it('has one type for each component, whose name is not that of a constructor', () => {
    const names = Object.values(contract.components as Schema).flatMap((components) =>
      Object.keys(components as Schema),
    );
    expect(twice(names)).to.deep.equal([]);
    expect(names.filter((name) => names.includes(`New${name}`))).to.deep.equal([]);
  });

  it('has enumerations with values', () => {
    expect(JSON.stringify(contract).match(/"enum":\[(null)?\]/g)).to.equal(null);
  });

  it('has one error type for each status, with an example', () => {
    const shared: Readonly<Record<string, string>> = {
      400: 'BadRequest',
      401: 'Unauthorized',
      403: 'Forbidden',
      404: 'NotFound',
      409: 'Conflict',
      413: 'PayloadTooLarge',
      415: 'UnsupportedMediaType',
      422: 'ValidationFailure',
      429: 'TooManyRequests',
      431: 'RequestHeaderFieldsTooLarge',
      500: 'InternalServerError',
      503: 'ServiceUnavailable',
    };
    for (const { operationId, responses } of operations) {
      const errors = Object.entries(responses as Schema).filter(([status]) => Number(status) >= 400);
      expect(
        errors.map(([status, { $ref }]) => [status, $ref]),
        operationId,
      ).to.deep.equal(errors.map(([status]) => [status, `#/components/responses/${shared[status]}`]));
    }
    for (const [status, name] of Object.entries(shared)) {
      const { headers, content, description } = resolve({ $ref: `#/components/responses/${name}` });
      expect(Object.keys(content as object), name).to.deep.equal(['application/json']);
      expect(headers, name).to.have.property('X-Request-Id');
      expect(content['application/json'].example, name).to.include({ statusCode: Number(status) });
      expect(description, name).to.match(/^[A-Z].+\.$/);
    }
  });
});
