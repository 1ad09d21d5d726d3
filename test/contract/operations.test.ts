import { expect } from 'chai';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { operations, type OperationId } from '../../generated/operations.ts';
import { handlers } from '../../src/handlers.ts';
import { organizationSubjects } from '../../src/access/organization-subjects.ts';
import { projectSubjects } from '../../src/access/project-subjects.ts';
import { bindOperations } from '../../src/http/bind.ts';
import {
  ajv,
  contract,
  exampleBody,
  operationOf,
  resolve,
  validatorFor,
  type Schema,
} from '../support/expect/contract.ts';

const ids = Object.keys(operations) as OperationId[];
const root = join(import.meta.dirname, '..', '..');

/** Every schema that occurs in requests of the operation, with its position. */
const requestSchemas = (id: OperationId): { at: string; schema: Schema }[] => {
  const found: { at: string; schema: Schema }[] = [];
  const walk = (at: string, given: Schema): void => {
    const schema = resolve(given);
    found.push({ at, schema });
    for (const [key, child] of Object.entries((schema.properties ?? {}) as Schema)) walk(`${at}.${key}`, child);
    if (schema.items) walk(`${at}[]`, schema.items);
    for (const part of partsOf(schema)) walk(at, part);
    if (typeof schema.additionalProperties === 'object') walk(`${at}.*`, schema.additionalProperties);
  };
  const operation = operationOf(id);
  const shared: Schema[] = contract.paths[operations[id].path].parameters ?? [];
  for (const parameter of [...shared, ...(operation.parameters ?? [])].map(resolve))
    walk(`${parameter.in} ${parameter.name}`, parameter.schema);
  for (const [type, content] of Object.entries((operation.requestBody?.content ?? {}) as Schema))
    walk(`${type} body`, content.schema);
  return found;
};

/** Whether the size of a value is limited; an enumeration limits it. */
const isBounded = ({ type, enum: values, format, ...schema }: Schema): boolean => {
  // Binary bodies have a limit of their own.
  if (values || type === 'boolean' || ['uuid', 'binary'].includes(format)) return true;
  if (type === 'string') return schema.maxLength !== undefined;
  if (type === 'integer' || type === 'number') return schema.minimum !== undefined && schema.maximum !== undefined;
  if (type === 'array') return schema.maxItems !== undefined;
  return [type === 'object', schema.allOf, schema.oneOf].some(Boolean);
};

const partsOf = (schema: Schema): Schema[] => [
  ...(schema.allOf ?? []),
  ...(schema.oneOf ?? []),
  ...(schema.anyOf ?? []),
];

/** The fields of an object, also those of the schemas that it combines. */
const fieldsOf = (given: Schema): [string, Schema][] => {
  const schema = resolve(given);
  return [...Object.entries((schema.properties ?? {}) as Schema), ...partsOf(schema).flatMap(fieldsOf)];
};

const requiredIn = (given: Schema): string[] => {
  const schema = resolve(given);
  return [...(schema.required ?? []), ...(schema.allOf ?? []).flatMap(requiredIn)];
};

const isDescribed = (given: Schema): boolean => {
  const schema = resolve(given);
  return Boolean(given.description ?? schema.description) || (schema.allOf ?? []).some(isDescribed);
};

/** The contents of all files of a folder by its path. */
const sources = new Map<string, string>();
const sourceOf = (folder: string): string => {
  let source = sources.get(folder);
  if (source === undefined) {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    const files = names.filter((name) => name.endsWith('.ts'));
    source = files.map((name) => `${name}\n${readFileSync(join(root, folder, name), 'utf8')}`).join('\n');
    sources.set(folder, source);
  }
  return source;
};

