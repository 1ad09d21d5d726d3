import { expect } from 'chai';
import type { Request, Response } from 'express';
import { operations, type OperationId } from '../../generated/operations.ts';
import type { BoundOperation } from '../../src/http/exchange.ts';
import { ValidationFailure, type ValidationIssue } from '../../src/platform/errors.ts';
import { fieldsIn, type BodyField } from '../support/expect/body-fields.ts';
import { builtValidators as validators } from '../support/expect/compiled-checks.ts';
import { contract, resolve, type Schema } from '../support/expect/contract.ts';

interface Outcome {
  readonly issues: readonly ValidationIssue[];
  /** The number of values whose size was checked. */
  readonly sizes: number;
  /** Whether the contents were checked, and the errors in them, before the response is cut to 50 issues. */
  readonly validated: number;
  readonly found: number;
}

const validate = (operation: BoundOperation, body: unknown): Outcome => {
  const { method, path } = operation;
  const req = {
    method,
    originalUrl: path,
    path,
    url: path,
    headers: {},
    query: {},
    params: {},
    body,
  } as unknown as Request;
  const before = validators.work;
  let issues: readonly ValidationIssue[] = [];
  try {
    void validators.middleware(
      req,
      { locals: { operation, params: {}, mayBeUnstorable: false, isStructureOpen: false } } as unknown as Response,
      () => undefined,
    );
  } catch (error) {
    if (!(error instanceof ValidationFailure)) throw error;
    ({ issues } = error);
  }
  const { sizes, validated, errors } = validators.work;
  return {
    issues,
    sizes: sizes - before.sizes,
    validated: validated - before.validated,
    found: errors - before.errors,
  };
};

const withBody = Object.entries(operations).flatMap(([id, operation]) => {
  const { requestBody } = (contract.paths as Schema)[operation.path][operation.method.toLowerCase()] as Schema;
  const schema =
    requestBody && (resolve(requestBody as Schema).content['application/json']?.schema as Schema | undefined);
  return schema
    ? [
        {
          operation: { ...operation, id: id as OperationId } as BoundOperation,
          fields: fieldsIn(schema, '', { bodyWith: (value) => value, manyWith: undefined }),
        },
      ]
    : [];
});

const each = (
  check: (operation: BoundOperation, field: BodyField) => void,
  isMeant: (schema: Schema) => boolean,
): void => {
  let count = 0;
  for (const { operation, fields } of withBody) {
    for (const field of fields.filter(({ schema }) => isMeant(schema))) {
      count += 1;
      try {
        check(operation, field);
      } catch (error) {
        (error as Error).message = `${operation.id} ${field.path}: ${(error as Error).message}`;
        throw error;
      }
    }
  }
  expect(count).to.be.above(0);
};

const isList = ({ type }: Schema): boolean => type === 'array';
const isClosed = ({ type, additionalProperties }: Schema): boolean =>
  type === 'object' && additionalProperties === false;
const isMap = ({ type, additionalProperties }: Schema): boolean => type === 'object' && Boolean(additionalProperties);

/** Items that are invalid in every list or valid in some; short and long. */
const contents: readonly ((index: number) => unknown)[] = [
  () => 1,
  (index) => `text ${index}`,
  () => ({}),
  () => [[], [{ a: [1, 2, 3] }]],
];

const list = (length: number, item: unknown): unknown[] => Array.from({ length }, () => item);
const keys = (count: number, value: (index: number) => unknown): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`unknown-${index}`, value(index)]));

