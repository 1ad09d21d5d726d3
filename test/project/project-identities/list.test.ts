import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { withUniversalAuth } from '../../support/fixtures/identities.ts';
import {
  addThroughGroup,
  permanentPeriod,
  newMemberSetting,
  newSetting,
} from '../../support/fixtures/project-identities.ts';
import { addToProject, newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { slugs } from './roles.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

/** The tests of the lists: contents, order and access. */
const testListing = (
  operation: 'listProjectIdentities' | 'listProjectIdentitiesLegacy' | 'listWorkspaceIdentities',
  { limit, byDefault }: { limit: number; byDefault: number },
): void =>
  onEachDatabase(operation, (world) => {
    const listing = async (...names: string[]) => {
      const setting = await newSetting(world());
      const owner = await world().newUser(setting.organization, 'admin');
      const ids: string[] = [];
      for (const name of names) {
        const { body } = await world().call('createIdentity', { as: owner, body: { name } });
        ids.push(body.identity.id);
        await addToProject(world(), setting.project, { id: body.identity.id }, 'viewer');
      }
      const list = (query: Record<string, string> = {}, as: { token: string } = setting.admin) =>
        world().call(operation, { as, params: { projectId: setting.project.id }, query });
      const found = async (query?: Record<string, string>, as?: { token: string }) => {
        const { body } = await list(query, as);
        return {
          names: body.identityMemberships.map(({ identity }: any) => identity.name),
          totalCount: body.totalCount,
        };
      };
      return { ...setting, ids, list, found };
    };

    it('lists the identities of the project by name, ascending or descending', async () => {
      const { found } = await listing('c', 'a', 'b');
      await listing('of somebody else');
      expect(await found()).to.deep.equal({ names: ['a', 'b', 'c'], totalCount: 3 });
      expect(await found({ orderBy: 'name', orderDirection: 'asc', search: '', unknown: 'x' })).to.deep.equal({
        names: ['a', 'b', 'c'],
        totalCount: 3,
      });
      expect(await found({ orderDirection: 'desc' })).to.deep.equal({ names: ['c', 'b', 'a'], totalCount: 3 });
      expect((await (await listing()).list()).body).to.deep.equal({ identityMemberships: [], totalCount: 0 });
    });

    it('omits identities that are only members through a group, and includes expired roles', async () => {
      const setting = await listing();
      await addThroughGroup(world(), setting);
      expect(await setting.found()).to.deep.equal({ names: [], totalCount: 0 });
      const over = {
        isTemporary: true,
        temporaryMode: 'relative',
        temporaryRange: '1s',
        temporaryAccessStartTime: '2020-01-01T00:00:00.000Z',
        temporaryAccessEndTime: '2020-01-01T00:00:01.000Z',
      };
      await addToProject(world(), setting.project, setting.identity, 'viewer', over);
      const { body } = await setting.list();
      expect(body.identityMemberships[0].roles).to.deep.equal([
        {
          id: body.identityMemberships[0].roles[0].id,
          role: 'viewer',
          customRoleId: null,
          customRoleName: null,
          customRoleSlug: null,
          ...over,
        },
      ]);
    });

    it('returns the roles of each identity', async () => {
      const { admin, project, ids, list } = await listing('a', 'b');
      const roles = [{ role: 'member' }, { role: 'no-access' }];
      await world().call('updateProjectIdentity', {
        as: admin,
        params: { projectId: project.id, identityId: ids[1]! },
        body: { roles },
      });
      const { body } = await list();
      expect(body.identityMemberships.map(({ roles: held }: any) => slugs(held))).to.deep.equal([
        ['viewer'],
        ['member', 'no-access'],
      ]);
    });

    it('lists and counts only identities that the caller may read', async () => {
      const setting = await listing('a', 'b', 'c');
      const [a, b, c] = setting.ids;
      const some = await newProjectIdentity(world(), setting, [
        { subject: 'identity', action: ['read'], conditions: { identityId: { $in: [a, c] } } },
      ]);
      expect(await setting.found({}, some)).to.deep.equal({ names: ['a', 'c'], totalCount: 2 });
      expect(await setting.found({ offset: '1', limit: '1' }, some)).to.deep.equal({ names: ['c'], totalCount: 2 });
      const others = await newProjectIdentity(world(), setting, [
        { subject: 'identity', action: ['read'] },
        { subject: 'identity', action: ['read'], conditions: { identityId: b }, inverted: true },
      ]);
      expect((await setting.found({ search: 'b' }, others)).totalCount).to.equal(0);
    });

    it('supports pagination in a stable order', async () => {
      const { found, list } = await listing('same', 'same', 'same', 'zebra');
      const ids = async (query: Record<string, string>) =>
        (await list(query)).body.identityMemberships.map(({ identityId }: any) => identityId);
      const all = await ids({});
      expect([...(await ids({ limit: '2' })), ...(await ids({ offset: '2', limit: '2' }))]).to.deep.equal(all);
      expect(await found({ offset: '3', limit: '1' })).to.deep.equal({ names: ['zebra'], totalCount: 4 });
      expect(await found({ offset: '4' })).to.deep.equal({ names: [], totalCount: 4 });
    });

    it('searches names case-insensitively, without wildcards', async () => {
      const { found } = await listing('CI runner', 'ci_runner', 'ci-100%', 'other');
      expect(await found({ search: 'cI' })).to.deep.include({ totalCount: 3 });
      expect(await found({ search: '_' })).to.deep.equal({ names: ['ci_runner'], totalCount: 1 });
      expect(await found({ search: '%', limit: '1' })).to.deep.equal({ names: ['ci-100%'], totalCount: 1 });
      expect(await found({ search: "'" })).to.deep.equal({ names: [], totalCount: 0 });
    });

    it(`has ${byDefault} identities per page by default`, async () => {
      const setting = await newSetting(world());
      const { ids, database } = world().server.parts;
      const { organization, project, admin: as } = setting;
      const at = { createdAt: '2030-01-01T00:00:00.000Z', updatedAt: '2030-01-01T00:00:00.000Z' };
      const made = Array.from({ length: byDefault + 1 }, () => ({
        id: ids.uuid(),
        membershipId: ids.uuid(),
        projectMembershipId: ids.uuid(),
      }));
      await database.transaction(ofInstance, async ({ db }) => {
        await db('identities').insert(
          made.map(({ id }) => ({
            id,
            organizationId: organization.id,
            name: id,
            hasDeleteProtection: false,
            isInstanceAdmin: false,
            ...at,
          })),
        );
        await db('organization_memberships').insert(
          made.map(({ id, membershipId }) => ({
            id: membershipId,
            organizationId: organization.id,
            identityId: id,
            role: 'no-access',
            status: 'accepted',
            isActive: true,
            ...at,
          })),
        );
        await db('project_memberships').insert(
          made.map(({ membershipId, projectMembershipId }) => ({
            id: projectMembershipId,
            projectId: project.id,
            membershipId,
            ...at,
          })),
        );
      });
      const { body } = await world().call(operation, { as, params: { projectId: project.id } });
      expect(body.identityMemberships).to.have.length(byDefault);
      expect(body.totalCount).to.equal(byDefault + 1);
    });

    it('refuses callers who may not read, non-members, and other projects', async () => {
      const setting = await listing();
      const nobody = await newProjectIdentity(world(), setting, [
        { subject: 'identity', action: ['create', 'edit', 'delete'] },
      ]);
      expectError(await setting.list({}, nobody), 403, 'PermissionDenied', /read machine identities/);
      expectError(await setting.list({}, setting.identity), 403, 'ProjectMembershipNotFound');
      for (const projectId of [(await newSetting(world())).project.id, 'no-such-thing']) {
        expectError(
          await world().call(operation, { as: setting.admin, params: { projectId } }),
          404,
          'NotFound',
          /project/i,
        );
      }
    });

    it('refuses values beyond the limits', async () => {
      const { list } = await listing();
      expectIssues(await list({ offset: '-1', limit: '0' }), 'query offset too_small', 'query limit too_small');
      expectIssues(
        await list({ limit: `${limit + 1}`, search: 'x'.repeat(256), offset: '2147483648' }),
        'query limit too_big',
        'query search too_big',
        'query offset too_big',
      );
      expectIssues(
        await list({ offset: 'x', limit: '1.5', orderBy: 'age', orderDirection: 'up' }),
        'query offset type',
        'query limit type',
        'query orderBy enum',
        'query orderDirection enum',
      );
      expect((await list({ limit: `${limit}`, offset: '2147483647', search: 'x'.repeat(255) })).status).to.equal(200);
      expect((await list({ limit: '1', offset: '0', search: 'x' })).status).to.equal(200);
    });
  });

testListing('listProjectIdentities', { limit: 1000, byDefault: 20 });

onEachDatabase('listProjectIdentities', (world) => {
  it('returns each identity with its roles and auth methods', async () => {
    const { admin: as, organization, project, identity, membershipId } = await newMemberSetting(world());
    await withUniversalAuth(world(), organization, identity.id, '2030-01-01T00:05:00.000Z');
    const { status, body } = await world().call('listProjectIdentities', { as, params: { projectId: project.id } });
    expect(status).to.equal(200);
    const [{ roles }] = body.identityMemberships;
    expect(body).to.deep.equal({
      identityMemberships: [
        {
          id: membershipId,
          identityId: identity.id,
          createdAt: '2030-01-01T00:00:00.000Z',
          updatedAt: '2030-01-01T00:00:00.000Z',
          roles: [
            {
              id: roles[0].id,
              role: 'viewer',
              customRoleId: null,
              customRoleName: null,
              customRoleSlug: null,
              ...permanentPeriod,
            },
          ],
          identity: {
            id: identity.id,
            name: 'Test identity',
            authMethods: ['universal-auth', 'token-auth'],
            orgId: organization.id,
            projectId: null,
            activeLockoutAuthMethods: ['universal-auth'],
          },
          project: { id: project.id, name: 'Test project' },
        },
      ],
      totalCount: 1,
    });
    await world().clock.later(300, async () => {
      const later = await world().call('listProjectIdentities', { as, params: { projectId: project.id } });
      expect(later.body.identityMemberships[0].identity.activeLockoutAuthMethods).to.deep.equal([]);
    });
  });
});

testListing('listWorkspaceIdentities', { limit: 20_000, byDefault: 100 });

onEachDatabase('listWorkspaceIdentities', (world) => {
  it('returns each identity with its roles', async () => {
    const { admin: as, project, identity, membershipId } = await newMemberSetting(world());
    const { status, body } = await world().call('listWorkspaceIdentities', { as, params: { projectId: project.id } });
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      identityMemberships: [
        {
          id: membershipId,
          identityId: identity.id,
          createdAt: '2030-01-01T00:00:00.000Z',
          updatedAt: '2030-01-01T00:00:00.000Z',
          roles: [
            {
              id: body.identityMemberships[0].roles[0].id,
              role: 'viewer',
              customRoleId: null,
              customRoleName: null,
              customRoleSlug: null,
              ...permanentPeriod,
            },
          ],
          identity: { id: identity.id, name: 'Test identity', authMethods: ['token-auth'] },
          project: { id: project.id, name: 'Test project' },
        },
      ],
      totalCount: 1,
    });
  });
});

testListing('listProjectIdentitiesLegacy', { limit: 20_000, byDefault: 100 });

onEachDatabase('listProjectIdentitiesLegacy', (world) => {
  it('returns the same as the current path', async () => {
    const { admin: as, organization, params } = await newMemberSetting(world());
    const { status, body } = await world().call('listProjectIdentitiesLegacy', { as, params });
    expect(status).to.equal(200);
    expect(body.identityMemberships[0].identity).to.include({
      id: params.identityId,
      orgId: organization.id,
      projectId: null,
    });
    expect(body).to.deep.equal((await world().call('listProjectIdentities', { as, params })).body);
  });
});
