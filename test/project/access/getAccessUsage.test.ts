import { expect } from 'chai';
import { operations } from '../../../generated/operations.ts';
import type { Rule } from '../../../src/access/rule.ts';
import { isAudited, permissionsOf } from '../../../src/resources/project/access/usage/audited.ts';
import { entriesWhere } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProjectWithSecrets, newSecret } from '../../support/fixtures/project-secrets.ts';
import { addToProject, newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const inEnvironment = (environment: string, action: string[], more: object = {}): Rule => ({
  subject: 'secrets',
  action,
  conditions: { environment, ...more },
});
const read = ['describeSecret', 'readValue'];

interface Usage {
  rules: { subject: string; status: string; usage: { action: string; status: string; uses: number }[] }[];
  suggestion: { needed: Rule[]; unknown: Rule[] };
  numberOfEntries: number;
  cut: string[];
}

/** The status of each rule and of each of its actions. */
const summary = ({ rules }: Usage): string[] =>
  rules.map(
    ({ subject, status, usage }) =>
      `${subject} ${status}: ${usage.map(({ action, status: used, uses }) => `${action} ${used}${uses > 0 ? ` ${uses}` : ''}`).join(', ')}`,
  );

describe('actions that leave an entry in the audit log', () => {
  it('are only needed by operations that do', () => {
    const silent = Object.entries(operations)
      .filter(([, { audit }]) => audit === null)
      .flatMap(([id, operation]) => permissionsOf(operation).map((name) => ({ id, name })))
      .filter(({ name }) => isAudited(name.split(':')[0]!, name.split(':')[1]!, true));
    expect(silent).to.deep.equal([]);
  });
});

onEachDatabase('getAccessUsage', (world) => {
  const setting = async (rules: Rule[]) => {
    const where = await newProjectWithSecrets(world(), ['/app', '/other']);
    const machine = await newProjectIdentity(world(), where, rules);
    const { id: projectId } = where.project;
    const ask = (query: object, as: { token: string } = where.admin) =>
      world().call('getAccessUsage', { as, params: { projectId }, query: query as Record<string, string> });
    const usageOf = async (query: object = { type: 'identity', holder: machine.id }): Promise<Usage> => {
      const { status, body } = await ask(query);
      expect(status, JSON.stringify(body)).to.equal(200);
      return body as Usage;
    };
    const list = (environment: string, secretPath = '/', more: object = {}) =>
      world().call('listSecrets', { as: machine, query: { projectId, environment, secretPath, ...more } });
    return { ...where, machine, projectId, ask, usageOf, list };
  };

  it('tells what requests needed from what they did not, and from what the audit log cannot tell', async () => {
    const where = await setting([
      inEnvironment('dev', [...read, 'create', 'edit', 'delete']),
      inEnvironment('prod', ['readValue']),
      inEnvironment('dev', ['delete'], { secretTags: { $in: ['temporary'] } }),
      { subject: 'tags', action: ['read', 'create'] },
    ]);
    const { machine, projectId, usageOf, list } = where;
    await newSecret(world(), where, 'KEY', { secretPath: '/app' });
    await list('dev', '/app');
    await list('dev', '/app');
    await world().call('createSecret', {
      as: machine,
      params: { secretName: 'NEW' },
      body: { projectId, environment: 'dev', secretPath: '/app', secretValue: 'x' },
    });
    await world().call('deleteSecret', {
      as: machine,
      params: { secretName: 'NEW' },
      body: { projectId, environment: 'dev', secretPath: '/app' },
    });
    const usage = await usageOf();
    expect(summary(usage)).to.deep.equal([
      'secrets used: describeSecret used 2, readValue used 2, create used 1, edit unused, delete used 1',
      'secrets unused: readValue unused',
      'secrets unknown: delete unknown',
      'tags unknown: read unknown, create unused',
    ]);
    expect(usage.suggestion).to.deep.equal({
      needed: [
        {
          subject: 'secrets',
          action: ['describeSecret', 'readValue', 'create', 'delete'],
          inverted: false,
          conditions: { environment: 'dev', secretPath: '/app' },
        },
      ],
      unknown: [
        {
          subject: 'secrets',
          action: ['delete'],
          inverted: false,
          conditions: { environment: 'dev', secretTags: { $in: ['temporary'] } },
        },
        { subject: 'tags', action: ['read'], inverted: false },
      ],
    });
    expect(usage.cut).to.deep.equal([]);
  });

  it('finds the permission to edit behind an update that changed nothing', async () => {
    const where = await setting([inEnvironment('dev', [...read, 'edit', 'delete'])]);
    const { machine: as, projectId, usageOf } = where;
    await newSecret(world(), where, 'KEY');
    const update = { projectId, environment: 'dev', secrets: [{ secretKey: 'KEY' }] };
    await world().call('updateSecrets', { as, body: update });
    expect(summary(await usageOf())).to.deep.equal([
      'secrets used: describeSecret unknown, readValue unknown, edit used 1, delete unused',
    ]);
  });

  it('finds what was read below a folder, through imports and by references, each at its own folder', async () => {
    const where = await setting([
      inEnvironment('dev', read),
      inEnvironment('prod', read),
      inEnvironment('staging', read),
    ]);
    const { admin, projectId, usageOf, list } = where;
    await newSecret(world(), where, 'BELOW', { secretPath: '/app' });
    await newSecret(world(), where, 'SOURCE', { environment: 'prod' });
    await newSecret(world(), where, 'REFERRING', { secretValue: '${prod.SOURCE}' });
    await list('dev', '/', { recursive: 'true', expandSecretReferences: 'true' });
    const { suggestion, rules } = await usageOf();
    expect(rules.map(({ status }) => status)).to.deep.equal(['used', 'used', 'unknown']);
    expect(rules[2]!.usage.map(({ status }) => status)).to.deep.equal(['unknown', 'unused']);
    expect(suggestion.needed).to.deep.equal([
      {
        subject: 'secrets',
        action: read,
        inverted: false,
        conditions: { environment: 'dev', secretPath: { $in: ['/', '/app'] } },
      },
      { subject: 'secrets', action: read, inverted: false, conditions: { environment: 'prod', secretPath: '/' } },
    ]);
    const { body, status } = await world().call('createProjectRole', {
      as: admin,
      params: { projectId },
      body: { slug: 'narrow', name: 'Narrow', permissions: [...suggestion.needed, ...suggestion.unknown] },
    });
    expect(status, JSON.stringify(body)).to.equal(200);
  });

  it('calls nothing unused that a grant may have needed, or that a rule denies', async () => {
    const deny: Rule = { ...inEnvironment('prod', ['edit']), inverted: true };
    const [dev, staging] = [inEnvironment('dev', ['delete']), inEnvironment('staging', ['delete'])];
    const where = await setting([{ subject: 'role', action: ['create'] }, dev, staging, deny]);
    const { machine, projectId, usageOf } = where;
    expect(summary(await usageOf())[1]).to.equal('secrets unused: delete unused');
    const body = { slug: 'dev', name: 'Dev', permissions: [dev] };
    await world().call('createProjectRole', { as: machine, params: { projectId }, body });
    const usage = await usageOf();
    expect(summary(usage)).to.deep.equal([
      'role used: create used 1',
      'secrets unknown: delete unknown',
      'secrets unused: delete unused',
      'secrets unknown: edit unknown',
    ]);
    expect(usage.suggestion.needed.at(-1)).to.deep.equal({ ...deny, action: ['edit'] });
  });

  it('finds what an administrator needed to give access to others', async () => {
    const { organization, project, projectId, usageOf } = await setting([]);
    const admin = await world().newIdentity(organization, 'admin');
    await addToProject(world(), project, admin, 'admin');
    const holder = { type: 'identity', holder: admin.id };
    const [user, other] = [
      await world().newUser(organization, 'member'),
      await world().newUser(organization, 'member'),
    ];
    for (const { email } of [user, other])
      await world().call('addProjectUsers', {
        as: admin,
        params: { projectId },
        body: { usernames: [email], roleSlugs: ['viewer'] },
      });
    await world().call('removeProjectUsers', { as: admin, params: { projectId }, body: { usernames: [other.email] } });
    const statusOf = (usage: Usage, subject: string) =>
      Object.fromEntries(
        usage.rules
          .filter((rule) => rule.subject === subject)
          .flatMap((rule) => rule.usage.map(({ action, status }) => [action, status])),
      );
    const before = await usageOf(holder);
    expect(statusOf(before, 'member')).to.deep.equal({
      read: 'used',
      create: 'used',
      edit: 'unused',
      delete: 'used',
      'assign-role': 'used',
      'assign-additional-privileges': 'unused',
      // No operation needs it.
      'assume-privileges': 'unknown',
    });
    expect(statusOf(before, 'secrets')).to.deep.equal({
      describeSecret: 'used',
      readValue: 'used',
      create: 'unused',
      edit: 'unused',
      delete: 'unused',
    });
    expect(before.suggestion.needed.find(({ subject }) => subject === 'member')!.action).to.have.members([
      'read',
      'create',
      'delete',
      'assign-role',
    ]);
    const unknown = before.suggestion.unknown.filter(({ subject }) => ['secrets', 'environments'].includes(subject));
    expect(unknown).to.deep.equal([]);
    // A role that was changed after it was assigned may have been any.
    const params = { projectId };
    const { body } = await world().call('createProjectRole', {
      as: admin,
      params,
      body: { slug: 'tagger', name: 'Tagger', permissions: [{ subject: 'tags', action: 'create' }] },
    });
    await world().call('addProjectUsers', {
      as: admin,
      params,
      body: { usernames: [other.email], roleSlugs: ['tagger'] },
    });
    expect(statusOf(await usageOf(holder), 'environments').delete).to.equal('unused');
    await world().clock.later(60, async () => {
      await world().call('updateProjectRole', {
        as: admin,
        params: { projectId, projectRoleId: body.role.id },
        body: { permissions: [] },
      });
      expect(statusOf(await usageOf(holder), 'environments').delete).to.equal('unknown');
    });
  });

  it('counts the requests of all who have a role', async () => {
    const { organization, project, projectId, usageOf } = await setting([]);
    const [one, other] = [await world().newUser(organization, 'member'), await world().newUser(organization, 'member')];
    await addToProject(world(), project, one, 'member');
    await addToProject(world(), project, other, 'admin');
    for (const as of [one, other])
      await world().call('createTag', { as, params: { projectId }, body: { slug: as.id, color: '#ffffff' } });
    const { rules, numberOfEntries } = await usageOf({ type: 'role', holder: 'member' });
    expect(numberOfEntries).to.equal(1);
    const tags = rules.find(({ subject }) => subject === 'tags')!;
    expect(tags.usage.map(({ action, status }) => `${action} ${status}`)).to.deep.equal([
      'read unknown',
      'create used',
      'edit unused',
      'delete unused',
    ]);
    expect((await usageOf({ type: 'user', holder: other.id })).numberOfEntries).to.equal(1);
  });

  it('needs the audit log and the member, and is recorded', async () => {
    const where = await setting([]);
    const { organization, project, machine, admin, ask } = where;
    expectIssues(await ask({}), 'query type required', 'query holder required');
    expectIssues(await ask({ type: 'group', holder: 'member' }), 'query type enum');
    for (const [rules, expected] of [
      [[{ subject: 'audit-logs', action: ['read'] }], /read machine identities/],
      [[{ subject: 'identity', action: ['read'] }], /read audit logs/],
    ] as const) {
      const user = await world().newUser(organization, 'member');
      await addToProject(world(), project, user, [...rules] as Rule[]);
      expectError(await ask({ type: 'identity', holder: machine.id }, user), 403, 'PermissionDenied', expected);
    }
    expectError(await ask({ type: 'identity', holder: 'unknown' }), 404, 'NotFound');
    await ask({ type: 'identity', holder: machine.id });
    const views = await entriesWhere(world(), { actorId: admin.id, eventType: 'view-audit-logs' });
    expect(views.map(({ eventMetadata }) => eventMetadata)).to.deep.equal([{ type: 'identity', holder: machine.id }]);
  });
});
