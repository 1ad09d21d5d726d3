import { expect } from 'chai';
import { describeRules } from '../../../src/console/rules/words.ts';
import { builtInProjectRoles } from '../../../src/access/project-roles.ts';

const secrets = (action: string | string[], conditions?: object, inverted?: boolean) => ({
  subject: 'secrets',
  action,
  ...(conditions && { conditions: conditions as Record<string, unknown> }),
  ...(inverted !== undefined && { inverted }),
});
const inApi = { environment: 'dev', secretPath: { $glob: '/api/**' } };

describe('the words for rules', () => {
  it('say where they apply, and what a deny takes away', () => {
    expect(
      describeRules([secrets('read', inApi), secrets('read', { secretTags: { $in: ['prod'] } }, true)]),
    ).to.deep.equal(["May read secrets in dev under /api/**, except those tagged 'prod'"]);
    expect(
      describeRules([
        secrets(['describeSecret', 'readValue', 'create'], { environment: { $in: ['dev', 'staging'] } }),
        secrets('create', { environment: 'staging' }, true),
      ]),
    ).to.deep.equal([
      'May read and create secrets in dev or staging',
      'May never create secrets in staging, whatever other rules allow',
    ]);
    expect(describeRules([secrets('edit', inApi), secrets('edit', { environment: 'dev' }, true)])).to.deep.equal([
      'May edit secrets in dev under /api/**, but all of this is denied',
    ]);
    expect(
      describeRules([secrets('edit', { environment: 'dev' }), secrets('edit', { environment: 'prod' }, true)]),
    ).to.deep.equal(['May edit secrets in dev', 'May never edit secrets in prod, whatever other rules allow']);
  });

  it('bring together what several rules allow', () => {
    const crud = ['read', 'create', 'edit', 'delete'];
    expect(
      describeRules([
        ...crud.map((action) => ({ subject: 'tags', action })),
        { subject: 'environments', action: crud },
        { subject: 'audit-logs', action: 'read' },
        { subject: 'role', action: ['read'] },
      ]),
    ).to.deep.equal(['May do everything with tags and environments', 'May read audit logs and roles']);
    expect(describeRules([], 'organization')).to.deep.equal([]);
    expect(describeRules([{ subject: 'identity', action: ['read', 'edit-auth'] }], 'organization')).to.deep.equal([
      'May read and edit the authentication of machine identities',
    ]);
  });

  it('name every kind of condition', () => {
    const metadata = { $elemMatch: { key: { $eq: 'team' }, value: { $in: ['red', 'blue'] } } };
    const cases: [object, string][] = [
      [
        {
          subject: 'secrets',
          action: 'edit',
          conditions: { secretName: { $glob: 'DB_*' }, environment: { $ne: 'prod' } },
        },
        'May edit secrets named like DB_* in every environment but prod',
      ],
      [
        {
          subject: 'secrets',
          action: 'edit',
          conditions: { secretTags: { $all: ['a', 'b'] }, secretPath: { $in: ['/', '/b'] } },
        },
        "May edit secrets tagged 'a' and 'b' in / or /b",
      ],
      [
        { subject: 'dynamic-secrets', action: 'lease', conditions: { metadata } },
        "May lease dynamic secrets with metadata whose key is 'team' and value is 'red' or 'blue'",
      ],
      [
        {
          subject: 'member',
          action: 'assign-role',
          conditions: { userEmail: { $glob: '*@acme.com' }, assignableRole: 'viewer' },
        },
        "May assign roles to members whose e-mail address is like '*@acme.com' and whose role to assign is 'viewer'",
      ],
      [{ subject: 'ssh-hosts', action: 'login', conditions: { any: [1] } }, 'May "login" ssh hosts where {"any":[1]}'],
    ];
    for (const [rule, words] of cases) expect(describeRules([rule as never])).to.deep.equal([words]);
  });

  it('are short for built-in roles', () => {
    for (const { rules } of builtInProjectRoles) expect(describeRules(rules).length).to.be.below(9);
  });
});
