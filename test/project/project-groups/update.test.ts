import { expect } from 'chai';
import type { Rule } from '../../../src/access/rule.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { newStorage, onEachDatabase, ownWorld } from '../../support/world/world.ts';
import { at, createSetting, type Generation, legacy, noTimes, projects, temporary, workspaces } from './generations.ts';

const updateSuite = (family: Generation): void => {
  onEachDatabase(family.update, (world) => {
    it('replaces all roles, and answers with every field of the new ones', async () => {
      const { project, membership, call } = await createSetting(world(), family, 'viewer');
      const { roleId } = await addToProject(
        world(),
        project,
        await world().newIdentity({ id: project.organizationId } as never, 'no-access'),
        [{ subject: 'tags', action: 'read' }],
      );
      const { status, body } = await call(family.update, {
        roles: [{ role: `role-${roleId}`, isTemporary: false }, temporary],
      });
      expect(status, JSON.stringify(body)).to.equal(200);
      const shared = { projectMembershipId: membership!.id, createdAt: at, updatedAt: at };
      expect(body).to.deep.equal({
        roles: [
          { id: body.roles[0].id, role: 'custom', customRoleId: roleId, ...shared, ...noTimes },
          {
            id: body.roles[1].id,
            role: 'viewer',
            customRoleId: null,
            ...shared,
            isTemporary: true,
            temporaryMode: 'relative',
            temporaryRange: '2h',
            temporaryAccessStartTime: '2030-01-01T01:00:00.000Z',
            temporaryAccessEndTime: '2030-01-01T03:00:00.000Z',
          },
        ],
      });
    });

    it('lets all roles be temporary, which count from their start to their end', async () => {
      const { organization, project, group, call } = await createSetting(world(), family, 'no-access');
      const member = await world().newIdentity(organization, 'no-access');
      await addToGroup(world(), group, member);
      const look = async () =>
        (await world().call('listProjectRoles', { as: member, params: { projectId: project.id } })).status;
      expect(
        (
          await call(family.update, {
            roles: [{ ...temporary, temporaryRange: '2s', temporaryAccessStartTime: '2030-01-01T00:00:10Z' }],
          })
        ).status,
      ).to.equal(200);
      const statuses = [];
      for (const seconds of [9.999, 10, 11.999, 12]) statuses.push(await world().clock.later(seconds, look));
      expect(statuses).to.deep.equal([403, 200, 200, 403]);
    });

    it('knows neither a group outside the project nor an unknown role', async () => {
      const { organization, call } = await createSetting(world(), family, 'viewer');
      const outside = await newGroup(world(), organization);
      const body = { roles: [{ role: 'viewer' }] };
      for (const group of [outside.id, 'nothing'])
        expectError(await call(family.update, body, undefined, { [family.parameter]: group }), 404, 'NotFound');
      expectError(
        await call(family.update, { roles: [{ role: 'viewer' }, { role: 'nothing' }] }),
        404,
        'NotFound',
        /nothing/,
      );
      expect((await call(family.get)).body.groupMembership.roles).to.have.length(1);
    });

    it('is bounded by what the caller may hand out, and by the denies that would go', async () => {
      const deny: Rule = { subject: 'secrets', action: 'delete', inverted: true, conditions: { environment: 'prod' } };
      const { call, as } = await createSetting(world(), family, [deny]);
      const editor: Rule = { subject: 'groups', action: ['read', 'edit', 'assign-role'] };
      const lifted = await call(family.update, { roles: [{ role: 'no-access' }] }, await as([editor]));
      expectError(lifted, 403, 'PermissionBoundaryError');
      expect(lifted.body.details.missingPermissions).to.deep.equal([
        { action: 'delete', subject: 'secrets', conditions: { environment: 'prod' } },
      ]);
      expect(
        (
          await call(
            family.update,
            { roles: [{ role: 'no-access' }] },
            await as([editor, { subject: 'secrets', action: 'delete' }]),
          )
        ).status,
      ).to.equal(200);
      expectError(
        await call(family.update, { roles: [{ role: 'admin' }] }, await as([editor])),
        403,
        'PermissionBoundaryError',
      );
      expectError(
        await call(
          family.update,
          { roles: [{ role: 'no-access' }] },
          await as([{ subject: 'groups', action: 'read' }]),
        ),
        403,
        'PermissionDenied',
        /edit groups/,
      );
      expect((await call(family.get)).body.groupMembership.roles.map((each: any) => each.role)).to.deep.equal([
        'no-access',
      ]);
    });

    it('asks nothing for a role that stays', async () => {
      const { call, as } = await createSetting(world(), family, 'viewer');
      const editor = await as([{ subject: 'groups', action: 'edit' }]);
      expect((await call(family.update, { roles: [{ role: 'viewer' }] }, editor)).status).to.equal(200);
      expectError(
        await call(family.update, { roles: [{ role: 'viewer' }, { role: 'member' }] }, editor),
        403,
        'PermissionDenied',
        /assign roles/,
      );
    });

    it('wants at least one role, and knows what is wrong with each', async () => {
      const { call } = await createSetting(world(), family, 'viewer');
      expectIssues(await call(family.update, {}), 'body roles required');
      expectIssues(await call(family.update, { roles: [] }), 'body roles too_small');
      expectIssues(await call(family.update, { roles: [{ isTemporary: false }] }), 'body roles.0.role required');
      expectIssues(
        await call(family.update, { roles: [{ role: 'viewer', isTemporary: true }] }),
        'body roles.0.temporaryMode required',
        'body roles.0.temporaryRange required',
        'body roles.0.temporaryAccessStartTime required',
      );
      expectIssues(
        await call(family.update, { roles: [{ ...temporary, temporaryMode: 'absolute' }] }),
        'body roles.0.temporaryMode enum',
      );
      expectIssues(
        await call(family.update, { roles: Array.from({ length: 51 }, () => ({ role: 'viewer' })) }),
        'body roles too_big',
      );
      expect(
        (await call(family.update, { roles: Array.from({ length: 50 }, () => ({ role: 'viewer' })) })).status,
      ).to.equal(200);
    });
  });

  describe(`${family.update} on two nodes`, () => {
    it('is felt on the other node at the very next request', async () => {
      const storage = await newStorage('postgres');
      const [one, other] = [await ownWorld(storage), await ownWorld(storage)];
      const { organization, project, group, call } = await createSetting(one, family, 'viewer');
      const member = await one.newIdentity(organization, 'no-access');
      await addToGroup(one, group, member);
      const look = async () =>
        (await other.call('listProjectRoles', { as: member, params: { projectId: project.id } })).status;
      expect(await look()).to.equal(200);
      await call(family.update, { roles: [{ role: 'no-access' }] });
      expect(await look()).to.equal(403);
      await call(family.update, { roles: [{ role: 'viewer' }] });
      expect(await look()).to.equal(200);
      await call(family.remove);
      expect(await look()).to.equal(403);
    });
  });
};

for (const generation of [projects, workspaces, legacy]) updateSuite(generation);
