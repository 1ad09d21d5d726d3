import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { addToGroup, auditOf, groupsOf, newGroup } from '../../support/fixtures/groups.ts';
import { newInstanceAdmin } from '../../support/fixtures/identities.ts';
import { newUserWith } from '../../support/fixtures/people.ts';
import { addToProject, newProject } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const remover = { subject: 'groups', action: ['edit', 'remove-identities'] };

onEachDatabase('removeIdentityFromGroup', (world) => {
  const setting = async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const identity = await world().newIdentity(organization, 'no-access');
    const group = await newGroup(world(), organization);
    await addToGroup(world(), group, identity, as);
    const remove = (caller: { token: string } = as, identityId = identity.id) =>
      world().call('removeIdentityFromGroup', { as: caller, params: { id: group.id, identityId } });
    const state = () => groupsOf(world(), organization);
    return { organization, as, identity, group, remove, state };
  };

  it('removes the identity, returns its id without an envelope, and records it', async () => {
    const { organization, as, identity, group, remove } = await setting();
    const { status, body } = await remove();
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.equal({ id: identity.id });
    const { body: list } = await world().call('listGroupMembers', { as, params: { id: group.id } });
    expect(list.members.map(({ id }: { id: string }) => id)).to.deep.equal([as.id]);
    expect(await auditOf(world(), organization)).to.deep.equal([
      {
        eventType: 'remove-identity-from-group',
        eventMetadata: { groupId: group.id, groupName: group.name, identityId: identity.id },
      },
    ]);
  });

  it('refuses an identity that is not in the group', async () => {
    const { organization, as, remove, state } = await setting();
    const other = await world().newIdentity(organization, 'member');
    const before = await state();
    expectError(await remove(as, other.id), 400, 'BadRequest', /not in the group/);
    expect(await state()).to.deep.equal(before);
    expect((await remove()).status).to.equal(200);
    expectError(await remove(), 400, 'BadRequest', /not in the group/);
  });

  it('allows removal of instance administrators only by instance administrators', async () => {
    const { organization, group, remove, state } = await setting();
    const machine = await newInstanceAdmin(world(), organization);
    await addToGroup(world(), group, machine);
    const before = await state();
    expectError(await remove(undefined, machine.id), 403, 'ForbiddenError', /administrators of the instance/);
    expect(await state()).to.deep.equal(before);
    expect((await remove(machine, machine.id)).status).to.equal(200);
  });

  it('requires what the group gives the identity and what it denies', async () => {
    const { organization, group, remove, state } = await setting();
    const project = await newProject(world(), organization);
    await addToProject(world(), project, { groupId: group.id }, [
      { subject: 'environments', action: ['read', 'edit'] },
      { subject: 'tags', action: 'read', inverted: true },
    ]);
    const caller = await newUserWith(world(), organization, [remover]);
    const before = await state();
    const refused = await remove(caller);
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(refused.body.details.missingPermissions).to.deep.equal([
      { subject: 'environments', action: 'read' },
      { subject: 'environments', action: 'edit' },
      { subject: 'tags', action: 'read' },
    ]);
    expect(await state()).to.deep.equal(before);
    await addToProject(world(), project, caller, [
      { subject: 'environments', action: ['read', 'edit'] },
      { subject: 'tags', action: 'read' },
    ]);
    expect((await remove(caller)).status).to.equal(200);
  });

  it('requires both permissions, for any ids', async () => {
    const { organization, group, identity, state } = await setting();
    const before = await state();
    const refusals = [
      { rules: [{ subject: 'groups', action: ['read', 'remove-identities'] }], message: /edit groups/ },
      {
        rules: [{ subject: 'groups', action: ['read', 'edit', 'remove-members', 'add-identities'] }],
        message: /remove machine identities from groups/,
      },
    ];
    for (const { rules, message } of refusals) {
      const as = await world().newUser(organization, await world().newRole(organization, rules));
      for (const [id, identityId] of [
        [group.id, identity.id],
        ['not-an-id', 'not-an-id'],
      ] as const) {
        expectError(
          await world().call('removeIdentityFromGroup', { as, params: { id, identityId } }),
          403,
          'PermissionDenied',
          message,
        );
      }
    }
    expect(await state()).to.deep.equal(before);
  });

  it('does not find identities or groups of another organization', async () => {
    const { as, identity, remove, state } = await setting();
    const other = await setting();
    const before = [await state(), await other.state()];
    for (const identityId of [other.identity.id, as.id, 'not-an-id'])
      expectError(await remove(as, identityId), 404, 'NotFound', /machine identity/i);
    for (const id of [other.group.id, 'not-an-id'])
      expectError(
        await world().call('removeIdentityFromGroup', { as, params: { id, identityId: identity.id } }),
        404,
        'NotFound',
        /group/i,
      );
    expect([await state(), await other.state()]).to.deep.equal(before);
  });
});
