import { expect } from 'chai';
import type { Response } from 'supertest';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { at, newProjectSetting, memberRule, type ProjectUser } from '../../support/fixtures/project-users.ts';
import { addToProject, newProject } from '../../support/fixtures/projects.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import type { World } from '../../support/world/world.ts';

const deny = { subject: 'secrets', action: 'readValue', conditions: { environment: 'prod' }, inverted: true };
const mayRemove = memberRule(['read', 'delete']);
type RemoveOne = (user: Pick<ProjectUser, 'membershipId' | 'email'>, as?: { token: string }) => Promise<Response>;

/** The tests of removing a user, by either operation. */
const testRemoval = (
  id: 'removeProjectUser' | 'removeProjectUsers' | 'removeWorkspaceUser' | 'removeWorkspaceUsers',
  world: () => World,
): void => {
  const setting = async () => {
    const made = await newProjectSetting(world());
    const remove: RemoveOne = ({ membershipId, email }, as = made.admin) =>
      made.call(id, {
        as,
        params: { projectMembershipId: membershipId },
        ...(id.endsWith('s') && { body: { usernames: [email] } }),
      });
    return { ...made, remove };
  };

  it('ends the membership with its roles and privileges immediately', async () => {
    const { admin, project, privileged, remove, stored, entries, call } = await setting();
    const user = await privileged('viewer', [{ subject: 'tags', action: 'read' }]);
    expect((await call('listProjectUsers', { as: user })).status).to.equal(200);
    const { status, body } = await remove(user);
    expect(status, JSON.stringify(body)).to.equal(200);
    const membership = { id: user.membershipId, userId: user.id, projectId: project.id, createdAt: at, updatedAt: at };
    expect(body).to.deep.equal(id.endsWith('s') ? { memberships: [membership] } : { membership });
    expectError(await call('listProjectUsers', { as: user }), 403, 'ProjectMembershipNotFound');
    expect(await stored()).to.deep.equal([`${admin.id} admin`]);
    expect(
      await world().server.parts.database.read('project_privileges').where({ projectMembershipId: user.membershipId }),
    ).to.deep.equal([]);
    const metadata = { members: [{ userId: user.id, email: user.email }], hadDenies: false };
    expect(await entries()).to.deep.equal([
      { eventType: 'remove-project-member', eventMetadata: metadata, actorId: admin.id, operation: id },
    ]);
  });

  it('requires the permissions that the roles and privileges of the user allow or deny', async () => {
    const { member, privileged, remove, stored } = await setting();
    const weak = await member([mayRemove]);
    const strong = await member([
      mayRemove,
      { subject: 'secrets', action: 'readValue', conditions: { environment: 'prod' } },
    ]);
    for (const user of [await member([deny]), await privileged('no-access', [deny])]) {
      const before = await stored();
      const refused = await remove(user, weak);
      expectError(refused, 403, 'PermissionBoundaryError');
      expect(refused.body.details.missingPermissions).to.deep.equal([
        { action: 'readValue', subject: 'secrets', conditions: { environment: 'prod' } },
      ]);
      expect(await stored()).to.have.members(before);
      expect((await remove(user, strong)).status).to.equal(200);
    }
    for (const user of [
      await member('admin'),
      await privileged('no-access', [{ subject: 'secrets', action: 'create' }]),
    ])
      expectError(await remove(user, strong), 403, 'PermissionBoundaryError', /nor take them from others/);
  });

  it('ignores an expired deny', async () => {
    const { member, remove } = await setting();
    const weak = await member([mayRemove]);
    const period = {
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '1h',
      temporaryAccessStartTime: at,
      temporaryAccessEndTime: '2030-01-01T01:00:00.000Z',
    };
    const user = await member([deny], period);
    expectError(await world().clock.later(3599, () => remove(user, weak)), 403, 'PermissionBoundaryError');
    expect((await world().clock.later(3600, () => remove(user, weak))).status).to.equal(200);
  });

  it('requires member:delete on the user', async () => {
    const { organization, member, remove, stored } = await setting();
    const [user, other] = [await member('no-access'), await member('no-access')];
    const as = await member([
      memberRule('delete', `${user.email.slice(0, 13)}*`),
      memberRule(['read', 'create', 'edit']),
    ]);
    const before = await stored();
    expectError(await remove(other, as), 403, 'PermissionDenied', /delete members/);
    for (const role of ['member', 'viewer', 'no-access'])
      expectError(await remove(user, await member(role)), 403, 'PermissionDenied', /delete members/);
    expectError(await remove(user, await world().newUser(organization, 'admin')), 403, 'ProjectMembershipNotFound');
    expect(await stored()).to.include.members(before);
    expect((await remove(user, as)).status).to.equal(200);
  });

  it('allows users to remove themselves, even the last administrator', async () => {
    const { admin, project, member, remove, stored } = await setting();
    const one = await member([mayRemove]);
    expect((await remove(one, one)).status).to.equal(200);
    const { id: membershipId } = (await world().server.parts.stores.projectUsers.findOfUser(project.id, admin.id))!;
    expect((await remove({ membershipId, email: admin.email })).status).to.equal(200);
    expect(await stored()).to.deep.equal([]);
    expectError(await remove({ membershipId, email: admin.email }), 403, 'ProjectMembershipNotFound');
  });

  it('succeeds only once for concurrent requests', async () => {
    const { member, remove, entries } = await setting();
    const user = await member('viewer');
    const answers = await Promise.all([1, 2, 3].map(() => remove(user)));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    for (const { status } of answers) expect(status).to.be.oneOf([200, 400, 404]);
    expect(await entries()).to.have.length(1);
  });
};

