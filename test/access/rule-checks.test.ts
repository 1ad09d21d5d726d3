import type { Rule } from '../../src/access/rule.ts';
import { expect } from 'chai';
import { Ability, projectActions } from '../../src/access/ability.ts';
import { legacyRuleIssues, projectRuleIssues } from '../../src/access/rule-checks.ts';

const check = (...rules: Rule[]): string[] =>
  projectRuleIssues(rules, 'permissions').map(({ in: part, path, code }) => `${part} ${path.join('.')} ${code}`);
const at = 'body permissions.0';

describe('checks of rules beyond their schema', () => {
  it('refuse an action together with the actions that it includes', () => {
    for (const [subject, umbrella, parts] of [
      ['secrets', 'read', ['readValue', 'describeSecret']],
      ['member', 'grant-privileges', ['assign-role', 'assign-additional-privileges']],
      ['identity', 'grant-privileges', ['assign-role', 'assign-additional-privileges']],
      ['groups', 'grant-privileges', ['assign-role']],
    ] as const) {
      for (const part of parts)
        expect(check({ subject, action: ['create', part, umbrella] }), `${subject} ${part}`).to.deep.equal([
          `${at}.action invalid`,
        ]);
      expect(
        check({ subject, action: umbrella }, { subject, action: [...parts] }, { subject, action: [umbrella, 'edit'] }),
      ).to.deep.equal([]);
    }
    expect(check({ subject: 'proxied-services', action: ['read', 'readValue'] })).to.deep.equal([]);
  });

  const everyField = {
    identityId: 'a',
    assignableRole: 'b',
    assignableSubject: 'secrets',
    assignableAction: 'secrets:edit',
  };
  const refused = (subject: string, action: string | string[], conditions: Rule['conditions']) =>
    check({ subject, action, conditions: conditions! }).map((text) => text.split(' ')[1]!.split('.').at(-1));

  it('know the conditions of an action on identities', () => {
    expect(refused('identity', 'create', everyField)).to.deep.equal([
      'identityId',
      'assignableRole',
      'assignableSubject',
      'assignableAction',
    ]);
    for (const action of [
      'read',
      'edit',
      'delete',
      'assume-privileges',
      'revoke-auth',
      'edit-auth',
      'create-token',
      'get-token',
      'delete-token',
    ]) {
      expect(refused('identity', action, everyField), action).to.deep.equal([
        'assignableRole',
        'assignableSubject',
        'assignableAction',
      ]);
    }
    expect(refused('identity', 'grant-privileges', everyField)).to.deep.equal([]);
    expect(refused('identity', 'assign-role', everyField)).to.deep.equal(['assignableSubject', 'assignableAction']);
    expect(refused('identity', 'assign-additional-privileges', everyField)).to.deep.equal(['assignableRole']);
    expect(refused('identity', ['read', 'create'], { identityId: 'a' })).to.deep.equal(['identityId']);
    expect(refused('identity', 'create', {})).to.deep.equal([]);
    expect(refused('identity', 'create', null)).to.deep.equal([]);
  });

  it('know the conditions of an action on members and groups', () => {
    const { identityId: userEmail, ...rest } = everyField;
    const fields = { userEmail, ...rest };
    for (const action of ['grant-privileges', 'read', 'create', 'assume-privileges'])
      expect(refused('member', action, fields), action).to.deep.equal([]);
    expect(refused('member', 'assign-role', fields)).to.deep.equal(['assignableSubject', 'assignableAction']);
    expect(refused('member', 'assign-additional-privileges', fields)).to.deep.equal(['assignableRole']);
    expect(refused('groups', ['assign-role', 'edit'], { groupName: 'a', assignableRole: 'b' })).to.deep.equal([]);
  });

  it('require assignable actions to belong to an assignable subject', () => {
    const assign = (assignableAction: unknown, assignableSubject?: unknown) =>
      check({
        subject: 'identity',
        action: 'assign-additional-privileges',
        conditions: { assignableAction, ...(assignableSubject !== undefined && { assignableSubject }) },
      });
    const field = `${at}.conditions.assignableAction`;
    for (const good of [
      'secrets:edit',
      { $eq: 'secrets:edit' },
      { $in: ['secrets:edit', 'role:read'] },
      { $ne: 'secrets:edit' },
      { $glob: '*:read' },
    ])
      expect(assign(good)).to.deep.equal([]);
    for (const bad of ['secrets', 'secrets:', ':edit', 'a:b:c'])
      expect(assign(bad), bad).to.deep.equal([`${field} pattern`]);
    expect(assign({ $in: ['secrets:edit', 'role'], $glob: '*', $ne: 'x' })).to.deep.equal([
      `${field}.$in.1 pattern`,
      `${field}.$glob pattern`,
      `${field}.$ne pattern`,
    ]);

    for (const subject of [
      'secrets',
      { $in: ['role', 'secrets'] },
      { $glob: 'secret*' },
      { $ne: 'role' },
      '{{identity.metadata.subject}}',
    ]) {
      expect(assign('secrets:edit', subject), JSON.stringify(subject)).to.deep.equal([]);
    }
    for (const subject of ['role', { $in: ['role'] }, { $glob: 'secret-*' }, { $ne: 'secrets' }]) {
      expect(assign('secrets:edit', subject), JSON.stringify(subject)).to.deep.equal([`${field} invalid`]);
    }
    expect(assign({ $glob: 'secrets:*' }, 'role')).to.deep.equal([`${field}.$glob invalid`]);
    expect(assign({ $glob: '*:edit' }, 'role')).to.deep.equal([]);
    expect(assign({ $ne: 'secrets:edit' }, 'role')).to.deep.equal([]);
  });

  it('restrict the content of templates and patterns', () => {
    const withConditions = (conditions: Rule['conditions']) =>
      check({ subject: 'secrets', action: 'create', conditions: conditions! });
    for (const good of [
      '{{identity.id}}',
      '{{ identity.metadata.team }}-x',
      '{{stripPrefix identity.username "ci-"}}',
      'a{b,c}',
    ]) {
      expect(withConditions({ environment: good, secretName: { $in: [good], $glob: good } }), good).to.deep.equal([]);
    }
    for (const bad of ['{{user.id}}', '{{{identity.id}}}', '{{#if identity.id}}', '{{identity.id', '{{}}']) {
      expect(withConditions({ environment: bad, secretName: { $in: ['x', bad] } }), bad).to.deep.equal([
        `${at}.conditions.environment invalid`,
        `${at}.conditions.secretName.$in.1 invalid`,
      ]);
    }
    expect(
      withConditions({ environment: { $glob: '*'.repeat(512) }, secretPath: { $glob: '/*'.repeat(20) } }),
    ).to.deep.equal([]);
    expect(withConditions({ secretPath: { $glob: '/*'.repeat(21), $eq: '/*'.repeat(21) } })).to.deep.equal([
      `${at}.conditions.secretPath.$glob too_big`,
    ]);
    expect(check({ subject: 'ssh-hosts', action: 'x', conditions: { deep: [{ er: '{{user}}' }] } })).to.deep.equal([
      `${at}.conditions.deep.0.er invalid`,
    ]);
  });

  it('limit the depth of conditions on obsolete subjects', () => {
    const nested = (levels: number) =>
      JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`) as Record<string, unknown>;
    const onPast = (levels: number) => check({ subject: 'ssh-hosts', action: 'x', conditions: nested(levels) });
    expect(onPast(10)).to.deep.equal([]);
    for (const levels of [11, 100_000]) expect(onPast(levels)).to.deep.equal([`${at}.conditions too_big`]);
  });

  it('know the conditions of a subject in the legacy form', () => {
    const legacy = (rule: Rule) =>
      legacyRuleIssues(rule, 'privilegePermission').map(({ path, code }) => `${path.join('.')} ${code}`);
    const conditions = { environment: 'dev', secretPath: { $glob: '/**' } };
    for (const subject of ['secrets', 'secret-folders', 'dynamic-secrets', 'ssh-hosts'])
      expect(legacy({ subject, action: 'write', conditions })).to.deep.equal([]);
    expect(legacy({ subject: 'role', action: 'read', conditions })).to.deep.equal([
      'privilegePermission.conditions.environment unknown',
      'privilegePermission.conditions.secretPath unknown',
    ]);
    expect(legacy({ subject: 'role', action: 'read', conditions: {} })).to.deep.equal([]);
    expect(legacy({ subject: 'secrets', action: 'read', conditions: { environment: '{{x}}' } })).to.deep.equal([
      'privilegePermission.conditions.environment invalid',
    ]);
  });
});

describe('rules on obsolete subjects', () => {
  it('have no effect, whatever they contain', () => {
    const rules = [7, null, 'x', { $gt: 1 }, { $glob: 7 }, [{}]].map((value) => ({
      subject: 'ssh-hosts',
      action: 'read',
      conditions: { any: value },
    }));
    const source = { type: 'role', id: 'a', slug: 'a', name: null, group: null } as const;
    const ability = new Ability(
      [{ source, rules: [...rules, { subject: 'role', action: 'read' }], startsAt: null, endsAt: null }],
      undefined,
      projectActions,
    );
    expect(ability.decide('read', 'role', {}, '2030-01-01T00:00:00.000Z').isAllowed).to.equal(true);
    expect(ability.decide('read', 'ssh-hosts', { any: 'x' }, '2030-01-01T00:00:00.000Z').isAllowed).to.equal(false);
  });
});
