import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { breaksBetween } from '../support/expect/compatibility.ts';

const read = (...path: string[]): any =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', ...path), 'utf8'));

const date = 'has the format date-time, not undefined';

/** Errors of the released document. The server behaves as before, or as the interface specification requires. */
const corrections = [
  // Sent only with 400 and 403.
  'GET /healthz 429.details: was removed',
  // One rule for each action; a single action may be sent without a list.
  'GET /api/v1/additional-privilege/identity 200.privileges[].permissions[].action: has fewer alternatives',
  'PATCH /api/v1/additional-privilege/identity body.privilegeDetails.privilegePermission.actions: is anything, not array',
  // They were timestamps before.
  `PATCH /api/v1/additional-privilege/identity body.privilegeDetails.temporaryAccessStartTime: ${date}`,
  `POST /api/v1/additional-privilege/identity/temporary body.temporaryAccessStartTime: ${date}`,
  `POST /api/v1/cert-manager/certificates/issue-certificate body.notBefore: ${date}`,
  `POST /api/v1/cert-manager/certificates/issue-certificate body.notAfter: ${date}`,
  `POST /api/v1/cert-manager/ca/internal body.configuration.notBefore: ${date}`,
  `POST /api/v1/cert-manager/ca/internal body.configuration.notAfter: ${date}`,
  // Fields of these bodies were required before.
  'POST /api/v1/projects body: is required now',
  'PUT /api/v1/projects/{projectId}/audit-logs-retention body: is required now',
  'POST /api/v1/identities body: is required now',
  'POST /api/v1/groups body: is required now',
  'POST /api/v2/workspace body: is required now',
  'PUT /api/v1/workspace/{projectSlug}/audit-logs-retention body: is required now',
  // Any text was accepted, and counted as true.
  'GET /api/v2/folders query recursive: has another pattern',
  'GET /api/v1/folders query recursive: has another pattern',
  // The same characters, written so that other languages understand the pattern.
  'POST /api/v1/cert-manager/certificates/issue-certificate body.commonName: has another pattern',
  ...['commonName', 'organization', 'ou', 'province', 'locality'].map(
    (name) => `POST /api/v1/cert-manager/ca/internal body.configuration.${name}: has another pattern`,
  ),
  // Under a policy of changes, a user gets the request for the change instead.
  'POST /api/v4/secrets/{secretName} 200.secret: may be missing now',
  'POST /api/v3/secrets/batch/raw 200.secrets: may be missing now',
  // The link of an address without an account is mailed to its owner, and to nobody else.
  'POST /api/v1/admin/organization-management/organizations/{organizationId}/memberships/{membershipId}/resend-invite 200.signupToken: may be missing now',
  'POST /api/v1/invite-org/signup-resend 200.signupToken: may be missing now',
];

