import type { Period } from '../../../src/access/granted.ts';
import type { Rule } from '../../../src/access/rule.ts';
import { expect } from 'chai';
import type { Response } from 'supertest';
import { expectError } from '../../support/expect/expect.ts';
import { addRoleInProject, newGroup } from '../../support/fixtures/groups.ts';
import { newRole } from '../../support/fixtures/identities.ts';
import { legacySetting, temporaryFields } from '../../support/fixtures/legacy-privileges.ts';
import type { TestUser } from '../../support/world/members.ts';
import { permanentType, temporaryType } from '../../support/fixtures/privileges.ts';
import { temporaryRole, newProjectRole } from '../../support/fixtures/project-identities.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const start = '2030-01-01T00:00:00.000Z';
const anHour: Period = { ...temporaryType, temporaryAccessEndTime: '2030-01-01T01:00:00.000Z' };
const readProd: Rule = {
  subject: 'secrets',
  action: ['describeSecret', 'readValue'],
  conditions: { environment: 'prod' },
};
const granting: Rule[] = [
  { subject: 'identity', action: ['read', 'create', 'edit', 'delete', 'assign-role', 'assign-additional-privileges'] },
  { subject: 'groups', action: ['create', 'edit', 'assign-role'] },
  { subject: 'role', action: ['create', 'edit'] },
];
const lasting = (temporaryRange: string) => ({ ...temporaryType, temporaryRange });
const asksForLonger = (response: Response): void => {
  expectError(response, 403, 'PermissionBoundaryError');
  expect(response.body.details.missingPermissions).to.deep.include({
    action: 'readValue',
    subject: 'secrets',
    conditions: { environment: 'prod' },
  });
};

