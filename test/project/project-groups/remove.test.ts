import { expect } from 'chai';
import type { Rule } from '../../../src/access/rule.ts';
import { expectError } from '../../support/expect/expect.ts';
import { addToProject, permanent } from '../../support/fixtures/projects.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { at, createSetting, type Generation, legacy, projects, workspaces } from './generations.ts';

const removeSuite = (generation: Generation): void =>
  onEitherDatabase(generation.remove, (world) => {
    it('ends the membership and returns it', async () => {
      const { project, group, membership, call } = await createSetting(world(), generation, 'viewer');
      const { status, body } = await call(generation.remove);
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body).to.deep.equal({
        groupMembership: { id: membership!.id, projectId: project.id, groupId: group.id, createdAt: at, updatedAt: at },
      });
      expectError(await call(generation.remove), 404, 'NotFound');
    });

    it('counts as granting the permissions that its roles denied', async () => {
      const deny: Rule = { subject: 'secrets', action: 'delete', inverted: true };
      const { call, as } = await createSetting(world(), generation, [deny]);
      const remover: Rule = { subject: 'groups', action: 'delete' };
      expectError(await call(generation.remove, undefined, await as([remover])), 403, 'PermissionBoundaryError');
      expect((await call(generation.get)).status).to.equal(200);
      expect(
        (await call(generation.remove, undefined, await as([remover, { ...deny, inverted: false }]))).status,
      ).to.equal(200);
    });

    it('requires nothing for a deny that has expired', async () => {
      const { project, group, call, as } = await createSetting(world(), generation);
      const over = {
        ...permanent,
        isTemporary: true,
        temporaryMode: 'relative',
        temporaryRange: '1h',
        temporaryAccessStartTime: '2029-12-31T23:00:00.000Z',
        temporaryAccessEndTime: at,
      };
      await addToProject(
        world(),
        project,
        { groupId: group.id },
        [{ subject: 'secrets', action: 'delete', inverted: true }],
        over,
      );
      expect(
        (await call(generation.remove, undefined, await as([{ subject: 'groups', action: 'delete' }]))).status,
      ).to.equal(200);
    });

    it('refuses callers without the permission', async () => {
      const { call, as } = await createSetting(world(), generation, 'viewer');
      expectError(
        await call(generation.remove, undefined, await as([{ subject: 'groups', action: ['read', 'edit'] }])),
        403,
        'PermissionDenied',
        /delete groups/,
      );
    });
  });

for (const generation of [projects, workspaces, legacy]) removeSuite(generation);
