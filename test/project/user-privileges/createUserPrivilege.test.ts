import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newGroup } from '../../support/fixtures/groups.ts';
import { permanentType, readDev, temporaryTimes, temporaryType } from '../../support/fixtures/privileges.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { memberGranter, userPrivilegeSetting } from '../../support/fixtures/user-privileges.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const atStart = '2030-01-01T00:00:00.000Z';
const inDev = { environment: 'dev' };

onEachDatabase('createUserPrivilege', (world) => {
  it('grants the user additional rules immediately', async () => {
    const { user, project, projectMembershipId, create, mayDo } = await userPrivilegeSetting(world());
    expect(await mayDo('readValue', 'secrets', inDev)).to.equal(false);
    const { status, body } = await create({ slug: 'read-dev' });
    expect(status).to.equal(200);
    const { id, ...privilege } = body.privilege;
    expect(privilege).to.deep.equal({
      slug: 'read-dev',
      permissions: [{ ...readDev, inverted: false }],
      isTemporary: false,
      temporaryMode: null,
      temporaryRange: null,
      temporaryAccessStartTime: null,
      temporaryAccessEndTime: null,
      createdAt: atStart,
      updatedAt: atStart,
      projectMembershipId,
      userId: user.id,
      projectId: project.id,
    });
    expect(id).to.be.a('string');
    expect(await mayDo('readValue', 'secrets', inDev)).to.equal(true);
    expect(await mayDo('readValue', 'secrets', { environment: 'prod' })).to.equal(false);
  });

  it('applies to requests of the user', async () => {
    const { user, project, create } = await userPrivilegeSetting(world());
    const listTags = () => world().call('listTags', { as: user, params: { projectId: project.id } });
    expectError(await listTags(), 403, 'PermissionDenied');
    await create({ permissions: [{ subject: 'tags', action: 'read' }] });
    expect((await listTags()).status).to.equal(200);
  });

  it('can be temporary', async () => {
    const { user, project, create } = await userPrivilegeSetting(world());
    const { body } = await create({ permissions: [{ subject: 'tags', action: 'read' }], type: temporaryType });
    expect(body.privilege).to.include({
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '1h',
      ...temporaryTimes,
    });
    const listTags = () => world().call('listTags', { as: user, params: { projectId: project.id } });
    expect((await listTags()).status).to.equal(200);
    await world().clock.later(3599, async () => expect((await listTags()).status).to.equal(200));
    await world().clock.later(3600, async () => expectError(await listTags(), 403, 'PermissionDenied'));
  });

  it('generates a slug, and refuses one that the user already has', async () => {
    const { create, organization, project } = await userPrivilegeSetting(world());
    expect((await create({ permissions: [readDev] })).body.privilege.slug).to.equal('read-secrets-dev');
    expect((await create({ slug: 'same' })).status).to.equal(200);
    expectError(await create({ slug: 'same' }), 400, 'BadRequest', /This user has a privilege "same"/);
    const other = await addToProject(world(), project, await world().newUser(organization, 'no-access'), 'no-access');
    expect((await create({ slug: 'same', projectMembershipId: other.id })).status).to.equal(200);
  });

  it('is limited in number per user and project', async () => {
    const { create } = await userPrivilegeSetting(world());
    for (let count = 0; count < 100; count += 1) expect((await create({ permissions: [] })).status).to.equal(200);
    expectError(await create({ permissions: [] }), 400, 'BadRequest', /100 additional privileges/);
  });

  it('validates rules and periods like those of machine identities', async () => {
    const { create } = await userPrivilegeSetting(world());
    expectIssues(
      await create({ permissions: [{ subject: 'secrets', action: ['read', 'readValue'] }] }),
      'body permissions.0.action invalid',
    );
    expectIssues(
      await create({ type: { ...temporaryType, temporaryRange: 'soon' } }),
      'body type.temporaryRange format',
    );
    expectIssues(await create({ permissions: Array.from({ length: 201 }, () => readDev) }), 'body permissions too_big');
    expectIssues(await create({ slug: 'Not A Slug' }), 'body slug pattern');
  });

  it('finds only memberships of users of the organization', async () => {
    const { organization, project, admin, create } = await userPrivilegeSetting(world());
    const group = await newGroup(world(), organization);
    const identity = await world().newIdentity(organization, 'no-access');
    const ofGroup = await addToProject(world(), project, { groupId: group.id }, 'viewer');
    const ofIdentity = await addToProject(world(), project, identity, 'viewer');
    const foreign = await userPrivilegeSetting(world());
    for (const id of ['none', ofGroup.id, ofIdentity.id, foreign.projectMembershipId])
      expectError(await create({ projectMembershipId: id }), 404, 'NotFound');
    expectError(await foreign.create({}, admin), 404, 'NotFound');
  });

  it('is recorded in the audit log', async () => {
    const { user, project, projectMembershipId, create } = await userPrivilegeSetting(world());
    const response = await create({ slug: 'read-dev' });
    const [entry] = await entriesOf(world(), response);
    expect(entry).to.deep.include({ eventType: 'create-user-project-additional-privilege', projectId: project.id });
    expect(entry!.eventMetadata).to.deep.include({
      userId: user.id,
      username: user.email,
      projectMembershipId,
      privilegeId: response.body.privilege.id,
      slug: 'read-dev',
      isTemporary: false,
    });
  });

  describe('is limited', () => {
    it('by the permission to edit members and to assign privileges', async () => {
      const { create, newMember } = await userPrivilegeSetting(world());
      expectError(await create({}, await newMember('viewer')), 403, 'PermissionDenied', /edit members/);
      const editor = await newMember([
        { subject: 'member', action: ['read', 'edit'] },
        { subject: 'secrets', action: 'read' },
      ]);
      expectError(await create({}, editor), 403, 'PermissionDenied', /assign additional privileges to members/);
      const ofMachines = await newMember([
        { subject: 'member', action: 'edit' },
        { subject: 'identity', action: ['edit', 'assign-additional-privileges'] },
        { subject: 'secrets', action: 'read' },
      ]);
      expectError(await create({}, ofMachines), 403, 'PermissionDenied');
      for (const action of ['assign-additional-privileges', 'grant-privileges']) {
        const granter = await newMember([
          { subject: 'member', action: ['edit', action] },
          { subject: 'secrets', action: 'read' },
        ]);
        expect((await create({}, granter)).status, action).to.equal(200);
      }
    });

    it('by conditions on the user, the subjects and the actions', async () => {
      const { user, create, newMember } = await userPrivilegeSetting(world());
      const granter = (conditions: Record<string, unknown>) =>
        newMember([
          { subject: 'member', action: 'edit' },
          { subject: 'member', action: 'assign-additional-privileges', conditions },
          { subject: 'secrets', action: 'read' },
        ]);
      expect((await create({}, await granter({ userEmail: user.email }))).status).to.equal(200);
      expectError(await create({}, await granter({ userEmail: 'other@example.com' })), 403, 'PermissionDenied');
      expectError(await create({}, await granter({ assignableSubject: 'tags' })), 403, 'PermissionDenied');
      expectError(
        await create({}, await granter({ assignableAction: { $in: ['secrets:create'] } })),
        403,
        'PermissionDenied',
      );
      const other = await newMember([
        { subject: 'member', action: 'edit', conditions: { userEmail: 'other@example.com' } },
        ...memberGranter().slice(1),
      ]);
      expectError(await create({}, other), 403, 'PermissionDenied', /edit members/);
    });

    it('by the permissions of the caller and their duration', async () => {
      const { create, newMember } = await userPrivilegeSetting(world());
      const holder = await newMember(
        memberGranter({ subject: 'secrets', action: 'read', conditions: { environment: 'dev' } }),
      );
      expect((await create({}, holder)).status).to.equal(200);
      const response = await create({ permissions: [{ subject: 'secrets', action: 'read' }] }, holder);
      expectError(response, 403, 'PermissionBoundaryError');
      expect(response.body.details.missingPermissions).to.have.length(2);
    });

    it("by the period of the caller's permissions", async () => {
      const { organization, project, create, created } = await userPrivilegeSetting(world());
      const granter = await world().newUser(organization, 'no-access');
      const { id } = await addToProject(world(), project, granter, memberGranter());
      await created({ projectMembershipId: id, permissions: [readDev], type: temporaryType });
      expect((await create({ type: temporaryType }, granter)).status).to.equal(200);
      expectError(
        await create({ type: { ...temporaryType, temporaryRange: '2h' } }, granter),
        403,
        'PermissionBoundaryError',
      );
      expectError(await create({ type: permanentType }, granter), 403, 'PermissionBoundaryError');
    });
  });
});
