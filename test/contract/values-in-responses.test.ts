import { expect } from 'chai';
import type { Response } from 'supertest';
import { operations, type OperationId } from '../../generated/operations.ts';
import { entriesOf } from '../support/expect/audit.ts';
import { operationOf, resolve, type Schema } from '../support/expect/contract.ts';
import { objectReferencesOf, parametersOf } from '../support/expect/requests.ts';
import { secretsIn } from '../support/expect/secrets.ts';
import { hiddenValue } from '../../src/resources/secrets/secrets/view.ts';
import { successfulCall } from '../support/fixtures/successful-calls.ts';
import { storedCanary } from '../support/fixtures/test-objects.ts';
import { shareOf } from '../support/world/cases.ts';
import { onEachDatabase, type CallOptions } from '../support/world/world.ts';

/** All operations, but for the stream of events, which has no end; events contain names only. */
const ids = (Object.keys(operations) as OperationId[]).filter((id) => id !== 'subscribeToProjectEvents');

/** Operations that return a secret and leave no entry, with the reason. */
const unrecorded: Readonly<Partial<Record<OperationId, string>>> = {
  refreshSession: 'a token of a session whose login was recorded',
};

const isText = (value: unknown): value is string => typeof value === 'string';

/** Whether the response contains a secret that is stored, or one that it hands out. */
const showsSecrets = ({ status, text, body }: Response): boolean => {
  const content = isText(text) ? text : Buffer.isBuffer(body) ? body.toString('latin1') : JSON.stringify(body);
  return (
    content.includes(storedCanary) ||
    content.includes('PRIVATE KEY-----') ||
    // The issues of an invalid request have a code, too.
    (status === 200 && secretsIn(body).some((secret) => secret !== '' && secret !== hiddenValue))
  );
};

/** The value without everything that its schema does not require. */
const required = (given: Schema, value: unknown): unknown => {
  const schema = resolve(given);
  if (Array.isArray(value)) return value.map((item) => required((schema.items ?? {}) as Schema, item));
  if (typeof value !== 'object' || value === null || !schema.properties) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => ((schema.required ?? []) as string[]).includes(name))
      .map(([name, child]) => [name, required(((schema.properties as Schema)[name] ?? {}) as Schema, child)]),
  );
};

/** The ids of single objects in the body: of several that may name the project, none is required. */
const idsIn = (id: OperationId, body: Schema = {}): Record<string, unknown> =>
  Object.fromEntries(
    objectReferencesOf(id).flatMap(({ part, name, isList }) =>
      part === 'body' && !isList && name in body ? [[name, body[name]]] : [],
    ),
  );

/** The query with every switch on. */
const switchedOn = (id: OperationId): Record<string, string> =>
  Object.fromEntries(
    parametersOf(id).flatMap(({ in: part, name, schema }) => {
      const { type, enum: values = [] } = resolve(schema as Schema) as { type?: string; enum?: unknown[] };
      return part === 'query' && (type === 'boolean' || values.includes('true')) ? [[name as string, 'true']] : [];
    }),
  );

/** The request, the same again, and one that asks for as much or changes as little as possible. */
const variantsOf = (id: OperationId, request: CallOptions): CallOptions[] => {
  const schema = operationOf(id).requestBody?.content['application/json']?.schema as Schema | undefined;
  const variant = schema
    ? {
        ...request,
        body: { ...(required(schema, request.body) as object), ...idsIn(id, request.body as Schema | undefined) },
      }
    : { ...request, query: { ...request.query, ...switchedOn(id) } };
  return [request, request, variant];
};

const shownBy = new Set<OperationId>();

onEachDatabase('a secret in a response', (shared, kind) => {
  for (const id of shareOf(ids, kind))
    it(`of ${id} means an entry in the audit log`, async () => {
      const { world, request } = await successfulCall(shared(), id, kind);
      for (const variant of variantsOf(id, request)) {
        const response = await world.call(id, variant);
        if (!showsSecrets(response)) continue;
        shownBy.add(id);
        const types = (await entriesOf(world, response)).map(({ eventType }) => eventType);
        if (!(id in unrecorded)) expect(types, JSON.stringify(response.body)).not.to.be.empty;
      }
    });
});

describe('secrets in responses', () => {
  it('are found', () => {
    const wanted: OperationId[] = ['listSecrets', 'updateSecrets', 'getCertificatePrivateKey', 'createServiceToken'];
    expect([...shownBy]).to.include.members(wanted);
  });
});
