import type { Rule } from '../../../src/access/rule.ts';
import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { addToProject, newProjectIdentity, newProjectWithAdmin, permanent } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const inProduction = { environment: 'prod', secretPath: '/' };

onEachDatabase('explainAccess', (world) => {
  const setting = async (...roles: (string | Rule[])[]) => {
    const where = await newProjectWithAdmin(world());
    const identity = await newProjectIdentity(world(), where, roles[0] ?? 'no-access');
    const params = { projectId: where.project.id };
    const ask = (question: object, as: { token: string } = where.admin) =>
      world().call('explainAccess', {
        as,
        params,
        body: { actorType: 'identity', actorId: identity.id, subject: 'secrets', action: 'readValue', ...question },
      });
    return { ...where, identity, params, ask };
  };

  const addPrivilege = async (identityId: string, permissions: Rule[], period = permanent): Promise<string> => {
    const { ids, database } = world().server.parts;
    const id = ids.uuid();
    const at = '2030-01-01T00:00:00.000Z';
    await database.transaction(ofInstance, async ({ db }) => {
      const [membership] = await db('project_memberships as pm')
        .join('organization_memberships as m', 'm.id', 'pm.membershipId')
        .where('m.identityId', identityId)
        .select('pm.id', 'pm.projectId');
      await db('project_privileges').insert({
        id,
        projectMembershipId: membership.id,
        slug: `p-${id}`,
        permissions: JSON.stringify(permissions),
        ...period,
        createdAt: at,
        updatedAt: at,
      });
      await db('project_revisions').where({ projectId: membership.projectId }).increment('accessRevision', 1);
    });
    return id;
  };

  it('names the rule of a built-in role', async () => {
    const { identity, ask } = await setting('viewer');
    const { status, body } = await ask({ object: inProduction });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.equal({
      isAllowed: true,
      reason: 'Allowed by a rule of the role "viewer".',
      actor: { type: 'identity', id: identity.id, name: body.actor.name },
      at: '2030-01-01T00:00:00.000Z',
      decidedBy: {
        subject: 'secrets',
        action: ['describeSecret', 'readValue'],
        inverted: false,
        conditions: null,
        from: {
          type: 'role',
          id: body.decidedBy.from.id,
          slug: 'viewer',
          name: null,
          group: null,
          startsAt: null,
          endsAt: null,
        },
      },
      atOtherTimes: [],
    });
    expect((await ask({ action: 'create', object: inProduction })).body).to.include({
      isAllowed: false,
      reason: 'No active rule allows this.',
      decidedBy: null,
    });
  });

  it('names a deny of a custom role before any allow', async () => {
    const { organization, project, admin, params } = await newProjectWithAdmin(world()).then((where) => ({
      ...where,
      params: { projectId: where.project.id },
    }));
    const user = await world().newUser(organization, 'no-access');
    const deny: Rule = {
      subject: 'secrets',
      action: ['readValue'],
      inverted: true,
      conditions: { environment: { $glob: 'pr*' } },
    };
    const { roleId } = await addToProject(world(), project, user, [{ subject: 'secrets', action: 'read' }, deny]);
    const { body } = await world().call('explainAccess', {
      as: admin,
      params,
      body: { actorType: 'user', actorId: user.id, subject: 'secrets', action: 'readValue', object: inProduction },
    });
    expect(body).to.include({
      isAllowed: false,
      reason: `Denied by a rule of the role "role-${roleId}". Without it, the role "role-${roleId}" would allow this.`,
    });
    expect(body.decidedBy).to.deep.include({ action: ['readValue'], inverted: true, conditions: deny.conditions });
    expect(body.decidedBy.from).to.include({ type: 'role', name: 'Test role' });
  });

  it('shows the period of a temporary privilege, and answers for other times', async () => {
    const { identity, ask } = await setting();
    const [startsAt, endsAt] = ['2030-01-01T01:00:00.000Z', '2030-01-01T03:00:00.000Z'];
    const period = {
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '2h',
      temporaryAccessStartTime: startsAt,
      temporaryAccessEndTime: endsAt,
    };
    const id = await addPrivilege(
      identity.id,
      [{ subject: 'secrets', action: 'readValue', conditions: { secretPath: '/' } }],
      period,
    );

    const before = (await ask({ object: inProduction })).body;
    expect(before).to.include({
      isAllowed: false,
      decidedBy: null,
      reason: `No active rule allows this. From ${startsAt} on it is allowed by the privilege "p-${id}", until ${endsAt}.`,
    });
    expect(before.atOtherTimes).to.have.length(1);
    expect(before.atOtherTimes[0].from).to.deep.equal({
      type: 'privilege',
      id,
      slug: `p-${id}`,
      name: null,
      group: null,
      startsAt,
      endsAt,
    });

    const during = (await ask({ object: inProduction, at: '2030-01-01T03:00:00+01:00' })).body;
    expect(during).to.include({
      isAllowed: true,
      at: '2030-01-01T02:00:00.000Z',
      reason: `Allowed by a rule of the privilege "p-${id}", until ${endsAt}.`,
    });
    expect((await ask({ object: inProduction, at: endsAt })).body).to.include({
      isAllowed: false,
      reason: `No active rule allows this. It was allowed by the privilege "p-${id}", until ${endsAt}.`,
    });
    await world().clock.later(7200, async () =>
      expect((await ask({ object: inProduction })).body.isAllowed).to.equal(true),
    );
  });

  it('names the group that grants a role', async () => {
    const { organization, project, admin, params, identity } = await setting();
    const { ids, database, stores } = world().server.parts;
    const group = {
      id: ids.uuid(),
      organizationId: organization.id,
      name: 'Backend',
      slug: `backend-${ids.uuid()}`,
      role: 'no-access',
      createdAt: '',
      updatedAt: '',
    };
    const membership = await stores.memberships.findOfIdentity(organization.id, identity.id);
    await database.transaction(ofInstance, async ({ db }) => {
      await db('groups').insert(group);
      await db('group_members').insert({ groupId: group.id, membershipId: membership!.id, createdAt: '' });
    });
    await addToProject(world(), project, { groupId: group.id }, 'viewer');
    const { body } = await world().call('explainAccess', {
      as: admin,
      params,
      body: { actorType: 'identity', actorId: identity.id, subject: 'tags', action: 'read' },
    });
    expect(body).to.include({
      isAllowed: true,
      reason: 'Allowed by a rule of the role "viewer", held through the group "Backend".',
    });
    expect(body.decidedBy.from.group).to.deep.equal({ id: group.id, name: 'Backend' });
  });

  it('is allowed for callers who may read the membership', async () => {
    const { organization, project, ask, identity } = await setting();
    const reader = (actorId: string) =>
      newProjectIdentity(world(), { organization, project }, [
        { subject: 'identity', action: 'read', conditions: { identityId: actorId } },
      ]);
    expect((await ask({}, await reader(identity.id))).status).to.equal(200);
    expectError(await ask({}, await reader('somebody-else')), 403, 'PermissionDenied', /read machine identities/);
    expectError(
      await ask({ actorId: 'nobody' }, await reader(identity.id)),
      403,
      'PermissionDenied',
      /read machine identities/,
    );
    expectError(await ask({ actorType: 'user' }, await reader(identity.id)), 403, 'PermissionDenied', /read members/);
    expectError(await ask({}, await world().newIdentity(organization, 'admin')), 403, 'ProjectMembershipNotFound');
  });

  it('finds the actor by its name', async () => {
    const { organization, project, admin, ask, identity } = await setting('viewer');
    const rename = (id: string, name: string) =>
      world().server.parts.database.transaction(ofInstance, ({ db }) =>
        db('identities').where({ id }).update({ name }),
      );
    const byName = (actorName: string, as?: { token: string }) => ask({ actorId: undefined, actorName }, as);
    await rename(identity.id, 'Builder');
    expect((await byName('Builder')).body.actor).to.deep.equal({ type: 'identity', id: identity.id, name: 'Builder' });
    const asUser = { actorType: 'user', actorId: undefined };
    expect((await ask({ ...asUser, actorName: admin.email.toUpperCase() })).body.actor).to.include({ id: admin.id });
    expectError(await ask({ ...asUser, actorName: 'nobody@example.com' }), 404, 'NotFound', /Member not found/);
    expectError(await byName('builder'), 404, 'NotFound', /Member not found/);

    // One with the same name that is not in the project, and then one that is.
    const outside = await world().newIdentity(organization, 'admin');
    await rename(outside.id, 'Builder');
    expect((await byName('Builder')).body.actor.id).to.equal(identity.id);
    await addToProject(world(), project, outside, 'viewer');
    expectError(await byName('Builder'), 400, 'BadRequest', /several machine identities named "Builder"/);
    const rules: Rule[] = [{ subject: 'identity', action: 'read', conditions: { identityId: outside.id } }];
    const reader = await newProjectIdentity(world(), { organization, project }, rules);
    expect((await byName('Builder', reader)).body.actor.id).to.equal(outside.id);
    expectError(await ask({ ...asUser, actorName: admin.email }, reader), 403, 'PermissionDenied', /read members/);
  });

  it('refuses a request that names the actor twice or not at all', async () => {
    const { ask } = await setting();
    expectIssues(await ask({ actorName: 'Builder' }), 'body actorId required');
    expectIssues(await ask({ actorId: undefined }), 'body actorId required');
  });

  it('finds only members of the project of the given type', async () => {
    const { organization, ask, admin } = await setting();
    const outside = await world().newIdentity(organization, 'admin');
    for (const actorId of [outside.id, 'nobody', admin.id]) expectError(await ask({ actorId }), 404, 'NotFound');
    expect((await ask({ actorType: 'user', actorId: admin.id })).body.decidedBy.action).to.deep.equal(['*']);
  });

  it('refuses requests that no rule could match', async () => {
    const { ask } = await setting();
    expectIssues(await ask({ subject: 'nothing' }), 'body subject enum');
    expectIssues(await ask({ action: 'fly' }), 'body action enum');
    expectIssues(await ask({ actorType: 'robot', at: 'soon' }), 'body actorType enum', 'body at format');
    expectIssues(await ask({ object: { environment: 7 } }), 'body object.environment type');
    expectIssues(
      await ask({ object: Object.fromEntries(Array.from({ length: 21 }, (_, number) => [`k${number}`, 'x'])) }),
      'body object too_big',
    );
    expectIssues(await ask({ object: { secretName: 'x'.repeat(1025) } }), 'body object.secretName too_big');
    expect((await ask({ object: { secretName: 'x'.repeat(1024), secretTags: ['a'] } })).status).to.equal(200);
  });

  for (const [absence, change, reason] of [
    ['has not accepted the invitation', { status: 'invited' }, 'before the invitation to the organization is accepted'],
    ['is deactivated', { isActive: false }, 'while the membership of the organization is deactivated'],
  ] as const)
    it(`says that nothing is allowed to a user who ${absence}`, async () => {
      const { organization, project, ask } = await setting();
      const user = await world().newUser(organization, 'member');
      await addToProject(world(), project, user, 'viewer');
      const question = { actorType: 'user', actorId: user.id, object: inProduction };
      expect((await ask(question)).body.isAllowed).to.equal(true);
      await world().server.parts.database.transaction(ofInstance, async ({ db }) => {
        await db('organization_memberships').where({ userId: user.id }).update(change);
      });
      const { body } = await ask(question);
      expect(body).to.include({ isAllowed: false });
      expect(body.decidedBy.from.slug).to.equal('viewer');
      expect(body.reason).to.include(reason).and.include('Allowed by a rule of the role "viewer".');
    });
});