const testRemovingOne = (id: 'removeProjectUser' | 'removeWorkspaceUser'): void =>
  onEitherDatabase(id, (world) => {
    testRemoval(id, world);

    it('finds only memberships of users of this project', async () => {
      const { organization, project, call, member, newcomer } = await newProjectSetting(world());
      const machine = await world().newIdentity(organization, 'no-access');
      const otherMembership = await addToProject(
        world(),
        await newProject(world(), organization),
        await newcomer(),
        'viewer',
      );
      const ids = [
        'unknown',
        (await addToProject(world(), project, machine, 'viewer')).id,
        otherMembership.id,
        (await member('viewer')).id,
      ];
      for (const projectMembershipId of ids)
        expectError(await call(id, { params: { projectMembershipId } }), 404, 'NotFound');
      const weak = await member('viewer');
      expectError(await call(id, { as: weak, params: { projectMembershipId: 'unknown' } }), 403, 'PermissionDenied');
    });
  });

const testRemovingSeveral = (id: 'removeProjectUsers' | 'removeWorkspaceUsers'): void =>
  onEitherDatabase(id, (world) => {
    testRemoval(id, world);

    const setting = async () => {
      const made = await newProjectSetting(world());
      return { ...made, remove: (body: object, as: { token: string } = made.admin) => made.call(id, { as, body }) };
    };

    it('removes all given users once each, with a single audit log entry', async () => {
      const { admin, member, remove, stored, entries } = await setting();
      const [one, other] = [await member('viewer'), await member('admin')];
      const { status, body } = await remove({ emails: [one.email.toUpperCase()], usernames: [other.email, one.email] });
      expect(status).to.equal(200);
      expect(body.memberships.map((membership: any) => membership.id)).to.have.members([
        one.membershipId,
        other.membershipId,
      ]);
      expect(await stored()).to.deep.equal([`${admin.id} admin`]);
      const [entry, ...more] = await entries();
      expect(more).to.deep.equal([]);
      expect((entry!.eventMetadata as any).members).to.have.deep.members(
        [one, other].map((user) => ({ userId: user.id, email: user.email })),
      );
    });

    it('removes all users or none', async () => {
      const { member, newcomer, remove, stored, entries } = await setting();
      const [user, guarded, outsider] = [await member('viewer'), await member([deny]), await newcomer()];
      const weak = await member([mayRemove]);
      const before = await stored();
      const nonMembers = await remove({ usernames: [user.email, outsider.email, 'nobody'] });
      expectError(nonMembers, 400, 'BadRequest', /^Not in this project: nobody, user-/);
      expect(nonMembers.body.message).to.contain(outsider.email).and.not.to.contain(user.email);
      expectError(await remove({ usernames: [user.email, guarded.email] }, weak), 403, 'PermissionBoundaryError');
      expect(await stored()).to.have.members(before);
      expect(await entries()).to.deep.equal([]);
    });

    it('does not reveal who is a member to callers who may not remove them', async () => {
      const { member, remove } = await setting();
      const user = await member('viewer');
      const as = await member([memberRule('delete', 'nobody-*')]);
      for (const name of [user.email, 'stranger'])
        expectError(await remove({ usernames: [name] }, as), 403, 'PermissionDenied', /delete members/);
      expectError(await remove({ usernames: ['nobody-1'] }, as), 400, 'BadRequest');
    });

    it('reports all problems of a request', async () => {
      const { remove } = await setting();
      for (const body of [{}, { emails: [], usernames: [] }])
        expectIssues(await remove(body), 'body usernames required');
      expectIssues(
        await remove({ usernames: ['', 'x'.repeat(255), 7], emails: ['no address'] }),
        'body usernames.0 too_small',
        'body usernames.1 too_big',
        'body usernames.2 type',
        'body emails.0 format',
      );
      const many = (count: number, suffix = '') => Array.from({ length: count }, (_, index) => `${index}${suffix}`);
      expectIssues(
        await remove({ usernames: many(101), emails: many(101, '@example.com') }),
        'body usernames too_big',
        'body emails too_big',
      );
      expectError(
        await remove({ usernames: many(100), emails: many(100, '@example.com') }),
        400,
        'BadRequest',
        /and 190 more/,
      );
    });
  });

for (const operation of ['removeProjectUser', 'removeWorkspaceUser'] as const) testRemovingOne(operation);

for (const operation of ['removeProjectUsers', 'removeWorkspaceUsers'] as const) testRemovingSeveral(operation);
