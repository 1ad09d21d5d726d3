import type { Rule } from '../../../src/access/rule.ts';
import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { addToGroup, auditOf, groupsOf, newGroup } from '../../support/fixtures/groups.ts';
import type { TestRole } from '../../support/world/members.ts';
import { newUserWith } from '../../support/fixtures/people.ts';
import { addToProject, newProject, permanent } from '../../support/fixtures/projects.ts';
import type { OrganizationRow } from '../../../src/access/organization.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const remover: Rule = { subject: 'groups', action: ['edit', 'remove-members'] };

onEachDatabase('removeUserFromGroup', (world) => {
  const setting = async (role: TestRole = 'no-access') => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const user = await world().newUser(organization, 'no-access');
    const group = await newGroup(world(), organization, { role });
    await addToGroup(world(), group, user, as);
    const remove = (caller: { token: string } = as, username = user.email) =>
      world().call('removeUserFromGroup', { as: caller, params: { id: group.id, username } });
    const state = () => groupsOf(world(), organization);
    return { organization, as, user, group, remove, state };
  };

  it('removes the user, returns it without an envelope, and records it', async () => {
    const { organization, as, user, group, remove } = await setting();
    const { status, body } = await remove(as, user.email.toUpperCase());
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.equal({
      id: user.id,
      username: user.email,
      email: user.email,
      firstName: 'Test',
      lastName: 'User',
    });
    const { body: list } = await world().call('listGroupMembers', { as, params: { id: group.id } });
    expect(list.members.map(({ id }: { id: string }) => id)).to.deep.equal([as.id]);
    expect(await auditOf(world(), organization)).to.deep.equal([
      {
        eventType: 'remove-user-from-group',
        eventMetadata: { groupId: group.id, groupName: group.name, userId: user.id, username: user.email },
      },
    ]);
  });

  it('refuses a user who is not in the group', async () => {
    const { organization, as, remove, state } = await setting();
    const other = await world().newUser(organization, 'member');
    const before = await state();
    expectError(await remove(as, other.email), 400, 'BadRequest', /not in the group/);
    expect(await state()).to.deep.equal(before);
    expect((await remove()).status).to.equal(200);
    expectError(await remove(), 400, 'BadRequest', /not in the group/);
  });

  it('requires both permissions, for any ids', async () => {
    const { organization, group, user, state } = await setting();
    const before = await state();
    const refusals = [
      { rules: [{ subject: 'groups', action: ['read', 'remove-members'] }], message: /edit groups/ },
      {
        rules: [{ subject: 'groups', action: ['read', 'edit', 'add-members', 'remove-identities'] }],
        message: /remove members from groups/,
      },
    ];
    for (const { rules, message } of refusals) {
      const as = await world().newIdentity(organization, await world().newRole(organization, rules));
      for (const [id, username] of [
        [group.id, user.email],
        ['not-an-id', 'nobody'],
      ] as const) {
        expectError(
          await world().call('removeUserFromGroup', { as, params: { id, username } }),
          403,
          'PermissionDenied',
          message,
        );
      }
    }
    expect(await state()).to.deep.equal(before);
  });

  it('does not find users or groups of another organization', async () => {
    const { as, user, remove, state } = await setting();
    const other = await setting();
    const before = [await state(), await other.state()];
    for (const username of [other.user.email, 'nobody@example.com', user.id])
      expectError(await remove(as, username), 404, 'NotFound', /user/i);
    for (const id of [other.group.id, 'not-an-id'])
      expectError(
        await world().call('removeUserFromGroup', { as, params: { id, username: user.email } }),
        404,
        'NotFound',
        /group/i,
      );
    expect([await state(), await other.state()]).to.deep.equal(before);
  });

  it('requires what the group gives the user, in the organization and in projects', async () => {
    const caller = (organization: OrganizationRow) => newUserWith(world(), organization, [remover]);
    const administrators = await setting('admin');
    expectError(
      await administrators.remove(await caller(administrators.organization)),
      403,
      'PermissionBoundaryError',
      /nor take them from others/,
    );
    const { organization, group, remove, state } = await setting();
    const project = await newProject(world(), organization);
    await addToProject(world(), project, { groupId: group.id }, 'viewer');
    const viewer = await caller(organization);
    const before = await state();
    expectError(await remove(viewer), 403, 'PermissionBoundaryError');
    expect(await state()).to.deep.equal(before);
    await addToProject(world(), project, viewer, 'viewer');
    expect((await remove(viewer)).status).to.equal(200);
  });

  it('counts a removed deny as a grant of the denied permissions', async () => {
    const { organization, group, remove, state } = await setting();
    const project = await newProject(world(), organization);
    const deny = {
      subject: 'secrets',
      action: ['readValue'],
      inverted: true,
      conditions: { secretPath: { $glob: '/{{identity.username}}/**' } },
    };
    await addToProject(world(), project, { groupId: group.id }, [deny]);
    const caller = await newUserWith(world(), organization, [remover]);
    const before = await state();
    const refused = await remove(caller);
    expectError(refused, 403, 'PermissionBoundaryError');
    // Non-members of a project do not learn the conditions of its rules.
    expect(refused.body.details.missingPermissions).to.deep.equal([{ subject: 'secrets', action: 'readValue' }]);
    expect(await state()).to.deep.equal(before);
    const member = await newUserWith(world(), organization, [remover]);
    await addToProject(world(), project, member, 'no-access');
    expect((await remove(member)).body.details.missingPermissions).to.deep.equal([
      { subject: 'secrets', action: 'readValue', conditions: deny.conditions },
    ]);
    await addToProject(world(), project, caller, 'viewer');
    expect((await remove(caller)).status).to.equal(200);
  });

  it('checks the effect of the deny for this user, including future periods', async () => {
    const { organization, user, group, remove } = await setting();
    const project = await newProject(world(), organization);
    const later = {
      ...permanent,
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '1h',
      temporaryAccessStartTime: '2031-01-01T00:00:00.000Z',
      temporaryAccessEndTime: '2031-01-01T01:00:00.000Z',
    };
    const path = (pattern: string) => ({
      subject: 'secrets',
      action: ['readValue'],
      conditions: { secretPath: { $glob: pattern } },
    });
    await addToProject(
      world(),
      project,
      { groupId: group.id },
      [{ ...path('/{{identity.username}}/**'), inverted: true }],
      later,
    );
    const [one, other] = [
      await newUserWith(world(), organization, [remover]),
      await newUserWith(world(), organization, [remover]),
    ];
    await addToProject(world(), project, one, [path('/somebody/**')]);
    await addToProject(world(), project, other, [path(`/${user.email}/**`)]);
    expectError(await remove(one), 403, 'PermissionBoundaryError');
    expect((await remove(other)).status).to.equal(200);
  });

  it('counts a removed deny in the organization in the same way', async () => {
    const organization = await world().newOrganization();
    const role = await world().newRole(organization, [
      { subject: 'app-connections', action: ['read'], inverted: true },
    ]);
    const group = await newGroup(world(), organization, { role });
    const user = await world().newUser(organization, 'no-access');
    await addToGroup(world(), group, user);
    const remove = (as: { token: string }) =>
      world().call('removeUserFromGroup', { as, params: { id: group.id, username: user.email } });
    expectError(await remove(await newUserWith(world(), organization, [remover])), 403, 'PermissionBoundaryError');
    expect(
      (
        await remove(
          await newUserWith(world(), organization, [remover, { subject: 'app-connections', action: ['read'] }]),
        )
      ).status,
    ).to.equal(200);
  });
});
