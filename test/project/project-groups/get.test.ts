import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newGroup } from '../../support/fixtures/groups.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { createSetting, type Generation, legacy, projects, workspaces } from './generations.ts';

const getSuite = (family: Generation): void =>
  onEachDatabase(family.get, (world) => {
    it('shows the group as the list does', async () => {
      const { call } = await createSetting(world(), family, 'viewer');
      const { status, body } = await call(family.get);
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body.groupMembership).to.deep.equal((await call(family.list)).body.groupMemberships[0]);
    });

    it('knows only groups of the project', async () => {
      const { organization, call } = await createSetting(world(), family, 'viewer');
      const outside = await newGroup(world(), organization);
      for (const group of [outside.id, 'nothing'])
        expectError(await call(family.get, undefined, undefined, { [family.parameter]: group }), 404, 'NotFound');
    });

    if (family.parameter === 'groupIdOrName') {
      it('finds a group by slug, and by a name that no other has', async () => {
        const { organization, group, call } = await createSetting(world(), family, 'viewer');
        for (const groupIdOrName of [group.slug, 'Backend'])
          expect(
            (await call(family.get, undefined, undefined, { groupIdOrName })).body.groupMembership.groupId,
          ).to.equal(group.id);
        await newGroup(world(), organization, { name: 'Backend' });
        expectError(await call(family.get, undefined, undefined, { groupIdOrName: 'Backend' }), 404, 'NotFound');
      });

      it('finds a group by id and by slug, however many others are named like that', async () => {
        const { organization, group, call } = await createSetting(world(), family, 'viewer');
        for (const name of Array.from({ length: 11 }, () => [group.id, group.slug]).flat())
          await newGroup(world(), organization, { name });
        for (const groupIdOrName of [group.id, group.slug])
          expect(
            (await call(family.get, undefined, undefined, { groupIdOrName })).body.groupMembership.groupId,
          ).to.equal(group.id);
      });
    } else {
      it('knows no group by its slug or name, for reading or for anything else', async () => {
        const { group, call } = await createSetting(world(), family, 'viewer');
        for (const groupId of [group.slug, group.name]) {
          for (const [id, body] of [
            [family.get],
            [family.add, {}],
            [family.update, { roles: [{ role: 'admin' }] }],
            [family.remove],
          ] as const) {
            expectError(await call(id, body, undefined, { groupId }), 404, 'NotFound');
          }
        }
        expect((await call(family.get)).body.groupMembership.roles.map(({ role }: any) => role)).to.deep.equal([
          'viewer',
        ]);
      });
    }

    it('refuses whoever may not read it', async () => {
      const { call, as } = await createSetting(world(), family, 'viewer');
      const reader = await as([{ subject: 'groups', action: 'read', conditions: { groupName: 'Frontend' } }]);
      expectError(await call(family.get, undefined, reader), 403, 'PermissionDenied');
      expectError(
        await call(family.get, undefined, reader, { [family.parameter]: 'nothing' }),
        403,
        'PermissionDenied',
      );
    });
  });

for (const generation of [projects, workspaces, legacy]) getSuite(generation);
