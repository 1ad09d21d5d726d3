import { expect } from 'chai';
import type { Rule } from '../../../src/access/rule.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import { newProjectWithSecrets } from '../../support/fixtures/project-secrets.ts';
import { addToProject, newProjectIdentity } from '../../support/fixtures/projects.ts';
import { newToken } from '../../support/fixtures/service-tokens.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const readValue: Rule = { subject: 'secrets', action: 'readValue' };
const question = { subject: 'secrets', action: 'readValue', object: { environment: 'dev', secretPath: '/app' } };

const during = (start: string, end: string) => ({
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange: '1h',
  temporaryAccessStartTime: `2030-01-01T${start}:00.000Z`,
  temporaryAccessEndTime: `2030-01-01T${end}:00.000Z`,
});

onEachDatabase('listAllowedActors', (world) => {
  const setting = async () => {
    const where = await newProjectWithSecrets(world(), ['/app']);
    const ask = (changes: object = {}, as: { token: string } = where.admin) =>
      world().call('listAllowedActors', {
        as,
        params: { projectId: where.project.id },
        body: { ...question, ...changes },
      });
    const names = async (changes: object = {}, as?: { token: string }) => {
      const { status, body } = await ask(changes, as);
      expect(status, JSON.stringify(body)).to.equal(200);
      return body.actors.map(({ id }: { id: string }) => id);
    };
    const find = async (id: string, changes: object = {}) =>
      (await ask(changes)).body.actors.find((actor: { id: string }) => actor.id === id);
    const newMember = (role: string | Rule[]) => newProjectIdentity(world(), where, role);
    return { ...where, ask, names, find, newMember };
  };

  it('lists users, identities, members of groups and service tokens with the role that allows the action', async () => {
    const { organization, project, admin, ask, newMember } = await setting();
    const viewer = await newMember('viewer');
    await newMember('no-access');
    await newMember([{ ...readValue, conditions: { environment: 'prod' } }]);
    const user = await world().newUser(organization, 'no-access');
    const group = await newGroup(world(), organization, { name: 'Backend' });
    await addToGroup(world(), group, user);
    await addToProject(world(), project, { groupId: group.id }, 'member');
    const token = await newToken(world(), { project, admin }, { name: 'Deploy', expiresIn: 3600 });
    await newToken(world(), { project, admin }, { scopes: [{ environment: 'dev', secretPath: '/other' }] });

    const { status, body } = await ask();
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.include({ at: '2030-01-01T00:00:00.000Z', leftOut: [], nextCursor: null });
    const summaries = body.actors.map(({ type, id, isAllowed, allowedBy, endsAt }: any) => ({
      type,
      id,
      isAllowed,
      endsAt,
      by: allowedBy.map(({ from }: any) => [from.type, from.slug, from.group?.name ?? null]),
    }));
    const now = { isAllowed: true, endsAt: null };
    expect(summaries).to.have.deep.members([
      { type: 'user', id: admin.id, ...now, by: [['role', 'admin', null]] },
      { type: 'identity', id: viewer.id, ...now, by: [['role', 'viewer', null]] },
      { type: 'user', id: user.id, ...now, by: [['role', 'member', 'Backend']] },
      {
        type: 'service-token',
        id: token.id,
        isAllowed: true,
        endsAt: '2030-01-01T01:00:00.000Z',
        by: [['service-token', 'Deploy', null]],
      },
    ]);
    expect(body.actors.find(({ id }: any) => id === user.id).name).to.equal(user.email);
  });

  it('shows until when access lasts by all rules together, and from when planned access begins', async () => {
    const { organization, project, find } = await setting();
    const add = async (period: ReturnType<typeof during>) => {
      const identity = await world().newIdentity(organization, 'no-access');
      const { id } = await addToProject(world(), project, identity, 'viewer', period);
      return { identity, id };
    };
    const ending = (await add(during('00:00', '01:00'))).identity;
    const planned = (await add(during('02:00', '03:00'))).identity;
    const ended = (await add(during('00:00', '01:00'))).identity;
    const both = (await add(during('00:00', '01:00'))).identity;
    const group = await newGroup(world(), organization);
    await addToGroup(world(), group, both);
    await addToProject(world(), project, { groupId: group.id }, 'viewer', during('00:30', '05:00'));

    expect(await find(ending.id)).to.deep.include({
      isAllowed: true,
      startsAt: null,
      endsAt: '2030-01-01T01:00:00.000Z',
    });
    expect(await find(planned.id)).to.deep.include({
      isAllowed: false,
      startsAt: '2030-01-01T02:00:00.000Z',
      endsAt: '2030-01-01T03:00:00.000Z',
    });
    expect((await find(both.id)).endsAt).to.equal('2030-01-01T05:00:00.000Z');
    expect(await find(ended.id, { at: '2030-01-01T04:00:00Z' })).to.equal(undefined);
    expect(await find(planned.id, { at: '2030-01-01T02:30:00Z' })).to.include({ isAllowed: true, startsAt: null });
  });

  it('decides like explainAccess, by privileges, denies, metadata and names', async () => {
    const { organization, project, admin, names, newMember } = await setting();
    const template = { environment: '{{identity.metadata.env}}', secretPath: { $glob: '/**' } };
    const members = [
      await newMember([{ ...readValue, conditions: template }]),
      await newMember([{ ...readValue, conditions: template }]),
      await newMember([readValue, { ...readValue, inverted: true, conditions: { secretPath: '/app' } }]),
      await newMember([{ subject: 'secrets', action: 'read' }]),
      await newMember('no-access'),
    ];
    await world().server.parts.database.transaction(ofInstance, async ({ db }) => {
      const membership = await db('organization_memberships').where({ identityId: members[0]!.id }).first('id');
      await db('membership_metadata').insert({
        id: world().server.parts.ids.uuid(),
        membershipId: membership!.id,
        key: 'env',
        value: 'dev',
      });
      await db('organizations').where({ id: organization.id }).increment('accessRevision', 1);
    });
    const privileged = members[4]!;
    const created = await world().call('createPrivilege', {
      as: admin,
      body: {
        projectId: project.id,
        identityId: privileged.id,
        permissions: [{ ...readValue, action: ['readValue'], conditions: { environment: 'dev' } }],
        type: { isTemporary: false },
      },
    });
    expect(created.status, JSON.stringify(created.body)).to.equal(200);

    const allowed = await names();
    for (const { id } of members) {
      const { body } = await world().call('explainAccess', {
        as: admin,
        params: { projectId: project.id },
        body: { actorType: 'identity', actorId: id, ...question },
      });
      expect(allowed.includes(id), JSON.stringify(body)).to.equal(body.isAllowed);
    }
    expect(allowed).to.have.members([admin.id, members[0]!.id, members[3]!.id, privileged.id]);
  });

  it('pages in a stable order, through members and service tokens', async () => {
    const { project, admin, ask, newMember, names } = await setting();
    for (let number = 0; number < 4; number += 1) await newMember('viewer');
    for (let number = 0; number < 3; number += 1) await newToken(world(), { project, admin });
    const all = await names();
    expect(all).to.have.length(8);
    const paged: string[] = [];
    for (let cursor: string | undefined; ;) {
      const { body } = await ask({ limit: 2, ...(cursor !== undefined && { cursor }) });
      expect(body.actors.length).to.be.at.most(2);
      paged.push(...body.actors.map(({ id }: any) => id));
      if (body.nextCursor === null) break;
      cursor = body.nextCursor;
    }
    expect(paged).to.deep.equal(all);
    for (const cursor of ['x', 'bnVsbA', Buffer.from('["members"]').toString('base64url')])
      expectIssues(await ask({ cursor }), 'body cursor format');
  });

  it('shows each kind only to callers who may read it, and says which are left out', async () => {
    const { organization, project, admin, ask, names, newMember } = await setting();
    const viewer = await newMember('viewer');
    const user = await world().newUser(organization, 'no-access');
    const group = await newGroup(world(), organization, { name: 'Backend' });
    await addToGroup(world(), group, user);
    await addToProject(world(), project, { groupId: group.id }, 'viewer');
    const token = await newToken(world(), { project, admin });

    const reader = (...rules: Rule[]) => newMember(rules);
    const members = await reader({ subject: 'member', action: 'read' });
    expect((await ask({}, members)).body.leftOut).to.deep.equal(['identity', 'group', 'service-token']);
    expect(await names({}, members)).to.deep.equal([admin.id]);
    const withGroups = await reader(
      { subject: 'member', action: 'read' },
      { subject: 'groups', action: 'read', conditions: { groupName: { $glob: 'Back*' } } },
    );
    expect(await names({}, withGroups)).to.have.members([admin.id, user.id]);
    const identities = await reader({ subject: 'identity', action: 'read', conditions: { identityId: viewer.id } });
    expect(await names({}, identities)).to.deep.equal([viewer.id]);
    expect((await ask({}, identities)).body.leftOut).to.include('identity');
    expect(await names({}, await reader({ subject: 'service-tokens', action: 'read' }))).to.deep.equal([token.id]);
    expectError(await ask({}, await reader(readValue)), 403, 'PermissionDenied');
  });

  it('leaves out users who are deactivated or have not accepted', async () => {
    const { organization, project, names } = await setting();
    const [invited, inactive] = [
      await world().newUser(organization, 'member'),
      await world().newUser(organization, 'member'),
    ];
    for (const user of [invited, inactive]) await addToProject(world(), project, user, 'viewer');
    expect(await names()).to.include.members([invited.id, inactive.id]);
    await world().server.parts.database.transaction(ofInstance, async ({ db }) => {
      await db('organization_memberships').where({ userId: invited.id }).update({ status: 'invited' });
      await db('organization_memberships').where({ userId: inactive.id }).update({ isActive: false });
    });
    expect(await names())
      .to.not.include(invited.id)
      .and.not.include(inactive.id);
  });

  it('examines a limited number of members in one request, and goes on after them', async () => {
    const { organization, project, ask, newMember } = await setting();
    const reader = await newMember([{ subject: 'member', action: 'read' }, readValue]);
    const group = await newGroup(world(), organization);
    await addToProject(world(), project, { groupId: group.id }, 'no-access');
    const { ids, database } = world().server.parts;
    const rows = Array.from({ length: 1100 }, () => ({ userId: ids.uuid(), membershipId: ids.uuid() }));
    await database.transaction(ofInstance, async ({ db }) => {
      const template = await db('users').first();
      const member = await db('organization_memberships').where({ organizationId: organization.id }).first();
      db.insert(
        'users',
        rows.map(({ userId }) => ({ ...template, id: userId, username: userId, email: userId })),
      );
      db.insert(
        'organization_memberships',
        rows.map(({ userId, membershipId }) => ({ ...member, id: membershipId, userId, identityId: null })),
      );
      db.insert(
        'group_members',
        rows.map(({ membershipId }) => ({ groupId: group.id, membershipId, createdAt: '' })),
      );
    });
    const first = (await ask({}, reader)).body;
    expect(first.nextCursor).to.be.a('string');
    const second = (await ask({ cursor: first.nextCursor }, reader)).body;
    expect(second.nextCursor).to.equal(null);
    expect([...first.actors, ...second.actors]).to.have.length(1);
  });

  it('refuses questions that no rule could match', async () => {
    const { ask } = await setting();
    expectIssues(await ask({ subject: 'nothing' }), 'body subject enum');
    expectIssues(await ask({ action: 'fly' }), 'body action enum');
    expectIssues(await ask({ limit: 101, at: 'soon' }), 'body limit too_big', 'body at format');
  });
});