describe('the contract, compared with the last released one', () => {
  it('has no incompatible changes except corrections', () => {
    const breaks = breaksBetween(read('test', 'contract', 'released.json'), read('generated', 'openapi.json'));
    expect(breaks.map(({ at, what }) => `${at}: ${what}`)).to.have.members(corrections);
  });

  const document = () => ({
    paths: {
      '/things/{id}': {
        post: {
          operationId: 'changeThing',
          parameters: [
            { $ref: '#/components/parameters/id' },
            { in: 'query', name: 'page', schema: { type: 'integer', maximum: 100 } },
          ],
          requestBody: {
            required: false,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Input' } } },
          },
          responses: {
            200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
            404: { description: 'None' },
          },
        },
      },
    },
    components: {
      parameters: { id: { in: 'path', name: 'id', required: true, schema: { type: 'string' } } },
      schemas: {
        Input: {
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string', maxLength: 10 },
            kind: { type: 'string', enum: ['a', 'b'] },
            note: { type: 'string', nullable: true },
          },
        },
        Thing: {
          type: 'object',
          required: ['id', 'parts'],
          properties: {
            id: { type: 'string' },
            parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
            size: { oneOf: [{ type: 'integer' }, { type: 'string' }] },
          },
        },
      },
    },
  });
  type Document = any;
  const operation = (changed: Document) => changed.paths['/things/{id}'].post;

  const breaking: readonly [string, (changed: Document) => void, string][] = [
    ['an operation is removed', (it) => delete it.paths['/things/{id}'].post, 'POST /things/{id}: was removed'],
    ['a path is removed', (it) => delete it.paths['/things/{id}'], 'POST /things/{id}: was removed'],
    [
      'an operation has another name',
      (it) => (operation(it).operationId = 'x'),
      'POST /things/{id}: is called x, not changeThing',
    ],
    ['a parameter is removed', (it) => operation(it).parameters.pop(), 'POST /things/{id} query page: was removed'],
    [
      'a parameter is new and required',
      (it) => operation(it).parameters.push({ in: 'query', name: 'x', required: true, schema: {} }),
      'POST /things/{id} query x: is required now',
    ],
    [
      'a bound of a parameter is narrower',
      (it) => (operation(it).parameters[1].schema.maximum = 99),
      'POST /things/{id} query page: maximum is 99, not 100',
    ],
    [
      'a body is required',
      (it) => (operation(it).requestBody.required = true),
      'POST /things/{id} body: is required now',
    ],
    ['an answer is removed', (it) => delete operation(it).responses[404], 'POST /things/{id} 404: was removed'],
    [
      'a field of a request is required',
      (it) => it.components.schemas.Input.required.push('kind'),
      'POST /things/{id} body.kind: is required now',
    ],
    [
      'a field of a request is removed',
      (it) => delete it.components.schemas.Input.properties.note,
      'POST /things/{id} body.note: was removed',
    ],
    [
      'a field has a shorter maximum length',
      (it) => (it.components.schemas.Input.properties.name.maxLength = 9),
      'POST /things/{id} body.name: maxLength is 9, not 10',
    ],
    [
      'a field has a longer minimum length',
      (it) => (it.components.schemas.Input.properties.name.minLength = 1),
      'POST /things/{id} body.name: minLength is 1, not open',
    ],
    [
      'a field has a pattern',
      (it) => (it.components.schemas.Input.properties.name.pattern = '^a'),
      'POST /things/{id} body.name: has another pattern',
    ],
    [
      'a value is removed',
      (it) => it.components.schemas.Input.properties.kind.enum.pop(),
      'POST /things/{id} body.kind: may not be b any more',
    ],
    [
      'null is no longer accepted',
      (it) => delete it.components.schemas.Input.properties.note.nullable,
      'POST /things/{id} body.note: may not be null any more',
    ],
    [
      'a field of an answer is removed',
      (it) => delete it.components.schemas.Thing.properties.id,
      'POST /things/{id} 200.id: was removed',
    ],
    [
      'a field of an answer has another type',
      (it) => (it.components.schemas.Thing.properties.id.type = 'integer'),
      'POST /things/{id} 200.id: is integer, not string',
    ],
    [
      'a field of an answer has another format',
      (it) => (it.components.schemas.Thing.properties.id.format = 'uuid'),
      'POST /things/{id} 200.id: has the format uuid, not undefined',
    ],
    [
      'a field of an answer may be missing',
      (it) => (it.components.schemas.Thing.required = ['parts']),
      'POST /things/{id} 200.id: may be missing now',
    ],
    [
      'a field of an answer may be null',
      (it) => (it.components.schemas.Thing.properties.id.nullable = true),
      'POST /things/{id} 200.id: may be null now',
    ],
    [
      'a field has a shorter maximum length, inside of an allOf of one',
      (it) => (it.components.schemas.Input.properties.name = { allOf: [{ type: 'string', maxLength: 9 }] }),
      'POST /things/{id} body.name: maxLength is 9, not 10',
    ],
    [
      'an alternative is removed',
      (it) => it.components.schemas.Thing.properties.size.oneOf.pop(),
      'POST /things/{id} 200.size: has fewer alternatives',
    ],
  ];
  for (const [name, change, expected] of breaking) {
    it(`reports when ${name}`, () => {
      const changed = document();
      change(changed);
      expect(breaksBetween(document(), changed).map(({ at, what }) => `${at}: ${what}`)).to.deep.equal([expected]);
    });
  }

  it('allows responses to contain more and requests to require less', () => {
    const changed: Document = document();
    changed.paths['/more'] = {};
    operation(changed).parameters.push({ in: 'query', name: 'x', schema: {} });
    operation(changed).responses[409] = {};
    changed.components.schemas.Input.required = [];
    changed.components.schemas.Input.properties.name.maxLength = 11;
    changed.components.schemas.Input.properties.kind.enum.push('c');
    changed.components.schemas.Thing.required.push('size');
    changed.components.schemas.Thing.properties.more = { type: 'string' };
    expect(breaksBetween(document(), changed)).to.deep.equal([]);
  });

  it('treats an allOf of a single schema as that schema', () => {
    const changed: Document = document();
    changed.components.schemas.Input.properties.name = {
      description: 'Called so',
      allOf: [{ type: 'string', maxLength: 10 }],
    };
    expect(breaksBetween(document(), changed)).to.deep.equal([]);
    expect(breaksBetween(changed, document())).to.deep.equal([]);
  });
});
