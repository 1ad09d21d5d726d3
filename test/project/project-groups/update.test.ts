import { expect } from 'chai';
import type { Rule } from '../../../src/access/rule.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { newStorage, ownWorld } from '../../support/world/world.ts';
import { at, createSetting, type Generation, legacy, noTimes, projects, temporary, workspaces } from './generations.ts';

const updateSuite = (generation: Generation): void => {
  onEitherDatabase(generation.update, (world) => {
    it('replaces all roles and returns the new ones with all fields', async () => {
      const { project, membership, call } = await createSetting(world(), generation, 'viewer');
      const { roleId } = await addToProject(
        world(),
        project,
        await world().newIdentity({ id: project.organizationId } as never, 'no-access'),
        [{ subject: 'tags', action: 'read' }],
      );
      const { status, body } = await call(generation.update, {
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

    it('accepts temporary roles only, which apply from their start to their end', async () => {
      const { organization, project, group, call } = await createSetting(world(), generation, 'no-access');
      const member = await world().newIdentity(organization, 'no-access');
      await addToGroup(world(), group, member);
      const look = async () =>
        (await world().call('listProjectRoles', { as: member, params: { projectId: project.id } })).status;
      expect(
        (
          await call(generation.update, {
            roles: [{ ...temporary, temporaryRange: '2s', temporaryAccessStartTime: '2030-01-01T00:00:10Z' }],
          })
        ).status,
      ).to.equal(200);
      const statuses = [];
      for (const seconds of [9.999, 10, 11.999, 12]) statuses.push(await world().clock.later(seconds, look));
      expect(statuses).to.deep.equal([403, 200, 200, 403]);
    });

    it('does not find a group outside of the project or an unknown role', async () => {
      const { organization, call } = await createSetting(world(), generation, 'viewer');
      const outside = await newGroup(world(), organization);
      const body = { roles: [{ role: 'viewer' }] };
      for (const group of [outside.id, 'nothing'])
        expectError(await call(generation.update, body, undefined, { [generation.parameter]: group }), 404, 'NotFound');
      expectError(
        await call(generation.update, { roles: [{ role: 'viewer' }, { role: 'nothing' }] }),
        404,
        'NotFound',
        /nothing/,
      );
      expect((await call(generation.get)).body.groupMembership.roles).to.have.length(1);
    });

    it('is limited by the permissions of the caller, also for denies that are removed', async () => {
      const deny: Rule = { subject: 'secrets', action: 'delete', inverted: true, conditions: { environment: 'prod' } };
      const { call, as } = await createSetting(world(), generation, [deny]);
      const editor: Rule = { subject: 'groups', action: ['read', 'edit', 'assign-role'] };
      const updated = await call(generation.update, { roles: [{ role: 'no-access' }] }, await as([editor]));
      expectError(updated, 403, 'PermissionBoundaryError');
      expect(updated.body.details.missingPermissions).to.deep.equal([
        { action: 'delete', subject: 'secrets', conditions: { environment: 'prod' } },
      ]);
      expect(
        (
          await call(
            generation.update,
            { roles: [{ role: 'no-access' }] },
            await as([editor, { subject: 'secrets', action: 'delete' }]),
          )
        ).status,
      ).to.equal(200);
      expectError(
        await call(generation.update, { roles: [{ role: 'admin' }] }, await as([editor])),
        403,
        'PermissionBoundaryError',
      );
      expectError(
        await call(
          generation.update,
          { roles: [{ role: 'no-access' }] },
          await as([{ subject: 'groups', action: 'read' }]),
        ),
        403,
        'PermissionDenied',
        /edit groups/,
      );
      expect((await call(generation.get)).body.groupMembership.roles.map((each: any) => each.role)).to.deep.equal([
        'no-access',
      ]);
    });

    it('requires nothing for roles that do not change', async () => {
      const { call, as } = await createSetting(world(), generation, 'viewer');
      const editor = await as([{ subject: 'groups', action: 'edit' }]);
      expect((await call(generation.update, { roles: [{ role: 'viewer' }] }, editor)).status).to.equal(200);
      expectError(
        await call(generation.update, { roles: [{ role: 'viewer' }, { role: 'member' }] }, editor),
        403,
        'PermissionDenied',
        /assign roles/,
      );
    });

    it('requires at least one role, and reports the problems of each', async () => {
      const { call } = await createSetting(world(), generation, 'viewer');
      expectIssues(await call(generation.update, {}), 'body roles required');
      expectIssues(await call(generation.update, { roles: [] }), 'body roles too_small');
      expectIssues(await call(generation.update, { roles: [{ isTemporary: false }] }), 'body roles.0.role required');
      expectIssues(
        await call(generation.update, { roles: [{ role: 'viewer', isTemporary: true }] }),
        'body roles.0.temporaryMode required',
        'body roles.0.temporaryRange required',
        'body roles.0.temporaryAccessStartTime required',
      );
      expectIssues(
        await call(generation.update, { roles: [{ ...temporary, temporaryMode: 'absolute' }] }),
        'body roles.0.temporaryMode enum',
      );
      expectIssues(
        await call(generation.update, { roles: Array.from({ length: 51 }, () => ({ role: 'viewer' })) }),
        'body roles too_big',
      );
      expect(
        (await call(generation.update, { roles: Array.from({ length: 50 }, () => ({ role: 'viewer' })) })).status,
      ).to.equal(200);
    });
  });

  describe(`${generation.update} on two nodes`, () => {
    it('takes effect on the other node with the next request', async () => {
      const storage = await newStorage('postgres');
      const [one, other] = [await ownWorld(storage), await ownWorld(storage)];
      const { organization, project, group, call } = await createSetting(one, generation, 'viewer');
      const member = await one.newIdentity(organization, 'no-access');
      await addToGroup(one, group, member);
      const look = async () =>
        (await other.call('listProjectRoles', { as: member, params: { projectId: project.id } })).status;
      expect(await look()).to.equal(200);
      await call(generation.update, { roles: [{ role: 'no-access' }] });
      expect(await look()).to.equal(403);
      await call(generation.update, { roles: [{ role: 'viewer' }] });
      expect(await look()).to.equal(200);
      await call(generation.remove);
      expect(await look()).to.equal(403);
    });
  });
};

for (const generation of [projects, workspaces, legacy]) updateSuite(generation);