describe('sizes in request bodies', () => {
  it('have a maximum in every list and every object with arbitrary keys', () => {
    expect(withBody.length).to.be.above(100);
    each((_operation, { schema }) => expect(schema.maxItems).to.be.a('number'), isList);
    each((_operation, { schema }) => expect(schema.maxProperties).to.be.a('number'), isMap);
  });

  it('are checked before the items of a list, which are then not checked', () => {
    each((operation, { schema, bodyWith }) => {
      const over = (schema.maxItems as number) + 100;
      const outcomes = [over, 4 * over].flatMap((length) =>
        contents.map((content) => validate(operation, bodyWith(Array.from({ length }, (_, index) => content(index))))),
      );
      for (const { issues, ...work } of outcomes) {
        expect(issues.map(({ code, message }) => `${code} ${message}`)).to.deep.equal([
          `too_big must NOT have more than ${schema.maxItems} items`,
        ]);
        expect(work).to.deep.equal({ sizes: outcomes[0]!.sizes, validated: 0, found: 0 });
      }
    }, isList);
  });

  it('are checked before the content of a string that is far too long; one that is slightly too long is reported with all other issues', () => {
    const operation = withBody.find(({ operation: { id } }) => id === 'createSecrets')!.operation;
    const checked = (text: string) =>
      validate(operation, { secretPath: 7, environment: text }).issues.map(
        ({ code, path }) => `${path.join('.')} ${code}`,
      );
    expect(checked('e'.repeat(256))).to.include.members([
      'environment too_big',
      'secretPath type',
      'projectId required',
    ]);
    for (const length of [2000, 500_000]) expect(checked('e'.repeat(length))).to.deep.equal(['environment too_big']);
  });

  it('are checked before the values of an object', () => {
    each((operation, { schema, bodyWith }) => {
      const over = (schema.maxProperties as number) + 100;
      const outcomes = [over, 4 * over].flatMap((count) =>
        contents.map((content) => validate(operation, bodyWith(keys(count, content)))),
      );
      for (const { issues, ...work } of outcomes) {
        expect(issues.map(({ code, message }) => `${code} ${message}`)).to.deep.equal([
          `too_big must NOT have more than ${schema.maxProperties} properties`,
        ]);
        expect(work).to.deep.equal({ sizes: outcomes[0]!.sizes, validated: 0, found: 0 });
      }
    }, isMap);
  });

  it('include the unknown keys of a closed object, of which 50 are reported', () => {
    each((operation, { bodyWith }) => {
      const outcomes = [200, 800].map((count) => validate(operation, bodyWith(keys(count, () => 1))));
      for (const { issues, ...work } of outcomes) {
        expect(issues.map(({ code }) => code)).to.deep.equal(list(50, 'unknown'));
        expect(work).to.deep.equal({ sizes: outcomes[0]!.sizes, validated: 0, found: 0 });
      }
    }, isClosed);
  });

  it('do not include the keys that an open object ignores', () => {
    each(
      (operation, { bodyWith }) => {
        const [few, many] = [200, 800].map((count) => validate(operation, bodyWith(keys(count, () => [1, {}]))));
        expect(many).to.deep.equal(few);
      },
      ({ type, additionalProperties }) => type === 'object' && additionalProperties === undefined,
    );
  });

  it('limit the work for invalid items: the check of a list ends at the fiftieth issue', () => {
    each((operation, { schema, bodyWith }) => {
      const length = Math.floor((schema.maxItems as number) / 4);
      const [few, many] = [length, 4 * length].map((count) => validate(operation, bodyWith(list(count, true))));
      expect(many!.sizes).to.be.at.most(4 * few!.sizes + 10);
      expect(many!.found).to.be.at.most(120);
    }, isList);
  });

  it('limit it in nested lists too', () => {
    each((operation, { schema, manyWith }) => {
      if (!manyWith) return;
      const wrong = list(Math.min(schema.maxItems as number, 50), true);
      const [few, many] = [25, 100].map((count) => validate(operation, manyWith(wrong, count)));
      expect(many!.sizes).to.be.at.most(4 * few!.sizes + 10);
      expect(many!.found).to.be.at.most(200);
    }, isList);
  });

  it('limit objects with arbitrary keys and values', () => {
    each(
      (operation, { bodyWith }) => {
        const outcomes = [10_001, 40_004].map((count) => validate(operation, bodyWith({ any: list(count, 1) })));
        for (const { issues, ...work } of outcomes) {
          expect(issues.map(({ message }) => message)).to.deep.equal(['must NOT have more than 10000 values inside']);
          expect(work).to.deep.equal({ sizes: outcomes[0]!.sizes, validated: 0, found: 0 });
        }
        expect(
          validate(operation, bodyWith({ any: list(9_000, 1) })).issues.map(({ message }) => message),
        ).not.to.include('must NOT have more than 10000 values inside');
      },
      ({ type, additionalProperties }) => type === 'object' && additionalProperties === true,
    );
  });
});
