import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newOwnedIdentity } from '../../support/fixtures/owned-identities.ts';
import {
  addThroughGroup,
  entriesAbout,
  permanentPeriod,
  temporaryRole,
  listIdentities,
  newCaller,
  newProjectRole,
  newSetting,
  stored,
} from '../../support/fixtures/project-identities.ts';
import { addToProject, newProject, newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { badRoles, expectWindow, rolesIn, slugs, start } from './roles.ts';

const testAdding = (operation: 'addProjectIdentity' | 'addProjectIdentityLegacy' | 'addWorkspaceIdentity'): void =>
  onEitherDatabase(operation, (world) => {
    const adding = async () => {
      const setting = await newSetting(world());
      const add = (
        body?: unknown,
        as: { token: string } = setting.admin,
        params: Record<string, string> = setting.params,
      ) => world().call(operation, { as, params, body });
      return { ...setting, add };
    };

    it('adds the identity as a member and records it', async () => {
      const setting = await adding();
      const { status, body } = await setting.add({ role: 'viewer' });
      expect(status).to.equal(200);
      const { id } = body.identityMembership;
      expect(body).to.deep.equal({
        identityMembership: {
          id,
          ...setting.params,
          createdAt: '2030-01-01T00:00:00.000Z',
          updatedAt: '2030-01-01T00:00:00.000Z',
        },
      });
      const roles = await rolesIn(world(), setting);
      expect(roles).to.deep.equal([
        {
          id: roles[0].id,
          role: 'viewer',
          customRoleId: null,
          customRoleName: null,
          customRoleSlug: null,
          ...permanentPeriod,
        },
      ]);
      expect((await listIdentities(world(), setting.identity, setting.project)).status).to.equal(200);
      expect(await entriesAbout(world(), setting)).to.deep.equal([
        {
          eventType: 'create-identity-project-membership',
          eventMetadata: { identityId: setting.identity.id, roles: [{ role: 'viewer', ...permanentPeriod }] },
        },
      ]);
    });

    it('grants no access unless a role is given, and prefers the list of roles', async () => {
      for (const [body, expected] of [
        [undefined, ['no-access']],
        [{}, ['no-access']],
        [{ role: 'admin' }, ['admin']],
        [{ role: 'admin', roles: [{ role: 'viewer' }, { role: 'member', isTemporary: false }] }, ['viewer', 'member']],
      ] as const) {
        const setting = await adding();
        expect((await setting.add(body)).status).to.equal(200);
        expect(slugs(await rolesIn(world(), setting))).to.deep.equal(expected);
      }
    });

    it('ignores temporary fields of a permanent role', async () => {
      const setting = await adding();
      const asTerraform = {
        role: 'viewer',
        isTemporary: false,
        temporaryMode: '',
        temporaryRange: '',
        temporaryAccessStartTime: '0001-01-01T00:00:00Z',
      };
      expect((await setting.add({ roles: [asTerraform] })).status).to.equal(200);
      expect((await rolesIn(world(), setting))[0]).to.include(permanentPeriod);
    });

    it('accepts custom roles, and temporary roles only', async () => {
      const setting = await adding();
      const roleId = await newProjectRole(world(), setting, 'deployer', [{ subject: 'tags', action: ['read'] }]);
      expect(
        (await setting.add({ roles: [temporaryRole('deployer', '2030-01-01T02:01+02:00', '1.5 hours')] })).status,
      ).to.equal(200);
      const roles = await rolesIn(world(), setting);
      expect(roles).to.deep.equal([
        {
          id: roles[0].id,
          role: 'custom',
          customRoleId: roleId,
          customRoleName: 'The deployer',
          customRoleSlug: 'deployer',
          isTemporary: true,
          temporaryMode: 'relative',
          temporaryRange: '1.5 hours',
          temporaryAccessStartTime: start,
          temporaryAccessEndTime: '2030-01-01T01:31:00.000Z',
        },
      ]);
    });

    it('grants a temporary role from its start to its end', async () => {
      const setting = await adding();
      expect(
        (await setting.add({ roles: [{ role: 'no-access' }, temporaryRole('viewer', start, '2s')] })).status,
      ).to.equal(200);
      await expectWindow(world(), setting);
    });

    it('allows callers who may only add identities to assign no access, and nothing else', async () => {
      const setting = await adding();
      const member = await newCaller(world(), setting, 'member');
      const before = await stored(world(), setting.project);
      for (const body of [
        { role: 'viewer' },
        { roles: [{ role: 'no-access' }, { role: 'viewer' }] },
        { roles: [temporaryRole('viewer', start, '1h')] },
      ]) {
        expectError(await setting.add(body, member), 403, 'PermissionDenied', /assign roles/);
      }
      expect(await stored(world(), setting.project)).to.deep.equal(before);
      expect((await setting.add({ role: 'no-access' }, member)).status).to.equal(200);
    });

    it('refuses roles beyond the permissions of the caller', async () => {
      const setting = await adding();
      await newProjectRole(world(), setting, 'assigner', [{ subject: 'identity', action: ['assign-role'] }]);
      const member = await newCaller(world(), setting, 'member', 'assigner');
      const before = await stored(world(), setting.project);
      for (const body of [{ role: 'admin' }, { roles: [{ role: 'no-access' }, temporaryRole('admin', start, '1s')] }]) {
        const refused = await setting.add(body, member);
        expectError(refused, 403, 'PermissionBoundaryError');
        expect(refused.body.details.missingPermissions).to.deep.include({ action: '*', subject: 'workspace' });
      }
      expect(await stored(world(), setting.project)).to.deep.equal(before);
      expect((await setting.add({ role: 'member' }, member)).status).to.equal(200);
    });

    it('refuses roles and identities that the caller may not assign', async () => {
      const setting = await adding();
      const { identity, organization } = setting;
      await newProjectRole(world(), setting, 'nothing', []);
      await newProjectRole(world(), setting, 'viewers-only', [
        { subject: 'identity', action: ['create'] },
        {
          subject: 'identity',
          action: ['assign-role'],
          conditions: { assignableRole: { $in: ['viewer'] }, identityId: identity.id },
        },
      ]);
      const caller = await newCaller(world(), setting, 'viewer', 'viewers-only');
      expectError(await setting.add({ role: 'nothing' }, caller), 403, 'PermissionDenied', /assign roles/);
      expectError(
        await setting.add({ roles: [{ role: 'viewer' }, { role: 'nothing' }] }, caller),
        403,
        'PermissionDenied',
        /assign roles/,
      );
      const other = await world().newIdentity(organization, 'no-access');
      expectError(
        await setting.add({ role: 'viewer' }, caller, { ...setting.params, identityId: other.id }),
        403,
        'PermissionDenied',
        /assign roles/,
      );
      expect((await setting.add({ role: 'viewer' }, caller)).status).to.equal(200);
    });

    it('checks templates with the fields of the identity', async () => {
      const setting = await adding();
      const { organization, params } = setting;
      const inFolder = (path: string) => [
        { subject: 'secrets', action: ['readValue'], conditions: { environment: 'dev', secretPath: { $eq: path } } },
      ];
      await newProjectRole(world(), setting, 'team-folder', inFolder('/{{identity.metadata.team}}'));
      const caller = await newProjectIdentity(world(), setting, [
        { subject: 'identity', action: ['create', 'assign-role'] },
        ...inFolder('/rockets'),
      ]);
      const owner = await world().newUser(organization, 'admin');
      const newTeamMember = async (team: string): Promise<Record<string, string>> => {
        const { body } = await world().call('createIdentity', {
          as: owner,
          body: { name: team, metadata: [{ key: 'team', value: team }] },
        });
        return { ...params, identityId: body.identity.id };
      };
      expectError(
        await setting.add({ role: 'team-folder' }, caller, await newTeamMember('boats')),
        403,
        'PermissionBoundaryError',
      );
      expect((await setting.add({ role: 'team-folder' }, caller, await newTeamMember('rockets'))).status).to.equal(200);
    });

    it('refuses an existing member, also for concurrent requests', async () => {
      const setting = await adding();
      const answers = await Promise.all([1, 2, 3].map(() => setting.add({ role: 'viewer' })));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400]);
      const before = await stored(world(), setting.project);
      expectError(await setting.add({ role: 'admin' }), 400, 'BadRequest', /member of the project already/);
      expect(await stored(world(), setting.project)).to.deep.equal(before);
      const member = await newCaller(world(), setting, 'viewer');
      expectError(
        await setting.add({ role: 'no-access' }, member),
        403,
        'PermissionDenied',
        /create machine identities/,
      );
    });

    it('refuses an identity of another project', async () => {
      const setting = await adding();
      const project = await newProject(world(), setting.organization);
      await addToProject(world(), project, setting.admin, 'admin');
      const { id } = await newOwnedIdentity(world(), { admin: setting.admin, project });
      const before = await stored(world(), setting.project);
      expectError(
        await setting.add({}, setting.admin, { ...setting.params, identityId: id }),
        400,
        'BadRequest',
        /another project/,
      );
      expect(await stored(world(), setting.project)).to.deep.equal(before);
    });

    it('accepts an identity that is already a member through a group', async () => {
      const setting = await adding();
      await addThroughGroup(world(), setting);
      expect((await setting.add({ role: 'no-access' })).status).to.equal(200);
      expect((await listIdentities(world(), setting.identity, setting.project)).status).to.equal(200);
    });

    it('does not find other roles, identities or projects', async () => {
      const setting = await adding();
      const { organization, admin, params } = setting;
      const otherSetting = await newSetting(world());
      const another = await newProject(world(), organization);
      await newProjectRole(world(), { project: another }, 'elsewhere', []);
      const before = await stored(world(), setting.project);
      for (const role of ['no-such-role', 'elsewhere', 'custom', 'x'.repeat(64)])
        expectError(await setting.add({ role }), 404, 'NotFound', /role/);
      for (const identityId of [otherSetting.identity.id, 'no-such-thing', admin.id]) {
        expectError(await setting.add({}, admin, { ...params, identityId }), 404, 'NotFound', /machine identity/i);
      }
      for (const projectId of [otherSetting.project.id, 'no-such-thing'])
        expectError(await setting.add({}, admin, { ...params, projectId }), 404, 'NotFound', /project/i);
      expect(await stored(world(), setting.project)).to.deep.equal(before);
    });

    it('refuses callers who may not add identities, and non-members', async () => {
      const setting = await adding();
      const viewer = await newCaller(world(), setting, 'viewer');
      expectError(
        await setting.add({ role: 'no-such-role' }, viewer),
        403,
        'PermissionDenied',
        /create machine identities/,
      );
      expectError(
        await setting.add({}, await world().newUser(setting.organization, 'admin')),
        403,
        'ProjectMembershipNotFound',
      );
    });

    it('reports all problems of a request, and accepts values at the limits', async () => {
      const setting = await adding();
      for (const [roles, ...issues] of badRoles) expectIssues(await setting.add({ roles }), ...issues);
      expectIssues(await setting.add({ role: '' }), 'body role too_small');
      expectIssues(await setting.add({ role: 'x'.repeat(65) }), 'body role too_big');
      expectIssues(await setting.add({ role: 1 }), 'body role type');
      expect((await stored(world(), setting.project)).memberships).to.have.length(1);
      expect((await setting.add({ roles: Array(50).fill({ role: 'viewer' }) })).status).to.equal(200);
    });
  });

for (const operation of ['addProjectIdentity', 'addWorkspaceIdentity', 'addProjectIdentityLegacy'] as const)
  testAdding(operation);
