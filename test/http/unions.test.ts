import { expect } from 'chai';
import type { Request, Response } from 'express';
import { standaloneModule } from '../../scripts/standalone-validators.ts';
import type { BoundOperation } from '../../src/http/exchange.ts';
import { Validators } from '../../src/http/validate.ts';
import { ValidationFailure } from '../../src/platform/errors.ts';
import { compiledChecks } from '../support/expect/compiled-checks.ts';
import { permissionSchemas } from '../support/expect/permissions.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const contractOf = (properties: object, schemas: object = permissionSchemas) => ({
  openapi: '3.0.3',
  info: { title: 'Test', version: '1' },
  paths: {
    '/test': {
      post: {
        requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
        responses: {},
      },
    },
  },
  components: { schemas: schemas as Record<string, unknown> },
});

const operation = { id: 'test', method: 'POST', path: '/test' } as unknown as BoundOperation;

const document = contractOf({
  permissions: ref('ProjectPermissions'),
  legacy: ref('LegacyPermissions'),
  type: ref('GrantType'),
  roles: ref('RoleAssignments'),
  maybe: { ...permissionSchemas.GrantType, nullable: true },
});
const validators = new Validators(document, compiledChecks(document, [operation]));

/** The issues of a body, as `path code`. */
const check = (body: unknown, by = validators): string[] => {
  const req = {
    method: 'POST',
    originalUrl: '/test',
    path: '/test',
    url: '/test',
    headers: {},
    query: {},
    params: {},
    body,
  } as unknown as Request;
  try {
    void by.middleware(
      req,
      { locals: { operation, params: {}, mayHoldNul: false } } as unknown as Response,
      () => undefined,
    );
    return [];
  } catch (error) {
    if (error instanceof ValidationFailure) return error.issues.map(({ path, code }) => `${path.join('.')} ${code}`);
    throw error;
  }
};

const checkRules = (...permissions: unknown[]): string[] => check({ permissions });