describe('the contract', () => {
  it('describes every module by a tag in exactly one group', () => {
    const modules = [...new Set(ids.map((id) => operations[id].module))];
    expect(contract.tags.map(({ name }: Schema) => name)).to.have.members(modules);
    expect(contract['x-tagGroups'].flatMap(({ tags }: Schema) => tags)).to.have.members(modules);
  });

  it('has the version of the package', () => {
    expect(contract.info.version).to.equal(packageJson.version);
  });

  it('has no two schemas of one name (a bundler would number the second one)', () => {
    const names = Object.values(contract.components as Schema).flatMap((kind) => Object.keys(kind));
    expect(names.filter((name) => /-\d+$/.test(name))).to.deep.equal([]);
  });

  it('gives no two components one name, nor the name of the constructor of another one: Go has one namespace', () => {
    const names = Object.values(contract.components as Schema).flatMap((kind) => Object.keys(kind));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).to.deep.equal([]);
    const schemas = Object.keys(contract.components.schemas);
    expect(
      schemas.filter((name) => schemas.includes(name.replace(/^New/, '')) && name.startsWith('New')),
    ).to.deep.equal([]);
  });

  it('lists null among the values of a nullable enumeration, and not alone', () => {
    const wrong: string[] = [];
    const walk = (at: string, node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      const { enum: values, nullable } = node as Schema;
      if (Array.isArray(values) && (values.length === 1 ? values[0] === null : nullable && !values.includes(null)))
        wrong.push(at);
      for (const [key, child] of Object.entries(node)) walk(`${at}/${key}`, child);
    };
    walk('', contract);
    expect(wrong).to.deep.equal([]);
  });

  it('has only patterns that the engines of Go and Rust understand, too', () => {
    const patterns = [...JSON.stringify(contract).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
      ([, text]) => JSON.parse(text!) as string,
    );
    expect(patterns).to.have.length.above(20);
    expect(patterns.filter((pattern) => /\\u|\\[1-9]|\(\?(?!:)/.test(pattern))).to.deep.equal([]);
  });

  it('has exactly these public operations', () => {
    const isPublic = ids.filter((id) => operations[id].isPublic);
    expect(isPublic).to.have.members([
      'adoptSingleSignOn',
      'bootstrapInstance',
      'downloadAuthorityCertificate',
      'askOcspResponder',
      'downloadRevocationList',
      'getHealth',
      'getInstanceConfig',
      'getOcspResponse',
      'getReadiness',
      'getStatus',
      'inspectInvitation',
      'finishSingleSignOn',
      'logOutByProvider',
      'login',
      'loginWithJwtAuth',
      'loginWithKubernetesAuth',
      'loginWithGcpAuth',
      'loginWithLdapAuth',
      'loginWithAzureAuth',
      'loginWithAwsAuth',
      'loginWithTlsCertAuth',
      'loginWithOidcAuth',
      'loginWithPasskey',
      'loginWithUniversalAuth',
      'refreshSession',
      'renewAccessToken',
      'requestPasswordReset',
      'resetPassword',
      'revokeAccessToken',
      'startLegacyLogin',
      'startPasskeyLogin',
      'startSingleSignOn',
      'verifyInvitation',
      'verifyPasswordReset',
    ]);
  });

  it('has a handler for every operation and no others, or the server refuses to start', () => {
    expect(bindOperations(handlers)).to.have.length(ids.length);
    const { login: _, ...gap } = handlers;
    expect(() => bindOperations(gap as typeof handlers)).to.throw('without a handler: login');
    expect(() => bindOperations({ ...handlers, stray: () => ({}) } as typeof handlers)).to.throw(
      'without an operation: stray',
    );
  });

  for (const id of ids) {
    describe(id, () => {
      const operation = operationOf(id);
      const { area, module, permission, isPublic } = operations[id];
      // What leads a browser elsewhere has no content.
      const answer = resolve(operation.responses['200'] ?? {}).content?.['application/json'] as Schema | undefined;

      it('has a handler and tests in its module', () => {
        const isNamedIn = (folder: string): boolean => new RegExp(`\\b${id}\\b`).test(sourceOf(folder));
        expect(isNamedIn(join('src', 'resources', area, module)), 'the handlers').to.equal(true);
        expect(isNamedIn(join('test', area, module)), 'the tests').to.equal(true);
      });

      it('has a one-line summary', () => {
        expect(operation.summary, 'a capital, at most 80 characters, no full stop').to.match(/^[A-Z].{5,80}[^.]$/);
      });

      it('has a description that begins with a verb', () => {
        expect(operation.description, 'such as "Lists the tags of a project."').to.match(
          /^[A-Z][a-z]+s (?:[^.]|\.\S)+\.(?:\s|$)/,
        );
      });

      if (operation.deprecated) {
        it('names a current operation as replacement', () => {
          const description = (operation.description as string).replace(/\s+/g, ' ');
          const [, text, name] = /\bDeprecated: use (.+) \((\w+)\)\./.exec(description) ?? [];
          expect(ids).to.include(name);
          const replacement = name as OperationId;
          expect(operationOf(replacement).deprecated ?? false).to.equal(false);
          // Service tokens have no equivalent operation: machine identities replace them.
          const { method, path } = operations[replacement];
          if (module === 'service-tokens') expect(text).to.match(/^(a machine identity|machine identities)$/);
          else expect(text).to.equal(`\`${method} ${path}\``);
        });
      }

      it('states the permission it requires, or why it requires none', () => {
        const [[kind, text], ...rest] = Object.entries(permission) as [[string, string], ...[string, unknown][]];
        expect(['or', 'by', 'on', 'more']).to.include.members(rest.map(([name]) => name));
        if (kind === 'none') expect(text, 'a whole sentence').to.match(/^[A-Z].{10,}\.$/);
        else if (kind === 'instance') expect(text).to.equal('admin');
        else {
          const [subject, action] = text.split(':') as [string, string];
          const actions =
            kind === 'project' ? projectSubjects.get(subject)?.actions : organizationSubjects.get(subject);
          expect(actions, subject).to.include(action);
        }
      });

      it('documents its errors', () => {
        const expected = ['400', '401', '403', '404', '422', '429', '431', '500'];
        if (!isPublic) expected.push('503');
        if (operation.requestBody) expected.push('413', '415', '503');
        expect(Object.keys(operation.responses)).to.include.members(expected);
      });

      it('limits every field of its request', () => {
        // A time in a query is limited by the length of the address.
        const isQueryTime = (at: string, schema: Schema) => at.startsWith('query ') && schema.format === 'date-time';
        const unbounded = requestSchemas(id).filter(({ at, schema }) => !isBounded(schema) && !isQueryTime(at, schema));
        expect(unbounded.map(({ at }) => at)).to.deep.equal([]);
      });

      const body = operation.requestBody?.content['application/json'] as Schema | undefined;
      if (body) {
        it('describes every field of its body', () => {
          const fields = fieldsOf(body.schema);
          expect(fields.filter(([, schema]) => !isDescribed(schema)).map(([name]) => name)).to.deep.equal([]);
        });

        it('requires its body if it requires a field of it', () => {
          if (requiredIn(body.schema).length > 0) expect(operation.requestBody.required).to.equal(true);
        });

        it('has a valid example of its request', () => {
          const example = exampleBody(id);
          expect(example, 'the example').to.be.an('object');
          const validate = ajv.compile({
            ...resolve(body.schema),
            components: contract.components,
          });
          expect(validate(example), ajv.errorsText(validate.errors)).to.equal(true);
        });
      }

      if (answer) {
        it('has a valid example of its response', () => {
          expect(answer).to.have.property('example');
          const validate = validatorFor(answer.schema);
          expect(validate(answer.example), ajv.errorsText(validate.errors)).to.equal(true);
        });
      }
    });
  }
});
