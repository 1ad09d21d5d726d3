import { expect } from 'chai';
import type { Rule } from '../../../src/access/rule.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { addToGroup } from '../../support/fixtures/groups.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { at, createSetting, type Generation, legacy, noTimes, projects, temporary, workspaces } from './generations.ts';

const addSuite = (generation: Generation): void =>
  onEitherDatabase(generation.add, (world) => {
    it('adds the group as a member, with no access by default', async () => {
      const { project, group, call } = await createSetting(world(), generation);
      const { status, body } = await call(generation.add, {});
      expect(status, JSON.stringify(body)).to.equal(200);
      const { groupMembership: shown } = (await call(generation.get)).body;
      const { roles: _roles, group: _group, ...membership } = shown;
      expect(membership).to.include({ projectId: project.id, groupId: group.id, createdAt: at, updatedAt: at });
      // Only the current generation answers with the group and its roles, as in Infisical.
      expect(body).to.deep.equal({ groupMembership: generation === projects ? shown : membership });
      expect((await call(generation.get)).body.groupMembership.roles.map((each: any) => each.role)).to.deep.equal([
        'no-access',
      ]);
      expectError(await call(generation.add, {}), 400, 'BadRequest', /already/);
    });

    it('accepts one role, or several of both kinds in order; several take precedence', async () => {
      const one = await createSetting(world(), generation);
      await one.call(generation.add, { role: 'viewer' });
      expect((await one.call(generation.get)).body.groupMembership.roles[0].role).to.equal('viewer');
      const more = await createSetting(world(), generation);
      await more.call(generation.add, {
        role: 'admin',
        roles: [
          { role: 'member' },
          temporary,
          {
            role: 'no-access',
            isTemporary: false,
            temporaryMode: '',
            temporaryRange: '',
            temporaryAccessStartTime: '0001-01-01T00:00:00Z',
          },
        ],
      });
      const { roles } = (await more.call(generation.get)).body.groupMembership;
      expect(roles.map((each: any) => each.role)).to.deep.equal(['member', 'viewer', 'no-access']);
      expect(roles[1]).to.include({
        isTemporary: true,
        temporaryMode: 'relative',
        temporaryRange: '2h',
        temporaryAccessStartTime: '2030-01-01T01:00:00.000Z',
        temporaryAccessEndTime: '2030-01-01T03:00:00.000Z',
      });
      expect(roles[2]).to.include(noTimes);
    });

    it('grants access to the members of the group with their next request', async () => {
      const { organization, project, group, call } = await createSetting(world(), generation);
      const member = await world().newIdentity(organization, 'no-access');
      await addToGroup(world(), group, member);
      const look = () => world().call('listProjectRoles', { as: member, params: { projectId: project.id } });
      expectError(await look(), 403, 'ProjectMembershipNotFound');
      await call(generation.add, { role: 'viewer' });
      expect((await look()).status).to.equal(200);
      await call(generation.remove);
      expectError(await look(), 403, 'ProjectMembershipNotFound');
    });

    it('is limited by the permissions of the caller', async () => {
      const { call, as } = await createSetting(world(), generation);
      const creator: Rule = { subject: 'groups', action: 'create' };
      const viewer: Rule = { subject: 'groups', action: 'assign-role', conditions: { assignableRole: 'viewer' } };
      expectError(
        await call(generation.add, { role: 'viewer' }, await as([creator])),
        403,
        'PermissionDenied',
        /assign roles to groups/,
      );
      const refused = await call(generation.add, { role: 'viewer' }, await as([creator, viewer]));
      expectError(refused, 403, 'PermissionBoundaryError');
      expect(refused.body.details.missingPermissions).to.deep.include({ action: 'readValue', subject: 'secrets' });
      expectError(await call(generation.add, { role: 'admin' }, await as([creator, viewer])), 403, 'PermissionDenied');
      expectError(await call(generation.get), 404, 'NotFound');
      expect((await call(generation.add, { role: 'no-access' }, await as([creator]))).status).to.equal(200);
    });

    it('does not find a project that is deleted concurrently', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { call, params, admin } = await createSetting(world(), generation);
        const [added, deleted] = await Promise.all([
          call(generation.add, {}),
          world().call('deleteProject', { as: admin, params: { projectId: params.projectId } }),
        ]);
        expect(deleted.status).to.equal(200);
        expect(added.status, JSON.stringify(added.body)).to.be.oneOf([200, 403, 404]);
      }
    });

    it('refuses unknown and invalid values', async () => {
      const { call } = await createSetting(world(), generation);
      expectError(await call(generation.add, { role: 'nothing' }), 404, 'NotFound', /nothing/);
      expectError(
        await call(generation.add, {}, undefined, { [generation.parameter]: 'nothing' }),
        404,
        'NotFound',
        /in this organization/,
      );
      expectIssues(await call(generation.add, { roles: [] }), 'body roles too_small');
      expectIssues(
        await call(generation.add, { roles: [{ ...temporary, temporaryRange: 'soon' }] }),
        'body roles.0.temporaryRange format',
      );
      expectIssues(
        await call(generation.add, { roles: [{ role: 'viewer', isTemporary: 'yes' }] }),
        'body roles.0.isTemporary type',
      );
      expectError(await call(generation.get), 404, 'NotFound');
    });
  });

for (const generation of [projects, workspaces, legacy]) addSuite(generation);