describe('unions in requests', () => {
  it('report a wrong discriminator once', () => {
    const good = { subject: 'role', action: 'read' };
    expect(checkRules(good, good, good, { subject: 'roles', action: 'fly', conditions: 7 })).to.deep.equal([
      'permissions.3.subject enum',
    ]);
    expect(checkRules(good, { action: 'read' })).to.deep.equal(['permissions.1.subject required']);
    for (const subject of [7, null, ['role'], {}])
      expect(checkRules({ subject, action: 'read' })).to.deep.equal(['permissions.0.subject type']);
    for (const rule of ['role', 7, null, [], true]) expect(checkRules(rule)).to.deep.equal(['permissions.0 type']);
    for (const subject of ['__proto__', 'constructor', 'toString', ''])
      expect(checkRules({ subject, action: 'read' })).to.deep.equal(['permissions.0.subject enum']);
  });

  it('report each issue of the selected alternative once', () => {
    expect(checkRules({ subject: 'secrets' })).to.deep.equal(['permissions.0.action required']);
    expect(checkRules({ subject: 'secrets', action: 'fly' })).to.deep.equal(['permissions.0.action enum']);
    expect(checkRules({ subject: 'secrets', action: ['create', 'fly'] })).to.deep.equal([
      'permissions.0.action.1 enum',
    ]);
    expect(checkRules({ subject: 'secrets', action: ['create', 7] })).to.deep.equal([
      'permissions.0.action.1 type',
      'permissions.0.action.1 enum',
    ]);
    for (const action of [7, null, {}, true])
      expect(checkRules({ subject: 'secrets', action })).to.deep.equal(['permissions.0.action type']);
    expect(checkRules({ subject: 'secrets', action: [] })).to.deep.equal(['permissions.0.action too_small']);
    expect(checkRules({ subject: 'secrets', action: Array.from({ length: 51 }, () => 'edit') })).to.deep.equal([
      'permissions.0.action too_big',
    ]);
    expect(checkRules({ subject: 'secrets', action: Array.from({ length: 50 }, () => 'edit') })).to.deep.equal([]);
    expect(checkRules({ subject: 'secrets', action: 'edit', inverted: 'yes' })).to.deep.equal([
      'permissions.0.inverted type',
    ]);
    expect(
      check({ permissions: Array.from({ length: 200 }, () => ({ subject: 'role', action: 'read' })) }),
    ).to.deep.equal([]);
    expect(
      check({ permissions: Array.from({ length: 201 }, () => ({ subject: 'role', action: 'read' })) }),
    ).to.deep.equal(['permissions too_big']);
  });

  const conditionsOf = (conditions: unknown, subject = 'secrets', action = 'create') =>
    checkRules({ subject, action, conditions });
  const conditionOf = (field: string, value: unknown, subject?: string, action?: string) =>
    conditionsOf({ [field]: value }, subject, action);
  const at = 'permissions.0.conditions';

  it('accept conditions where the subject has any, and refuse those that would be dropped', () => {
    for (const subject of ['secrets', 'role', 'ssh-hosts']) {
      for (const conditions of [null, {}, undefined])
        expect(checkRules({ subject, action: 'create', conditions, inverted: false })).to.deep.equal([]);
      for (const conditions of [7, 'x', [], true])
        expect(conditionsOf(conditions, subject)).to.deep.equal([`${at} type`]);
    }
    expect(checkRules({ subject: 'secrets', action: 'create', inverted: true })).to.deep.equal([]);
    expect(checkRules({ subject: 'role', action: 'create', inverted: true })).to.deep.equal([
      'permissions.0.inverted enum',
    ]);
    expect(conditionOf('environment', 'dev', 'role')).to.deep.equal([`${at}.environment unknown`]);
    expect(conditionOf('identityId', 'x')).to.deep.equal([`${at}.identityId unknown`]);
    expect(
      checkRules({
        subject: 'ssh-hosts',
        action: ['whatever', 'else'],
        inverted: true,
        conditions: { any: { thing: [1] } },
      }),
    ).to.deep.equal([]);
    expect(checkRules({ subject: 'ssh-hosts', action: 'x'.repeat(65) })).to.deep.equal([
      'permissions.0.action too_big',
    ]);
  });

  it('limit the values of conditions', () => {
    const text = (length: number) => 'x'.repeat(length);
    for (const good of [
      'x',
      text(512),
      { $eq: 'x', $ne: 'y', $in: [], $glob: '*' },
      { $in: Array.from({ length: 100 }, () => text(512)) },
      { $glob: text(512) },
    ]) {
      expect(conditionOf('environment', good), JSON.stringify(good)).to.deep.equal([]);
    }
    expect(conditionOf('environment', '')).to.deep.equal([`${at}.environment too_small`]);
    expect(conditionOf('environment', text(513))).to.deep.equal([`${at}.environment too_big`]);
    for (const bad of [7, null, true, []])
      expect(conditionOf('environment', bad)).to.deep.equal([`${at}.environment type`]);
    expect(conditionOf('environment', {})).to.deep.equal([`${at}.environment too_small`]);
    for (const operator of ['$eq', '$ne', '$glob']) {
      expect(conditionOf('environment', { [operator]: '' })).to.deep.equal([`${at}.environment.${operator} too_small`]);
      expect(conditionOf('environment', { [operator]: text(513) })).to.deep.equal([
        `${at}.environment.${operator} too_big`,
      ]);
      expect(conditionOf('environment', { [operator]: 7 })).to.deep.equal([`${at}.environment.${operator} type`]);
    }
    expect(conditionOf('environment', { $in: Array.from({ length: 101 }, String) })).to.deep.equal([
      `${at}.environment.$in too_big`,
    ]);
    expect(conditionOf('environment', { $in: ['x', ''] })).to.deep.equal([`${at}.environment.$in.1 too_small`]);
    expect(conditionOf('environment', { $gt: 'x' })).to.deep.equal([`${at}.environment.$gt unknown`]);
  });

  it('accept the operators of each kind of condition', () => {
    expect(conditionOf('environment', { $glob: '*' }, 'secret-folders')).to.deep.equal([
      `${at}.environment.$glob unknown`,
    ]);
    expect(conditionOf('name', { $ne: 'x' }, 'pki-subscribers')).to.deep.equal([`${at}.name.$ne unknown`]);
    expect(conditionOf('name', { $glob: 'x*', $eq: 'x', $in: ['x'] }, 'pki-subscribers')).to.deep.equal([]);
    for (const good of ['/', '/a', { $eq: '/a', $ne: '/b', $in: ['/a'], $glob: '**' }])
      expect(conditionOf('secretPath', good)).to.deep.equal([]);
    for (const [bad, where] of [
      ['a', ''],
      [{ $eq: 'a' }, '.$eq'],
      [{ $ne: 'a' }, '.$ne'],
      [{ $in: ['/a', 'b'] }, '.$in.1'],
    ] as const) {
      expect(conditionOf('secretPath', bad)).to.deep.equal([`${at}.secretPath${where} pattern`]);
    }
    expect(conditionOf('secretTags', { $in: ['a'], $all: ['b'] })).to.deep.equal([]);
    expect(conditionOf('secretTags', 'a')).to.deep.equal([`${at}.secretTags type`]);
    expect(conditionOf('secretTags', { $eq: 'a' })).to.deep.equal([`${at}.secretTags.$eq unknown`]);
    const onMetadata = (value: unknown) => conditionOf('metadata', value, 'dynamic-secrets', 'lease');
    expect(onMetadata({ $elemMatch: { key: { $eq: 'a' }, value: { $in: ['b'], $ne: 'c' } } })).to.deep.equal([]);
    expect(onMetadata({ $elemMatch: { key: 'a' } })).to.deep.equal([`${at}.metadata.$elemMatch.key type`]);
    expect(onMetadata({ $elemMatch: {} })).to.deep.equal([`${at}.metadata.$elemMatch too_small`]);
    expect(onMetadata({})).to.deep.equal([`${at}.metadata.$elemMatch required`]);
  });

  it('accept the legacy form of rules', () => {
    const checkLegacy = (rule: unknown) => check({ legacy: [rule] });
    for (const action of ['read', 'create', 'edit', 'delete', 'write'])
      expect(checkLegacy({ action, subject: 'secrets' })).to.deep.equal([]);
    expect(checkLegacy({ action: ['read'], subject: 'secrets' })).to.deep.equal([
      'legacy.0.action type',
      'legacy.0.action enum',
    ]);
    expect(checkLegacy({ action: 'readValue', subject: 'nothing' })).to.have.members([
      'legacy.0.action enum',
      'legacy.0.subject enum',
    ]);
    const withPath = (secretPath: unknown) =>
      checkLegacy({ action: 'read', subject: 'secrets', conditions: { environment: 'dev', secretPath } });
    for (const good of ['/', { $glob: '**' }]) expect(withPath(good)).to.deep.equal([]);
    expect(withPath('a')).to.deep.equal(['legacy.0.conditions.secretPath pattern']);
    expect(withPath({})).to.deep.equal(['legacy.0.conditions.secretPath.$glob required']);
    expect(withPath({ $eq: '/' })).to.have.members([
      'legacy.0.conditions.secretPath.$glob required',
      'legacy.0.conditions.secretPath.$eq unknown',
    ]);
  });

  it('select by a boolean, and check nothing of the other alternative', () => {
    const temporary = {
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '1h',
      temporaryAccessStartTime: '2030-01-01T00:00:00Z',
    };
    for (const type of [
      { isTemporary: false },
      { ...temporary, isTemporary: false, temporaryRange: '', temporaryMode: '' },
      temporary,
    ])
      expect(check({ type })).to.deep.equal([]);
    expect(check({ type: {} })).to.deep.equal(['type.isTemporary required']);
    expect(check({ type: { isTemporary: 'false' } })).to.deep.equal(['type.isTemporary type']);
    expect(check({ type: { isTemporary: true } })).to.have.members([
      'type.temporaryMode required',
      'type.temporaryRange required',
      'type.temporaryAccessStartTime required',
    ]);
    expect(check({ type: { ...temporary, temporaryMode: 'absolute' } })).to.deep.equal(['type.temporaryMode enum']);
    expect(check({ type: { ...temporary, temporaryRange: '' } })).to.deep.equal(['type.temporaryRange too_small']);
    expect(check({ type: { ...temporary, temporaryRange: `${'1'.repeat(99)}ms` } })).to.deep.equal([
      'type.temporaryRange too_big',
    ]);
    expect(check({ type: null })).to.deep.equal(['type type']);
    expect(check({ maybe: null })).to.deep.equal([]);
  });

  it('apply defaults, also of the discriminator', () => {
    const roles: object[] = [{ role: 'viewer' }, { role: 'viewer', temporaryRange: '', temporaryMode: '' }];
    expect(check({ roles })).to.deep.equal([]);
    expect(roles[0]).to.deep.equal({ role: 'viewer', isTemporary: false });
    expect(check({ roles: [{ isTemporary: false }, { role: 'viewer', isTemporary: true }] })).to.have.members([
      'roles.0.role required',
      'roles.1.temporaryMode required',
      'roles.1.temporaryRange required',
      'roles.1.temporaryAccessStartTime required',
    ]);
    expect(check({ roles: [] })).to.deep.equal(['roles too_small']);
  });

  it('refuse a contract with alternatives that cannot be distinguished', () => {
    const one = { type: 'object', properties: { kind: { type: 'string', enum: ['a'] } } };
    for (const oneOf of [
      [one, one],
      [{ type: 'string' }, { type: 'string', maxLength: 3 }],
      [{ type: 'object' }, one],
    ]) {
      expect(() => standaloneModule(contractOf({ thing: { oneOf } }, {}), [operation])).to.throw(
        'cannot be told apart',
      );
    }
  });

  it('report at most 50 issues', () => {
    expect(check({ permissions: Array.from({ length: 60 }, () => ({})) })).to.have.length(50);
  });
});
