import type { Period } from '../../../src/access/granted.ts';
import type { Rule } from '../../../src/access/rule.ts';
import { expect } from 'chai';
import { createStores } from '../../../src/stores.ts';
import { expectError } from '../../support/expect/expect.ts';
import { addRoleInProject, addToGroup, membershipIdOf, newGroup } from '../../support/fixtures/groups.ts';
import { newUserWith } from '../../support/fixtures/people.ts';
import { addToProject, newProject, permanent, type TestProjectRole } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { addToGroupSetting, adder } from './addUserToGroup.fixtures.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

onEachDatabase('addUserToGroup', (world) => {
  const setting = addToGroupSetting(world);

  describe('limited by the permissions of the caller', () => {
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

    /** The group has these roles in a project, and the caller the given ones, if any. */
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

    it('where a non-member has none, unless the caller may access all projects', async () => {
      await (await inProject([['no-access']])).takes();
      const { organization, refuses, add } = await inProject([[[reads()]]]);
      await refuses({ subject: 'secrets', action: 'readValue' });
      const everywhere = await newUserWith(world(), organization, [
        adder,
        { subject: 'organization-admin-console', action: ['access-all-projects'] },
      ]);
      expect((await add(everywhere)).status).to.equal(200);
    });

    it('in one project, regardless of those in another', async () => {
      const { organization, caller, refuses } = await inProject([[[reads()]]]);
      await addToProject(world(), await newProject(world(), organization), caller, 'admin');
      await refuses({ subject: 'secrets', action: 'readValue' });
    });

    it("including those of the caller's groups", async () => {
      const { organization, project, caller, refuses, takes } = await inProject([[[reads()]]]);
      const own = await newGroup(world(), organization);
      await addToProject(world(), project, { groupId: own.id }, 'viewer');
      await refuses();
      await addToGroup(world(), own, caller);
      await takes();
    });

    it('for all roles of the group, including future ones, but not expired ones', async () => {
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

    it("while the caller's own roles are active, and for grants that end no later", async () => {
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

    it('where denies of the caller apply, unless the group has the same deny for as long', async () => {
      const deny: Rule = { ...reads('prod'), inverted: true };
      await (await inProject([[[reads()]]], [reads(), deny])).refuses();
      await (await inProject([[[reads(), deny]]], [reads(), deny])).takes();
      await (await inProject([[[reads()]], [[deny]]], [reads(), deny])).takes();
      const hour = temporary('2030-01-01T00:00:00.000Z', '2030-01-01T01:00:00.000Z');
      await (await inProject([[[reads()]], [[deny], hour]], [reads(), deny])).refuses();
      await (await inProject([[[reads(), deny], hour]], [reads(), deny])).takes();
      await (await inProject([[[deny]], [[reads()], hour]], [reads(), deny])).takes();
    });

    it('with rules expanded for the new member', async () => {
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
        database.transaction(ofInstance, ({ db }) =>
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
