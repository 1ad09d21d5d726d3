import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newGroup } from '../../support/fixtures/groups.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { at, createSetting, type Generation, legacy, noTimes, projects, workspaces } from './generations.ts';

const listSuite = (generation: Generation): void =>
  onEitherDatabase(generation.list, (world) => {
    it('lists all groups with their roles by name', async () => {
      const { organization, project, group, membership, call } = await createSetting(world(), generation, 'viewer');
      const other = await newGroup(world(), organization, { name: 'Apps' });
      const { roleId } = await addToProject(world(), project, { groupId: other.id }, [
        { subject: 'tags', action: 'read' },
      ]);
      const { status, body } = await call(generation.list);
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body.groupMemberships.map((each: any) => each.group.name)).to.deep.equal(['Apps', 'Backend']);
      const [custom, builtIn] = body.groupMemberships;
      expect(custom.roles[0]).to.include({
        role: 'custom',
        customRoleId: roleId,
        customRoleName: 'Test role',
        customRoleSlug: `role-${roleId}`,
      });
      expect(builtIn).to.deep.equal({
        id: membership!.id,
        projectId: project.id,
        groupId: group.id,
        createdAt: at,
        updatedAt: at,
        roles: [
          {
            id: builtIn.roles[0].id,
            role: 'viewer',
            customRoleId: null,
            customRoleName: null,
            customRoleSlug: null,
            ...noTimes,
            createdAt: at,
            updatedAt: at,
          },
        ],
        group: { id: group.id, name: 'Backend', slug: group.slug },
      });
    });

    it('lists only groups that the caller may read', async () => {
      const { organization, project, call, as } = await createSetting(world(), generation, 'viewer');
      await addToProject(
        world(),
        project,
        { groupId: (await newGroup(world(), organization, { name: 'Apps' })).id },
        'viewer',
      );
      const reader = await as([{ subject: 'groups', action: 'read', conditions: { groupName: { $glob: 'A*' } } }]);
      expect((await call(generation.list, undefined, reader)).body.groupMemberships).to.have.length(1);
      expectError(await call(generation.list, undefined, await as([])), 403, 'PermissionDenied', /read groups/);
    });
  });

for (const generation of [projects, workspaces, legacy]) listSuite(generation);