onEachDatabase('a permission that the caller has for an hour', (world) => {
  /** A member who may grant privileges permanently, and read prod for an hour. */
  const setting = async () => {
    const given = await legacySetting(world());
    const holder: TestUser = await world().newUser(
      given.organization,
      await newRole(world(), given.organization, 'minter', [{ subject: 'identity', action: ['create-token', 'read'] }]),
    );
    const membership = await addToProject(world(), given.project, holder, granting);
    await addRoleInProject(world(), given.project, membership, [readProd], anHour);
    await newProjectRole(world(), given, 'prod-reader', [readProd]);
    return { ...given, holder };
  };

  it('cannot be made permanent or extended by its holder', async () => {
    const { identity, project, created, stored, mayDo } = await setting();
    const { id } = await created({ slug: 'mine', permissions: [readProd, ...granting], type: temporaryType });
    const before = await stored();
    await world().clock.later(60, async () => {
      for (const type of [
        permanentType,
        lasting('61m'),
        { ...temporaryType, temporaryAccessStartTime: '2030-01-01T00:00:01.000Z' },
      ]) {
        asksForLonger(await world().call('updatePrivilege', { as: identity, params: { id }, body: { type } }));
      }
      for (const details of [{ isTemporary: false }, { temporaryRange: '61m' }]) {
        const body = {
          identityId: identity.id,
          projectSlug: project.slug,
          privilegeSlug: 'mine',
          privilegeDetails: details,
        };
        asksForLonger(await world().call('updateLegacyPrivilege', { as: identity, body }));
      }
      expect(await stored()).to.deep.equal(before);
      expect(
        (await world().call('updatePrivilege', { as: identity, params: { id }, body: { type: lasting('59m') } }))
          .status,
      ).to.equal(200);
    });
    await world().clock.later(3600, async () =>
      expect(await mayDo('readValue', 'secrets', { environment: 'prod' })).to.equal(false),
    );
  });

  it('can be granted as a privilege until its end, in both versions', async () => {
    const { holder, create, createPermanent, createTemporary, stored } = await setting();
    const permissions = [readProd];
    const privilegePermission = { actions: ['read'], subject: 'secrets', conditions: { environment: 'prod' } };
    for (const type of [permanentType, lasting('2h')]) asksForLonger(await create({ permissions, type }, holder));
    asksForLonger(await createPermanent({ privilegePermission }, holder));
    asksForLonger(await createTemporary({ privilegePermission, temporaryRange: '2h' }, holder));
    expect(await stored()).to.deep.equal([]);
    expect((await create({ permissions, type: temporaryType }, holder)).status).to.equal(200);
    expect((await createTemporary({ privilegePermission, ...temporaryFields }, holder)).status).to.equal(200);
  });

  it('can be granted as a role until its end', async () => {
    const { holder, identity, project, organization } = await setting();
    const params = { projectId: project.id, identityId: identity.id };
    const assign = (roles: object[]) => world().call('updateProjectIdentity', { as: holder, params, body: { roles } });
    for (const role of [{ role: 'prod-reader' }, temporaryRole('prod-reader', start, '2h')])
      asksForLonger(await assign([role]));
    expect((await assign([temporaryRole('prod-reader', start, '1h')])).status).to.equal(200);
    for (const role of [{ role: 'prod-reader' }, temporaryRole('prod-reader', start, '61m')])
      asksForLonger(await assign([role]));
    const newcomer = await world().newIdentity(organization, 'no-access');
    asksForLonger(
      await world().call('addProjectIdentity', {
        as: holder,
        params: { ...params, identityId: newcomer.id },
        body: { roles: [{ role: 'prod-reader' }] },
      }),
    );
  });

  it('can be granted to a group until its end', async () => {
    const { holder, organization, project } = await setting();
    const params = { projectId: project.id, groupId: (await newGroup(world(), organization)).id };
    const add = (roles: object[]) => world().call('addProjectGroup', { as: holder, params, body: { roles } });
    for (const role of [{ role: 'prod-reader' }, temporaryRole('prod-reader', start, '2h')])
      asksForLonger(await add([role]));
    expect((await add([temporaryRole('prod-reader', start, '1h')])).status).to.equal(200);
    asksForLonger(
      await world().call('updateProjectGroupRoles', { as: holder, params, body: { roles: [{ role: 'prod-reader' }] } }),
    );
  });

  it('cannot be written into a role', async () => {
    const { holder, project } = await setting();
    const params = { projectId: project.id };
    asksForLonger(
      await world().call('createProjectRole', {
        as: holder,
        params,
        body: { slug: 'mine', name: 'Mine', permissions: [readProd] },
      }),
    );
  });

  it('cannot be kept with a token of an identity that has it for longer', async () => {
    const { holder, organization, project } = await setting();
    const mint = async (...periods: Period[]) => {
      const identity = await world().newIdentity(organization, 'no-access');
      await addToProject(world(), project, identity, [readProd], ...periods);
      return world().call('createTokenAuthToken', { as: holder, params: { identityId: identity.id }, body: {} });
    };
    asksForLonger(await mint());
    asksForLonger(await mint({ ...anHour, temporaryAccessEndTime: '2030-01-01T01:00:00.001Z' }));
    expect((await mint(anHour)).status).to.equal(200);
  });

  it('cannot be granted if a deny applies to it, even later', async () => {
    const { holder, create, project } = await setting();
    const [membership] = await world()
      .server.parts.database.read<any>('project_memberships')
      .where({ projectId: project.id })
      .whereIn(
        'membershipId',
        world().server.parts.database.read('organization_memberships').where({ userId: holder.id }).select('id'),
      );
    const soon = {
      ...temporaryType,
      temporaryAccessStartTime: '2030-01-01T00:30:00.000Z',
      temporaryAccessEndTime: '2030-01-01T00:40:00.000Z',
    };
    await addRoleInProject(world(), project, membership, [{ ...readProd, inverted: true }], soon);
    asksForLonger(await create({ permissions: [readProd], type: temporaryType }, holder));
    expect((await create({ permissions: [readProd], type: lasting('30m') }, holder)).status).to.equal(200);
    expect(
      (
        await create(
          {
            permissions: [readProd],
            type: { ...lasting('20m'), temporaryAccessStartTime: '2030-01-01T00:40:00.000Z' },
          },
          holder,
        )
      ).status,
    ).to.equal(200);
  });
});
