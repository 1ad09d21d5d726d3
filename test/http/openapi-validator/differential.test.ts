import { expect } from 'chai';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { middleware } from 'express-openapi-validator';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operations, type OperationId } from '../../../generated/operations.ts';
import { handlers } from '../../../src/handlers.ts';
import { bindOperations } from '../../../src/http/bind.ts';
import { newLocals, type BoundOperation } from '../../../src/http/exchange.ts';
import type { Contract } from '../../../src/http/openapi-validator/contract.ts';
import { Validators } from '../../../src/http/validate.ts';
import { ValidationFailure, type ValidationIssue } from '../../../src/platform/errors.ts';
import { fieldsIn } from '../../support/expect/body-fields.ts';
import { builtValidators } from '../../support/expect/compiled-checks.ts';
import { contract, operationOf, type Schema } from '../../support/expect/contract.ts';
import { parametersOf, requestWith } from '../../support/expect/requests.ts';
import { makesAllCases } from '../../support/world/cases.ts';

interface Sent {
  readonly what: string;
  readonly params: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly body: unknown;
}

const id = '6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11';
const wrongValues: readonly unknown[] = [null, 7, 'x', [], {}, 'x'.repeat(300)];
const wrongTexts: readonly (string | undefined)[] = [undefined, 'x', '7', 'x'.repeat(3000)];

const shift = Math.floor(Math.random() * 100);
/** All of them, or every third one, with an offset that differs for each name and run. */
const choose = <T>(values: readonly T[], nameIndex: number): readonly T[] =>
  makesAllCases ? values : values.filter((_, index) => (index + nameIndex + shift) % 3 === 0);

/** The example of the operation, and variants with one value removed or replaced. */
const requestsOf = (operationId: OperationId): Sent[] => {
  const { params = {}, query = {}, body } = requestWith(operationId, () => id);
  const example: Sent = { what: 'the example', params, query, body };
  const bodies = Object.keys((body ?? {}) as object).flatMap((name, index) => {
    const { [name]: _, ...rest } = body as Record<string, unknown>;
    const wrong = choose(wrongValues, index).map((value) => ({
      what: `${name} ${JSON.stringify(value)}`,
      body: { ...rest, [name]: value },
    }));
    return [{ what: `no ${name}`, body: rest }, ...wrong].map((spoiled) => ({ ...example, ...spoiled }));
  });
  const queries = parametersOf(operationId)
    .filter(({ in: part }) => part === 'query')
    .flatMap(({ name }: Schema, index) =>
      choose(wrongTexts, index).map((value) => {
        const { [name as string]: _, ...rest } = query;
        return {
          ...example,
          what: `?${name}=${value}`,
          query: value === undefined ? rest : { ...rest, [name]: value },
        };
      }),
    );
  return [example, ...bodies, ...queries];
};

const deepValues: readonly unknown[] = [
  ...wrongValues,
  { unknown: 1 },
  { constructor: 1, 'a/b': 2 },
  ...[7, 'x', '', null, {}, []].map((item) => Array.from({ length: 60 }, () => item)),
];

/** Bodies with one value anywhere inside that is mostly wrong, and little else. */
const deepRequestsOf = (operationId: OperationId, example: Sent): Sent[] => {
  const schema = operationOf(operationId).requestBody?.content['application/json']?.schema as Schema | undefined;
  if (!schema) return [];
  let count = shift;
  const some = (): readonly unknown[] => (makesAllCases ? deepValues : [deepValues[(count += 1) % deepValues.length]]);
  const asItIs = (value: unknown): unknown => value;
  const bodies = fieldsIn(schema, '', { bodyWith: asItIs, manyWith: undefined }).flatMap((field) => [
    ...some().map((value) => field.bodyWith(value)),
    ...Object.keys((field.schema.properties ?? {}) as object).flatMap((name) =>
      some().map((value) => field.bodyWith({ [name]: value })),
    ),
    ...(field.manyWith ? some().map((value) => field.manyWith!(value, 30)) : []),
  ]);
  return bodies.map((body) => ({ ...example, what: JSON.stringify(body).slice(0, 200), body }));
};

/**
 * The components that a part of the contract refers to, directly or indirectly: compiling all of them for each
 * operation would take minutes.
 */
const componentsOf = (part: unknown, found: Record<string, Schema> = {}): Record<string, Schema> => {
  for (const [, kind, name] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
    if (found[kind!]?.[name!]) continue;
    (found[kind!] ??= {})[name!] = contract.components[kind!][name!];
    componentsOf(contract.components[kind!][name!], found);
  }
  return found;
};

/**
 * Removes the two deliberate differences. A value may match several alternatives of a `oneOf`, because unknown
 * properties are allowed: our validator chooses the alternative by its discriminator. And the service checks some
 * formats.
 */
const withoutDifferences = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(withoutDifferences);
  if (typeof part !== 'object' || part === null) return part;
  const { oneOf, discriminator: _, format, ...rest } = part as Schema;
  const copied = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withoutDifferences(value)]));
  return {
    ...copied,
    ...(oneOf && { anyOf: withoutDifferences(oneOf) }),
    ...(format && rest['x-service-checks-format'] !== true && { format: withoutDifferences(format) }),
  };
};

