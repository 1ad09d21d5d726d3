import type { Period } from '../../../src/access/granted.ts';
import type { Rule } from '../../../src/access/rule.ts';
import { expect } from 'chai';
import { createStores } from '../../../src/stores.ts';
import { expectError } from '../../support/expect/expect.ts';
import {
  addRoleInProject,
  addToGroup,
  auditOf,
  groupsOf,
  membershipIdOf,
  newGroup,
} from '../../support/fixtures/groups.ts';
import type { TestRole } from '../../support/world/members.ts';
import { invite, newEmail, newUserWith } from '../../support/fixtures/people.ts';
import { addToProject, newProject, permanent, type TestProjectRole } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const adder: Rule = { subject: 'groups', action: ['edit', 'add-members'] };

onEachDatabase('addUserToGroup', (world) => {
  const setting = async (role: TestRole = 'no-access') => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const user = await world().newUser(organization, 'no-access');
    const group = await newGroup(world(), organization, { role });
    const add = (caller: { token: string } = as, username = user.email) =>
      world().call('addUserToGroup', { as: caller, params: { id: group.id, username } });
    const state = () => groupsOf(world(), organization);
    return { organization, as, user, group, add, state };
  };

  it('adds the user, answers with it, bare, and writes that down', async () => {
    const { organization, as, user, group, add } = await setting();
    const { status, body } = await add();
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.equal({
      id: user.id,
      username: user.email,
      email: user.email,
      firstName: 'Test',
      lastName: 'User',
    });
    const { body: list } = await world().call('listGroupMembers', { as, params: { id: group.id } });
    expect(list).to.deep.equal({
      members: [{ id: user.id, joinedGroupAt: '2030-01-01T00:00:00.000Z', type: 'user', user: body }],
      totalCount: 1,
    });
    expect(await auditOf(world(), organization)).to.deep.equal([
      {
        eventType: 'add-user-to-group',
        eventMetadata: { groupId: group.id, groupName: group.name, userId: user.id, username: user.email },
      },
    ]);
  });

  it('knows the user in upper or lower case', async () => {
    const { user, add, as } = await setting();
    expect((await add(as, user.email.toUpperCase())).body.id).to.equal(user.id);
  });

  it('adds somebody who is still invited, and has no name', async () => {
    const { as, add } = await setting();
    const email = newEmail(world());
    await invite(world(), as, email);
    const { status, body } = await add(as, email);
    expect(status).to.equal(200);
    expect(body).to.include({ username: email, email, firstName: null, lastName: null });
  });

  it('adds nobody twice, also not at once', async () => {
    const { add, state } = await setting();
    const answers = await Promise.all(Array.from({ length: 6 }, () => add()));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400, 400, 400, 400]);
    const before = await state();
    expectError(await add(), 400, 'BadRequest', /in the group already/);
    expect(await state()).to.deep.equal(before);
  });

  it('lets a machine identity with the permission do it', async () => {
    const { organization, add } = await setting();
    expect(
      (await add(await world().newIdentity(organization, await world().newRole(organization, [adder])))).status,
    ).to.equal(200);
  });

  it('never leaves half a trace of a user who is removed at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { organization, as, user, group, add } = await setting();
      const membershipId = await membershipIdOf(world(), group, user);
      const remove = world().call('removeOrganizationUser', {
        as,
        params: { organizationId: organization.id, membershipId },
      });
      const [added, removed] = await Promise.all([add(), remove]);
      expect(removed.status).to.equal(200);
      expect(added.status).to.be.oneOf([200, 404]);
      expect(await world().server.parts.database.read('group_members').where({ groupId: group.id })).to.deep.equal([]);
    }
  });

  it('wants both permissions, whatever the ids', async () => {
    const { organization, group, user, state } = await setting();
    const before = await state();
    const refusals = [
      { rules: [{ subject: 'groups', action: ['read', 'add-members'] }], message: /edit groups/ },
      {
        rules: [{ subject: 'groups', action: ['read', 'edit', 'remove-members', 'add-identities'] }],
        message: /add members to groups/,
      },
    ];
    for (const { rules, message } of refusals) {
      const as = await world().newIdentity(organization, await world().newRole(organization, rules));
      for (const [id, username] of [
        [group.id, user.email],
        ['not-an-id', 'nobody'],
      ] as const) {
        expectError(
          await world().call('addUserToGroup', { as, params: { id, username } }),
          403,
          'PermissionDenied',
          message,
        );
      }
    }
    expect(await state()).to.deep.equal(before);
  });

  it('knows neither users nor groups of another organization', async () => {
    const { as, user, group, add, state } = await setting();
    const other = await setting();
    const before = [await state(), await other.state()];
    for (const username of [other.user.email, 'nobody@example.com', user.id])
      expectError(await add(as, username), 404, 'NotFound', /user/i);
    for (const id of [other.group.id, 'not-an-id'])
      expectError(
        await world().call('addUserToGroup', { as, params: { id, username: user.email } }),
        404,
        'NotFound',
        /group/i,
      );
    expect([await state(), await other.state()]).to.deep.equal(before);
    await world().join(other.organization, user, 'no-access');
    expect(
      (await world().call('addUserToGroup', { as: other.as, params: { id: other.group.id, username: user.email } }))
        .status,
    ).to.equal(200);
    expect(await world().server.parts.database.read('group_members').where({ groupId: group.id })).to.deep.equal([]);
  });

  describe('bounded by what the caller holds', () => {
    it('in the organization', async () => {
      const { organization, add, state } = await setting('member');
      const narrow = await newUserWith(world(), organization, [adder]);
      const before = await state();
      const refused = await add(narrow);
      expectError(refused, 403, 'PermissionBoundaryError');
      expect(refused.body.details.missingPermissions).to.deep.include({ subject: 'workspace', action: 'create' });
      expect(await state()).to.deep.equal(before);
      const as = await world().newUser(organization, 'member');
      await addToGroup(
        world(),
        await newGroup(world(), organization, { role: await world().newRole(organization, [adder]) }),
        as,
      );
      expect((await add(as)).status).to.equal(200);
    });

    type Held = [role: TestProjectRole, period?: Period];

    /** The group has these roles in a project, and the caller its own there, if any. */
    const inProject = async ([[first, period], ...further]: [Held, ...Held[]], own?: TestProjectRole) => {
      const given = await setting();
      const project = await newProject(world(), given.organization);
      const caller = await newUserWith(world(), given.organization, [adder]);
      if (own !== undefined) await addToProject(world(), project, caller, own);
      const membership = await addToProject(world(), project, { groupId: given.group.id }, first, period);
      for (const [role, until] of further) await addRoleInProject(world(), project, membership, role, until);
      const refuses = async (...missing: object[]) => {
        const before = await given.state();
        const refused = await given.add(caller);
        expectError(refused, 403, 'PermissionBoundaryError');
        if (missing.length > 0) expect(refused.body.details.missingPermissions).to.deep.equal(missing);
        expect(await given.state()).to.deep.equal(before);
      };
      const takes = async () => expect((await given.add(caller)).status).to.equal(200);
      return { ...given, project, caller, refuses, takes };
    };

    const reads = (environment?: string): Rule => ({
      subject: 'secrets',
      action: ['readValue'],
      ...(environment && { conditions: { environment } }),
    });
    const temporary = (start: string, end: string) => ({
      ...permanent,
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '1h',
      temporaryAccessStartTime: start,
      temporaryAccessEndTime: end,
    });

    it('in each project of the group', async () => {
      await (await inProject([['member']], 'member')).takes();
      await (await inProject([['viewer']], 'admin')).takes();
      await (await inProject([['member']], 'viewer')).refuses();
      await (
        await inProject([[[reads('prod')]]], [reads('dev')])
      ).refuses({ subject: 'secrets', action: 'readValue', conditions: { environment: 'prod' } });
      await (await inProject([[[reads('prod')]]], [reads()])).takes();
    });

    it('where it is no member, it holds nothing, unless it has access to all projects', async () => {
      await (await inProject([['no-access']])).takes();
      const { organization, refuses, add } = await inProject([[[reads()]]]);
      await refuses({ subject: 'secrets', action: 'readValue' });
      const everywhere = await newUserWith(world(), organization, [
        adder,
        { subject: 'organization-admin-console', action: ['access-all-projects'] },
      ]);
      expect((await add(everywhere)).status).to.equal(200);
    });

    it('in one project, whatever it holds in another', async () => {
      const { organization, caller, refuses } = await inProject([[[reads()]]]);
      await addToProject(world(), await newProject(world(), organization), caller, 'admin');
      await refuses({ subject: 'secrets', action: 'readValue' });
    });

    it('with what it has through groups of its own', async () => {
      const { organization, project, caller, refuses, takes } = await inProject([[[reads()]]]);
      const own = await newGroup(world(), organization);
      await addToProject(world(), project, { groupId: own.id }, 'viewer');
      await refuses();
      await addToGroup(world(), own, caller);
      await takes();
    });

    it('by all roles of the group, also those for a time that is yet to come, but not those that are over', async () => {
      await (
        await inProject([[[reads('dev')]], [[reads('prod')]]], [reads('dev')])
      ).refuses({ subject: 'secrets', action: 'readValue', conditions: { environment: 'prod' } });
      await (
        await inProject([['admin', temporary('2029-12-31T23:30:00.000Z', '2030-01-01T00:30:00.000Z')]], 'viewer')
      ).refuses();
      await (
        await inProject([['admin', temporary('2031-01-01T00:00:00.000Z', '2031-01-01T01:00:00.000Z')]], 'viewer')
      ).refuses();
      await (
        await inProject([['admin', temporary('2029-12-31T22:00:00.000Z', '2030-01-01T00:00:00.000Z')]], 'viewer')
      ).takes();
    });

    it('by its own roles only while they are active, and only for what ends no later than they do', async () => {
      const own = temporary('2030-01-01T00:00:01.000Z', '2030-01-01T01:00:01.000Z');
      const endsWithOwn = await inProject([
        [[reads()], temporary('2030-01-01T00:00:00.000Z', '2030-01-01T01:00:01.000Z')],
      ]);
      await addToProject(world(), endsWithOwn.project, endsWithOwn.caller, 'admin', own);
      await endsWithOwn.refuses();
      const endsLater = await inProject([
        [[reads()], temporary('2030-01-01T00:00:00.000Z', '2030-01-01T01:00:01.001Z')],
      ]);
      await addToProject(world(), endsLater.project, endsLater.caller, 'admin', own);
      const permanentGroup = await inProject([[[reads()]]]);
      await addToProject(world(), permanentGroup.project, permanentGroup.caller, 'admin', own);
      await world().clock.later(1, async () => {
        await endsLater.refuses({ subject: 'secrets', action: 'readValue' });
        await permanentGroup.refuses({ subject: 'secrets', action: 'readValue' });
        await endsWithOwn.takes();
      });
    });

    it('where it is denied something, unless the group denies that for just as long', async () => {
      const deny: Rule = { ...reads('prod'), inverted: true };
      await (await inProject([[[reads()]]], [reads(), deny])).refuses();
      await (await inProject([[[reads(), deny]]], [reads(), deny])).takes();
      await (await inProject([[[reads()]], [[deny]]], [reads(), deny])).takes();
      const hour = temporary('2030-01-01T00:00:00.000Z', '2030-01-01T01:00:00.000Z');
      await (await inProject([[[reads()]], [[deny], hour]], [reads(), deny])).refuses();
      await (await inProject([[[reads(), deny], hour]], [reads(), deny])).takes();
      await (await inProject([[[deny]], [[reads()], hour]], [reads(), deny])).takes();
    });

    it('by what rules come to for the new member', async () => {
      const rule: Rule = {
        subject: 'secrets',
        action: ['readValue'],
        conditions: { secretPath: { $glob: '/{{identity.metadata.team}}/**' } },
      };
      const own: Rule = {
        subject: 'secrets',
        action: ['readValue'],
        conditions: { secretPath: { $glob: '/teams/**' } },
      };
      const { user, group, refuses, takes } = await inProject([[[rule]]], [own]);
      const membershipId = await membershipIdOf(world(), group, user);
      const { ids, database } = world().server.parts;
      const setTeam = (value: string) =>
        database.transaction(({ db }) =>
          createStores(db).memberships.replaceMetadata(membershipId, [
            { id: ids.uuid(), membershipId, key: 'team', value },
          ]),
        );
      await setTeam('elsewhere');
      await refuses();
      await setTeam('teams/rockets');
      await takes();
    });
  });
});
