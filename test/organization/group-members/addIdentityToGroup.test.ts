import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { auditOf, groupsOf, newGroup } from '../../support/fixtures/groups.ts';
import { newInstanceAdmin } from '../../support/fixtures/identities.ts';
import type { TestRole } from '../../support/world/members.ts';
import { newUserWith } from '../../support/fixtures/people.ts';
import { addToProject, newProject } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const adder = { subject: 'groups', action: ['edit', 'add-identities'] };

onEachDatabase('addIdentityToGroup', (world) => {
  const setting = async (role: TestRole = 'no-access') => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const identity = await world().newIdentity(organization, 'no-access');
    const group = await newGroup(world(), organization, { role });
    const add = (caller: { token: string } = as, identityId = identity.id) =>
      world().call('addIdentityToGroup', { as: caller, params: { id: group.id, identityId } });
    const state = () => groupsOf(world(), organization);
    return { organization, as, identity, group, add, state };
  };

  it('adds the identity, returns its id without an envelope, and records it', async () => {
    const { organization, as, identity, group, add } = await setting();
    const { status, body } = await add();
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.equal({ id: identity.id });
    const { body: list } = await world().call('listGroupMembers', { as, params: { id: group.id } });
    expect(list).to.deep.equal({
      members: [
        {
          id: identity.id,
          joinedGroupAt: '2030-01-01T00:00:00.000Z',
          type: 'machineIdentity',
          machineIdentity: { id: identity.id, name: 'Test identity' },
        },
      ],
      totalCount: 1,
    });
    expect(await auditOf(world(), organization)).to.deep.equal([
      {
        eventType: 'add-identity-to-group',
        eventMetadata: { groupId: group.id, groupName: group.name, identityId: identity.id },
      },
    ]);
  });

  it('adds an identity only once, also concurrently', async () => {
    const { add, state } = await setting();
    const answers = await Promise.all(Array.from({ length: 6 }, () => add()));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400, 400, 400, 400]);
    const before = await state();
    expectError(await add(), 400, 'BadRequest', /in the group already/);
    expect(await state()).to.deep.equal(before);
  });

  it('leaves no rows of an identity that is deleted concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { as, identity, group, add } = await setting();
      const [added, removed] = await Promise.all([
        add(),
        world().call('deleteIdentity', { as, params: { identityId: identity.id } }),
      ]);
      expect(removed.status).to.equal(200);
      expect(added.status).to.be.oneOf([200, 404]);
      expect(await world().server.parts.database.read('group_members').where({ groupId: group.id })).to.deep.equal([]);
    }
  });

  it('allows a machine identity with the permissions', async () => {
    const { organization, add } = await setting();
    expect(
      (await add(await world().newIdentity(organization, await world().newRole(organization, [adder])))).status,
    ).to.equal(200);
  });

  it('allows adding instance administrators only by instance administrators', async () => {
    const { organization, add, state } = await setting();
    const machine = await newInstanceAdmin(world(), organization);
    const before = await state();
    expectError(await add(undefined, machine.id), 403, 'ForbiddenError', /administrators of the instance/);
    expect(await state()).to.deep.equal(before);
    expect((await add(machine, machine.id)).status).to.equal(200);
  });

  it('is limited by the permissions of the caller in the organization and in projects', async () => {
    const { organization, add, state } = await setting('member');
    const narrow = await newUserWith(world(), organization, [adder]);
    const before = await state();
    expectError(await add(narrow), 403, 'PermissionBoundaryError');
    expect(await state()).to.deep.equal(before);

    const other = await setting();
    const project = await newProject(world(), other.organization);
    await addToProject(world(), project, { groupId: other.group.id }, [{ subject: 'tags', action: 'read' }]);
    const caller = await newUserWith(world(), other.organization, [adder]);
    const refused = await other.add(caller);
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(refused.body.details.missingPermissions).to.deep.equal([{ subject: 'tags', action: 'read' }]);
    await addToProject(world(), project, caller, 'viewer');
    expect((await other.add(caller)).status).to.equal(200);
  });

  it('requires both permissions, for any ids', async () => {
    const { organization, group, identity, state } = await setting();
    const before = await state();
    const refusals = [
      { rules: [{ subject: 'groups', action: ['read', 'add-identities'] }], message: /edit groups/ },
      {
        rules: [{ subject: 'groups', action: ['read', 'edit', 'add-members', 'remove-identities'] }],
        message: /add machine identities to groups/,
      },
    ];
    for (const { rules, message } of refusals) {
      const as = await world().newUser(organization, await world().newRole(organization, rules));
      for (const [id, identityId] of [
        [group.id, identity.id],
        ['not-an-id', 'not-an-id'],
      ] as const) {
        expectError(
          await world().call('addIdentityToGroup', { as, params: { id, identityId } }),
          403,
          'PermissionDenied',
          message,
        );
      }
    }
    expect(await state()).to.deep.equal(before);
  });

  it('does not find identities or groups of another organization', async () => {
    const { as, identity, add, state } = await setting();
    const other = await setting();
    const before = [await state(), await other.state()];
    for (const identityId of [other.identity.id, as.id, 'not-an-id'])
      expectError(await add(as, identityId), 404, 'NotFound', /machine identity/i);
    for (const id of [other.group.id, 'not-an-id'])
      expectError(
        await world().call('addIdentityToGroup', { as, params: { id, identityId: identity.id } }),
        404,
        'NotFound',
        /group/i,
      );
    expect([await state(), await other.state()]).to.deep.equal(before);
  });
});