/** A document with the operations of one module: the middleware compiles each operation with its whole document. */
const documentOf = (ids: readonly OperationId[]): Schema => {
  const paths: Record<string, Schema> = {};
  for (const operationId of ids) {
    const { path, method } = operations[operationId];
    const operation = { ...operationOf(operationId), security: [], responses: {} };
    paths[path] = { ...paths[path], parameters: contract.paths[path].parameters, [method.toLowerCase()]: operation };
  }
  const document = { openapi: contract.openapi, info: contract.info, components: componentsOf(paths), paths };
  return withoutDifferences(document) as Schema;
};

const modules = new Map<string, OperationId[]>();
for (const operationId of Object.keys(operations) as OperationId[]) {
  const { bodyTypes } = operations[operationId];
  // The module parses the body.
  if (bodyTypes.length > 0 && !bodyTypes.includes('application/json')) continue;
  const [module] = operationOf(operationId).tags as [string];
  modules.set(module, [...(modules.get(module) ?? []), operationId]);
}

const answerAccepted: RequestHandler = (_req, res) => void res.json('accepted');

const refuse: express.ErrorRequestHandler = (error: Error & { status?: number }, _req, res, _next) => {
  const isRefusal = error.status === 400;
  res.status(isRefusal ? 422 : 500).json(isRefusal ? 'refused' : `failed: ${String(error)}`);
};

const paramsOf = (path: string, { params }: Sent): Record<string, string> =>
  Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, String((params[name!] as string | undefined) ?? id)]),
  );

const urlOf = (path: string, sent: Sent): string => {
  const params = paramsOf(path, sent);
  const search = new URLSearchParams(sent.query as Record<string, string>).toString();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!));
  return `${filled}${search === '' ? '' : `?${search}`}`;
};

interface Verdict {
  readonly issues?: readonly ValidationIssue[];
  readonly left?: object;
}

/** The issues that validators find in a request, or the request as they leave it. */
const verdictBy = async (validators: Validators, operation: BoundOperation, sent: Sent): Promise<Verdict> => {
  const url = urlOf(operation.path, sent);
  const body = structuredClone(sent.body ?? (operation.bodyTypes.length > 0 ? {} : undefined));
  const req = { method: operation.method, url, headers: {}, body };
  const res = { locals: { ...newLocals(), operation, params: paramsOf(operation.path, sent) } } as unknown as Response;
  try {
    await validators.middleware(req as Request, res, () => undefined);
    return { left: { query: res.locals.query, params: res.locals.params, body } };
  } catch (error) {
    if (error instanceof ValidationFailure) return { issues: error.issues };
    throw error;
  }
};

describe('the request validator', () => {
  const servers: Server[] = [];
  const bound = new Map(bindOperations(handlers).map((operation) => [operation.id, operation]));
  const validators = new Validators(contract as unknown as Contract);

  /** The verdict of the schemas that the build compiled, which has to be the one of the middleware. */
  const verdictWith = async (operation: BoundOperation, sent: Sent): Promise<Verdict> => {
    const built = await verdictBy(builtValidators, operation, sent);
    expect(built, sent.what).to.deep.equal(await verdictBy(validators, operation, sent));
    return built;
  };

  const listen = async (app: Express): Promise<string> => {
    const server = app.listen(0, '127.0.0.1');
    // It would close connections while the other middleware compiles.
    server.keepAliveTimeout = 0;
    servers.push(server);
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  after(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** The middleware over the contract as it is written. */
  const theirs = (ids: readonly OperationId[]): Express =>
    express()
      .use(express.json())
      .use(
        middleware({
          apiSpec: documentOf(ids) as never,
          validateApiSpec: false,
          validateRequests: { allErrors: true, allowUnknownQueryParameters: true },
          validateResponses: false,
          validateSecurity: false,
          validateFormats: true,
          ajvFormats: { mode: 'full' },
        }),
      )
      .use(answerAccepted)
      .use(refuse);

  const theirVerdict = async (url: string, { path, method }: BoundOperation, sent: Sent): Promise<unknown> => {
    const response = await fetch(`${url}${urlOf(path, sent)}`, {
      method,
      ...(sent.body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(sent.body),
      }),
    });
    return response.json();
  };

  for (const [module, ids] of modules) {
    describe(module, () => {
      let url: string;
      before(async () => {
        url = await listen(theirs(ids));
      });

      for (const operationId of ids) {
        it(`as built finds what the middleware finds in ${operationId}`, async () => {
          const operation = bound.get(operationId)!;
          const differences: string[] = [];
          const requests = requestsOf(operationId);
          for (const sent of deepRequestsOf(operationId, requests[0]!)) await verdictWith(operation, sent);
          for (const sent of requests) {
            const built = await verdictWith(operation, sent);
            const our = built.issues ? 'refused' : 'accepted';
            const their = await theirVerdict(url, operation, sent);
            if (our !== their) differences.push(`${sent.what}: ${our} here, ${String(their)} there`);
          }
          expect(differences, 'to the contract as it is written').to.deep.equal([]);
        });
      }
    });
  }
});
