import { expect } from 'chai';
import type { Response } from 'supertest';
import type { Rule } from '../../src/access/rule.ts';
import { expectError } from '../support/expect/expect.ts';
import { newRole } from '../support/fixtures/identities.ts';
import { newProjectWithSecrets, newSecret, type TestSecrets } from '../support/fixtures/project-secrets.ts';
import { addToProject, newProjectIdentity } from '../support/fixtures/projects.ts';
import type { TestIdentity } from '../support/world/members.ts';
import { newStorage, onDatabase, onEachDatabase, ownWorld, type World } from '../support/world/world.ts';

const readsItself: Rule = { subject: 'identity', action: 'read' };
const describes: Rule = { subject: 'secrets', action: 'describeSecret' };

const addressIn = ({ headers }: Response): URL => {
  const [, target] = /^<([^<>\s]*)>; rel="help"$/.exec(headers.link as string) ?? [];
  return new URL(target!, 'http://localhost');
};

/** The section of a guide to which the header `Link` leads. */
const sectionIn = (response: Response): string => {
  const { pathname, search, hash } = addressIn(response);
  return `${pathname}${search}${hash}`;
};

/** The question of the address in the header `Link`. */
const questionIn = (response: Response, setting: TestSecrets): Record<string, string> => {
  const url = addressIn(response);
  expect(url.pathname).to.equal(`/p/${setting.project.slug}/access/explain`);
  return Object.fromEntries(url.searchParams);
};

