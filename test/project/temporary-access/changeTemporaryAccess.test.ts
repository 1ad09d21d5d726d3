import { expect } from 'chai';
import type { Period } from '../../../src/access/granted.ts';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newGroup } from '../../support/fixtures/groups.ts';
import { addToProject, newProjectWithAdmin, type TestProjectRole } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const at = (hours: number): string => new Date(Date.UTC(2030, 0, 1, hours)).toISOString();

/** A period from one hour of 2030-01-01 to another, which may be negative. */
const during = (from: number, to: number): Period => ({
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange: `${to - from}h`,
  temporaryAccessStartTime: at(from),
  temporaryAccessEndTime: at(to),
});

onEachDatabase('changing temporary access', (world) => {
  const setting = async () => {
    const where = await newProjectWithAdmin(world());
    const { organization, project, admin } = where;
    const projectId = project.id;
    const list = async (state?: string) =>
      (
        await world().call('listTemporaryAccess', {
          as: admin,
          params: { projectId },
          query: { ...(state && { state }) },
        })
      ).body.grants as any[];
    const idOf = async (slug: string, state?: string): Promise<string> =>
      (await list(state)).find((grant) => grant.slug === slug).id;
    const extend = (id: string, body: { endsAt: string; expectedEndsAt?: string }, as: { token: string } = admin) =>
      world().call('updateTemporaryAccess', { as, params: { projectId, temporaryAccessId: id }, body });
    const end = (id: string, as: { token: string } = admin, expectedEndsAt?: string) =>
      world().call('endTemporaryAccess', {
        as,
        params: { projectId, temporaryAccessId: id },
        query: { ...(expectedEndsAt && { expectedEndsAt }) },
      });
    const newMember = async (role: TestProjectRole, period?: Period) => {
      const user = await world().newUser(organization, 'no-access');
      return { user, ...(await addToProject(world(), project, user, role, period)) };
    };
    const rolesOf = async (projectMembershipId: string) =>
      (await world().call('getProjectUser', { as: admin, params: { projectId, projectMembershipId } })).body.membership
        .roles as any[];
    return { ...where, projectId, list, idOf, extend, end, newMember, rolesOf };
  };

  it('extends and ends one role or privilege of a user, machine identity or group, and nothing else', async () => {
    const { organization, project, projectId, admin, list, idOf, extend, end, newMember, rolesOf } = await setting();
    const { id: projectMembershipId } = await newMember('viewer', during(-1, 2));
    await world().call('updateProjectUserRoles', {
      as: admin,
      params: { projectId, projectMembershipId },
      body: {
        roles: [
          { role: 'viewer', ...during(-1, 2), temporaryAccessEndTime: undefined },
          { role: 'member', ...during(-1, 3), temporaryAccessEndTime: undefined },
        ],
      },
    });
    await world().call('createUserPrivilege', {
      as: admin,
      body: {
        projectMembershipId,
        slug: 'deploy-window',
        permissions: [{ subject: 'secrets', action: 'readValue' }],
        type: { ...during(-3, 4), temporaryAccessEndTime: undefined },
      },
    });
    const identity = await world().newIdentity(organization, 'no-access');
    await addToProject(world(), project, identity, 'admin', during(5, 6));
    const group = await newGroup(world(), organization, { name: 'Backend' });
    await addToProject(world(), project, { groupId: group.id }, 'no-access', during(-8, -4));

    // Two administrators at one moment.
    const [viewer, member] = [await idOf('viewer'), await idOf('member')];
    const answers = await Promise.all([extend(viewer, { endsAt: at(7) }), extend(member, { endsAt: at(8) })]);
    for (const { status, body } of answers) expect(status, JSON.stringify(body)).to.equal(200);
    expect((await rolesOf(projectMembershipId)).map((role) => [role.id, role.temporaryAccessEndTime])).to.deep.equal([
      [viewer, at(7)],
      [member, at(8)],
    ]);
    const [entry] = await entriesOf(world(), answers[0]);
    expect(entry!.eventMetadata).to.include({ slug: 'viewer', previousEndTime: at(2), temporaryAccessEndTime: at(7) });
    expect((await extend(await idOf('deploy-window'), { endsAt: at(9) })).body.grant).to.include({
      type: 'privilege',
      state: 'active',
      startsAt: at(-3),
      endsAt: at(9),
      isRemoved: false,
    });
    expect((await extend(await idOf('admin'), { endsAt: at(10) })).body.grant).to.include({ state: 'planned' });
    // What has ended begins again.
    expect((await extend(await idOf('no-access', 'ended'), { endsAt: at(1) })).body.grant).to.include({
      state: 'active',
      startsAt: at(0),
    });
    const slugs = async (state?: string) => (await list(state)).map(({ slug }) => slug);
    expect(await slugs()).to.deep.equal(['no-access', 'viewer', 'member', 'deploy-window', 'admin']);

    for (const slug of ['viewer', 'deploy-window'])
      expect((await end(await idOf(slug))).body.grant).to.include({ state: 'ended', endsAt: at(0), isRemoved: false });
    expect((await end(await idOf('admin'))).body.grant).to.include({ state: 'planned', isRemoved: true });
    expect(await slugs()).to.deep.equal(['no-access', 'member']);
    expect((await slugs('ended')).sort()).to.deep.equal(['deploy-window', 'viewer']);
    const { body } = await world().call('getProjectIdentity', {
      as: admin,
      params: { projectId, identityId: identity.id },
    });
    expect(body.identityMembership.roles.map(({ role, isTemporary }: any) => [role, isTemporary])).to.deep.equal([
      ['no-access', false],
    ]);
    await end(viewer);
    expect((await rolesOf(projectMembershipId)).map(({ id }) => id)).to.deep.equal([member]);
    expectError(await end(viewer), 404, 'NotFound');
  });

  it('gives nobody more, or for longer, than the caller has', async () => {
    const { organization, project, idOf, extend, end, newMember } = await setting();
    await newMember('viewer', during(-1, 2));
    const viewer = await idOf('viewer');
    // An administrator for four hours cannot grant anything for longer.
    const { user: lead } = await newMember('admin', during(-1, 4));
    expectError(await extend(viewer, { endsAt: at(5) }, lead), 403, 'PermissionBoundaryError');
    expect((await extend(viewer, { endsAt: at(3) }, lead)).status).to.equal(200);
    const { user: clerk } = await newMember([{ subject: 'member', action: ['read', 'edit'] }]);
    expectError(await extend(viewer, { endsAt: at(4) }, clerk), 403, 'PermissionDenied', /assign/);
    expectError(await extend(viewer, { endsAt: at(2) }, clerk), 403, 'PermissionBoundaryError', /take them/);
    expect((await extend(viewer, { endsAt: at(2) }, lead)).status, 'an earlier end').to.equal(200);
    const { user: reader } = await newMember('viewer');
    expectError(await extend(viewer, { endsAt: at(1) }, reader), 403, 'PermissionDenied');
    expectError(await end(viewer, reader), 403, 'PermissionDenied');
    // The end of a deny gives what it denied.
    const denied = await newMember([{ subject: 'secrets', action: 'edit', inverted: true }], during(-1, 2));
    const grants = (
      await world().call('listTemporaryAccess', {
        as: lead,
        params: { projectId: project.id },
        query: { projectMembershipId: denied.id },
      })
    ).body.grants;
    expectError(await end(grants[0].id, clerk), 403, 'PermissionBoundaryError');
    expectError(await end(viewer, clerk), 403, 'PermissionBoundaryError');
    expect((await end(viewer, lead)).status).to.equal(200);
    const stranger = await world().newUser(organization, 'admin');
    expectError(await end(viewer, stranger), 403, 'ProjectMembershipNotFound');
  });

  it('refuses an end that is not in the future, and one that somebody else has changed', async () => {
    const { idOf, extend, end, newMember } = await setting();
    await newMember('viewer', during(-1, 2));
    await newMember('member', during(3, 4));
    const [viewer, planned] = [await idOf('viewer'), await idOf('member')];
    expectIssues(await extend(viewer, { endsAt: at(0) }), 'body endsAt too_small');
    expectIssues(await extend(planned, { endsAt: at(3) }), 'body endsAt too_small');
    await extend(viewer, { endsAt: at(6), expectedEndsAt: at(2) });
    expectError(await extend(viewer, { endsAt: at(3), expectedEndsAt: at(2) }), 409, 'ChangedMeanwhile');
    expectError(await end(viewer, undefined, at(2)), 409, 'ChangedMeanwhile');
    expect((await end(viewer, undefined, at(6))).status).to.equal(200);
  });
});
