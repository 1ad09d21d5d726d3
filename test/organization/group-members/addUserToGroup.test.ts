import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { auditOf, membershipIdOf } from '../../support/fixtures/groups.ts';
import { invite, newEmail } from '../../support/fixtures/people.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { addToGroupSetting, adder } from './addUserToGroup.fixtures.ts';

onEachDatabase('addUserToGroup', (world) => {
  const setting = addToGroupSetting(world);

  it('adds the user, returns it without an envelope, and records it', async () => {
    const { organization, as, user, group, add } = await setting();
    const { status, body } = await add();
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.equal({
      id: user.id,
      username: user.email,
      email: user.email,
      firstName: 'Test',
      lastName: 'User',
    });
    const { body: list } = await world().call('listGroupMembers', { as, params: { id: group.id } });
    expect(list).to.deep.equal({
      members: [{ id: user.id, joinedGroupAt: '2030-01-01T00:00:00.000Z', type: 'user', user: body }],
      totalCount: 1,
    });
    expect(await auditOf(world(), organization)).to.deep.equal([
      {
        eventType: 'add-user-to-group',
        eventMetadata: { groupId: group.id, groupName: group.name, userId: user.id, username: user.email },
      },
    ]);
  });

  it('finds the user in upper or lower case', async () => {
    const { user, add, as } = await setting();
    expect((await add(as, user.email.toUpperCase())).body.id).to.equal(user.id);
  });

  it('adds an invited user without a name', async () => {
    const { as, add } = await setting();
    const email = newEmail(world());
    await invite(world(), as, email);
    const { status, body } = await add(as, email);
    expect(status).to.equal(200);
    expect(body).to.include({ username: email, email, firstName: null, lastName: null });
  });

  it('adds a user only once, also concurrently', async () => {
    const { add, state } = await setting();
    const answers = await Promise.all(Array.from({ length: 6 }, () => add()));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400, 400, 400, 400]);
    const before = await state();
    expectError(await add(), 400, 'BadRequest', /in the group already/);
    expect(await state()).to.deep.equal(before);
  });

  it('allows a machine identity with the permission', async () => {
    const { organization, add } = await setting();
    expect(
      (await add(await world().newIdentity(organization, await world().newRole(organization, [adder])))).status,
    ).to.equal(200);
  });

  it('leaves no rows of a user who is removed concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { organization, as, user, group, add } = await setting();
      const membershipId = await membershipIdOf(world(), group, user);
      const remove = world().call('removeOrganizationUser', {
        as,
        params: { organizationId: organization.id, membershipId },
      });
      const [added, removed] = await Promise.all([add(), remove]);
      expect(removed.status).to.equal(200);
      expect(added.status).to.be.oneOf([200, 404]);
      expect(await world().server.parts.database.read('group_members').where({ groupId: group.id })).to.deep.equal([]);
    }
  });

  it('requires both permissions, for any ids', async () => {
    const { organization, group, user, state } = await setting();
    const before = await state();
    const refusals = [
      { rules: [{ subject: 'groups', action: ['read', 'add-members'] }], message: /edit groups/ },
      {
        rules: [{ subject: 'groups', action: ['read', 'edit', 'remove-members', 'add-identities'] }],
        message: /add members to groups/,
      },
    ];
    for (const { rules, message } of refusals) {
      const as = await world().newIdentity(organization, await world().newRole(organization, rules));
      for (const [id, username] of [
        [group.id, user.email],
        ['not-an-id', 'nobody'],
      ] as const) {
        expectError(
          await world().call('addUserToGroup', { as, params: { id, username } }),
          403,
          'PermissionDenied',
          message,
        );
      }
    }
    expect(await state()).to.deep.equal(before);
  });

  it('does not find users or groups of another organization', async () => {
    const { as, user, group, add, state } = await setting();
    const other = await setting();
    const before = [await state(), await other.state()];
    for (const username of [other.user.email, 'nobody@example.com', user.id])
      expectError(await add(as, username), 404, 'NotFound', /user/i);
    for (const id of [other.group.id, 'not-an-id'])
      expectError(
        await world().call('addUserToGroup', { as, params: { id, username: user.email } }),
        404,
        'NotFound',
        /group/i,
      );
    expect([await state(), await other.state()]).to.deep.equal(before);
    await world().join(other.organization, user, 'no-access');
    expect(
      (await world().call('addUserToGroup', { as: other.as, params: { id: other.group.id, username: user.email } }))
        .status,
    ).to.equal(200);
    expect(await world().server.parts.database.read('group_members').where({ groupId: group.id })).to.deep.equal([]);
  });
});