onEachDatabase('the link of a refusal', (world) => {
  let setting: TestSecrets;
  let secretId: string;
  before(async () => {
    setting = await newProjectWithSecrets(world());
    ({ id: secretId } = await newSecret(world(), setting, 'API_KEY', { secretPath: '/app' }));
  });

  const newIdentity = (...rules: Rule[]): Promise<TestIdentity> => newProjectIdentity(world(), setting, rules);

  const nameOf = async (as: TestIdentity): Promise<string> => {
    const row = await world().server.parts.database.read('identities').where({ id: as.id }).first<{ name: string }>();
    return row!.name;
  };

  const readKey = (as: TestIdentity, query: Record<string, string> = {}): Promise<Response> =>
    world().call('getSecret', {
      as,
      params: { secretName: 'API_KEY' },
      query: { projectId: setting.project.id, environment: 'dev', secretPath: '/app/', ...query },
    });

  it('opens the question that was decided, which explainAccess answers with no', async () => {
    const identity = await newIdentity(readsItself);
    const refused = await readKey(identity);
    expectError(refused, 403, 'PermissionDenied');
    const question = questionIn(refused, setting);
    expect(question).to.deep.equal({
      actor: `identity:${await nameOf(identity)}`,
      subject: 'secrets',
      action: 'describeSecret',
      environment: 'dev',
      secretPath: '/app',
      secretName: 'API_KEY',
    });
    const { actor: _, subject, action, ...object } = question;
    const explained = await world().call('explainAccess', {
      as: identity,
      params: { projectId: setting.project.id },
      body: { actorType: 'identity', actorId: identity.id, subject, action, object },
    });
    expect(explained.body).to.include({ isAllowed: false });
  });

  it('leaves the keys of the body as they are', async () => {
    const { body } = await readKey(await newIdentity(readsItself));
    expect(Object.keys(body)).to.have.members(['reqId', 'statusCode', 'error', 'message', 'details']);
  });

  it('names a user by the address, and what a permission of the contract is about', async () => {
    const user = await world().newUser(setting.organization, 'member');
    await addToProject(world(), setting.project, user, [{ subject: 'member', action: 'read' }]);
    const refused = await world().call('createTag', {
      as: user,
      params: { projectId: setting.project.id },
      body: { slug: 'green', color: '#00ff00' },
    });
    expect(questionIn(refused, setting)).to.deep.equal({
      actor: `user:${user.email}`,
      subject: 'tags',
      action: 'create',
    });
  });

  it('names the first permission that a grant would need', async () => {
    const identity = await newIdentity(readsItself, { subject: 'role', action: 'create' });
    const refused = await world().call('createProjectRole', {
      as: identity,
      params: { projectId: setting.project.id },
      body: { slug: 'taggers', name: 'Taggers', permissions: [{ subject: 'tags', action: 'create' }] },
    });
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(questionIn(refused, setting)).to.include({ subject: 'tags', action: 'create' });
  });

  it('leads to the guide for callers who may not ask why', async () => {
    const onlyPeople = await newIdentity({ subject: 'member', action: 'read' });
    const onlyAnother = await newIdentity({ ...readsItself, conditions: { identityId: 'another' } });
    for (const identity of [await newIdentity(), onlyPeople, onlyAnother]) {
      const refused = await readKey(identity);
      expectError(refused, 403, 'PermissionDenied');
      expect(sectionIn(refused)).to.equal('/docs/guides/access#why-was-this-refused');
    }
  });

  it('names what was refused in the organization, for callers who may see its roles', async () => {
    const member = await world().newUser(setting.organization, 'member');
    const { status, headers } = await world().call('createGroup', { as: member, body: { name: 'Pilots' } });
    expect(status).to.equal(403);
    expect(headers.link).to.match(/^<([^<>]*)\/org\/roles\?subject=groups&action=create>; rel="help"$/);
    const rules = [{ subject: 'role', action: ['read'] }];
    const onlooker = await world().newUser(
      setting.organization,
      await newRole(world(), setting.organization, 'onlooker', rules),
    );
    const project = await world().call('createProject', { as: onlooker, body: { projectName: 'Rocket' } });
    expectError(project, 403, 'ForbiddenError', /create projects/);
    expect(sectionIn(project)).to.equal('/org/roles?subject=project&action=create');
  });

  it('names the first permission that a grant in the organization would need', async () => {
    const rules = [{ subject: 'role', action: ['read', 'create'] }];
    const role = await newRole(world(), setting.organization, 'role-maker', rules);
    const as = await world().newUser(setting.organization, role);
    const permissions = [{ subject: 'groups', action: 'create' }];
    const body = { slug: 'groupers', name: 'Groupers', permissions };
    const refused = await world().call('createOrganizationRole', { as, body });
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(sectionIn(refused)).to.equal('/org/roles?subject=groups&action=create');
  });

  it('leads to the guide for callers who are not in the project, and for those who may not see roles', async () => {
    const outsider = await world().newIdentity(setting.organization, 'no-access');
    const fromOutside = await readKey(outsider);
    const body = { name: 'Another', role: 'member' };
    const inOrganization = await world().call('createIdentity', { as: outsider, body });
    for (const refused of [fromOutside, inOrganization]) expect(refused.status).to.equal(403);
    expect(sectionIn(fromOutside)).to.equal('/docs/guides/access#members');
    expect(sectionIn(inOrganization)).to.equal('/docs/guides/access#why-was-this-refused');
  });

  it('leads to the guide where no rule decides', async () => {
    const user = await world().newUser(setting.organization, 'admin');
    const machine = await newIdentity(readsItself);
    const sections = [
      await world().call('listInstanceUsers', { as: user }),
      await world().call('listOwnSessions', { as: machine }),
    ].map(sectionIn);
    expect(sections).to.deep.equal([
      '/docs/guides/access#administrators',
      '/docs/guides/access#people-machines-and-service-tokens',
    ]);
  });

  it('contains nothing that the request does not name, nor confirms a guess', async () => {
    const identity = await newIdentity(readsItself);
    for (const query of [{}, { environment: 'dev', secretPath: '/app', secretName: 'API_KEY' }]) {
      const refused = await world().call('getSecretById', { as: identity, params: { secretId }, query });
      expectError(refused, 403, 'PermissionDenied');
      expect(questionIn(refused, setting)).to.deep.equal({ subject: 'secrets', action: 'describeSecret' });
    }
  });

  it('names nobody if tags decided that the request does not name', async () => {
    await newSecret(world(), setting, 'TAGGED', { tagIds: [setting.red.id] });
    const identity = await newIdentity(readsItself, describes, {
      subject: 'secrets',
      action: 'edit',
      conditions: { secretTags: { $in: ['blue'] } },
    });
    const updated = await world().call('updateSecret', {
      as: identity,
      params: { secretName: 'TAGGED' },
      body: { projectId: setting.project.id, environment: 'dev', secretValue: 'x' },
    });
    expectError(updated, 403, 'PermissionDenied');
    expect(questionIn(updated, setting)).to.deep.equal({
      subject: 'secrets',
      action: 'edit',
      environment: 'dev',
      secretPath: '/',
      secretName: 'TAGGED',
    });
  });

  it('is at most 2000 characters long, or that of the guide', async () => {
    const identity = await newIdentity(readsItself);
    const near = await readKey(identity, { secretPath: `/${'x'.repeat(100)}` });
    expect((near.headers.link as string).length).to.be.below(2000);
    const far = await world().call('getSecret', {
      as: identity,
      params: { secretName: '\u{1F600}'.repeat(180) },
      query: { projectId: setting.project.id, environment: 'dev' },
    });
    expectError(far, 403, 'PermissionDenied');
    expect(sectionIn(far)).to.equal('/docs/guides/access#why-was-this-refused');
  });
});

onDatabase('sqlite', 'the link of a refusal with SITE_URL', () => {
  let world: World;
  before(async () => {
    world = await ownWorld({ ...(await newStorage('sqlite')), SITE_URL: 'https://vault.example.com' });
  });

  it('is absolute', async () => {
    const setting = await newProjectWithSecrets(world);
    const as = await newProjectIdentity(world, setting, [readsItself]);
    const { headers } = await world.call('listTags', { as, params: { projectId: setting.project.id } });
    expect(headers.link).to.match(
      /^<https:\/\/vault\.example\.com\/p\/[\w-]+\/access\/explain\?[^<>\s]+>; rel="help"$/,
    );
  });
});
