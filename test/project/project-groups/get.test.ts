import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newGroup } from '../../support/fixtures/groups.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { createSetting, type Generation, legacy, projects, workspaces } from './generations.ts';

const getSuite = (generation: Generation): void =>
  onEitherDatabase(generation.get, (world) => {
    it('returns the same as the list', async () => {
      const { call } = await createSetting(world(), generation, 'viewer');
      const { status, body } = await call(generation.get);
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body.groupMembership).to.deep.equal((await call(generation.list)).body.groupMemberships[0]);
    });

    it('finds only groups of the project', async () => {
      const { organization, call } = await createSetting(world(), generation, 'viewer');
      const outside = await newGroup(world(), organization);
      for (const group of [outside.id, 'nothing'])
        expectError(
          await call(generation.get, undefined, undefined, { [generation.parameter]: group }),
          404,
          'NotFound',
        );
    });

    if (generation.parameter === 'groupIdOrName') {
      it('finds a group by slug, and by a unique name', async () => {
        const { group, call } = await createSetting(world(), generation, 'viewer');
        for (const groupIdOrName of [group.slug, 'Backend'])
          expect(
            (await call(generation.get, undefined, undefined, { groupIdOrName })).body.groupMembership.groupId,
          ).to.equal(group.id);
      });

      it('finds a group by id, even if others have such names', async () => {
        const { organization, group, call } = await createSetting(world(), generation, 'viewer');
        for (let count = 0; count < 3; count += 1) await newGroup(world(), organization, { name: group.id });
        expect((await call(generation.get)).body.groupMembership.groupId).to.equal(group.id);
      });

      it('refuses a text that is the slug of one group and the name of another, or the name of several, in any operation', async () => {
        const { organization, group, call, as } = await createSetting(world(), generation, 'viewer');
        const other = await newGroup(world(), organization, { name: group.slug });
        await newGroup(world(), organization, { name: 'Backend' });
        for (const groupIdOrName of [group.slug, 'Backend'])
          for (const [id, body] of [
            [generation.get],
            [generation.add, {}],
            [generation.update, { roles: [{ role: 'admin' }] }],
            [generation.remove],
          ] as const)
            expectError(
              await call(id, body, undefined, { groupIdOrName }),
              400,
              'BadRequest',
              /several groups .* Use the id/,
            );
        expect((await call(generation.get)).body.groupMembership.roles[0].role).to.equal('viewer');

        const limited = await as([{ subject: 'groups', action: 'read', conditions: { groupName: 'Backend' } }]);
        const asLimited = await call(generation.get, undefined, limited, { groupIdOrName: group.slug });
        expectError(asLimited, 403, 'PermissionDenied');
        expect(JSON.stringify(asLimited.body)).not.to.include(other.id);
      });
    } else {
      it('does not find groups by slug or name, in any operation', async () => {
        const { group, call } = await createSetting(world(), generation, 'viewer');
        for (const groupId of [group.slug, group.name]) {
          for (const [id, body] of [
            [generation.get],
            [generation.add, {}],
            [generation.update, { roles: [{ role: 'admin' }] }],
            [generation.remove],
          ] as const) {
            expectError(await call(id, body, undefined, { groupId }), 404, 'NotFound');
          }
        }
        expect((await call(generation.get)).body.groupMembership.roles.map(({ role }: any) => role)).to.deep.equal([
          'viewer',
        ]);
      });
    }

    it('refuses callers who may not read the group', async () => {
      const { call, as } = await createSetting(world(), generation, 'viewer');
      const reader = await as([{ subject: 'groups', action: 'read', conditions: { groupName: 'Frontend' } }]);
      expectError(await call(generation.get, undefined, reader), 403, 'PermissionDenied');
      expectError(
        await call(generation.get, undefined, reader, { [generation.parameter]: 'nothing' }),
        403,
        'PermissionDenied',
      );
    });
  });

for (const generation of [projects, workspaces, legacy]) getSuite(generation);
