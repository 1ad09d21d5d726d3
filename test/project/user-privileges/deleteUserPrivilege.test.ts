import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { privilegeSetting, readDev } from '../../support/fixtures/privileges.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { memberGranter, userPrivilegeSetting } from '../../support/fixtures/user-privileges.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('deleteUserPrivilege', (world) => {
  it('deletes the privilege, returns it, and is recorded in the audit log', async () => {
    const { user, call, created, stored, mayDo } = await userPrivilegeSetting(world());
    const privilege = await created();
    const response = await call('deleteUserPrivilege', privilege.id);
    expect(response.body).to.deep.equal({ privilege });
    expect(await stored()).to.deep.equal([]);
    expect(await mayDo('readValue', 'secrets', { environment: 'dev' })).to.equal(false);
    const [entry] = await entriesOf(world(), response);
    expect(entry).to.include({ eventType: 'delete-user-project-additional-privilege' });
    expect(entry!.eventMetadata).to.include({ userId: user.id, privilegeId: privilege.id });
    expectError(await call('deleteUserPrivilege', privilege.id), 404, 'NotFound');
  });

  it('does not remove a deny of permissions that the caller does not have', async () => {
    const { call, created, newMember } = await userPrivilegeSetting(world());
    const deny = await created({ permissions: [{ ...readDev, inverted: true }] });
    expectError(
      await call('deleteUserPrivilege', deny.id, undefined, await newMember(memberGranter())),
      403,
      'PermissionBoundaryError',
    );
    expect(
      (
        await call(
          'deleteUserPrivilege',
          deny.id,
          undefined,
          await newMember(memberGranter({ subject: 'secrets', action: 'read' })),
        )
      ).status,
    ).to.equal(200);
  });

  it('requires the permission, and does not find privileges of machine identities or other organizations', async () => {
    const { call, created, newMember, admin } = await userPrivilegeSetting(world());
    const { id } = await created();
    expectError(
      await call('deleteUserPrivilege', id, undefined, await newMember('viewer')),
      403,
      'PermissionDenied',
      /edit members/,
    );
    expectError(
      await call('deleteUserPrivilege', id, undefined, (await userPrivilegeSetting(world())).admin),
      404,
      'NotFound',
    );
    const machine = await privilegeSetting(world());
    expectError(
      await call('deleteUserPrivilege', (await machine.created()).id, undefined, machine.admin),
      404,
      'NotFound',
    );
    expectError(await world().call('deletePrivilege', { as: admin, params: { id } }), 404, 'NotFound');
  });

  it('happens with leaving the project, which does not remove denies either; rejoining does not restore the privilege', async () => {
    const { user, project, admin, projectMembershipId, created, stored, newMember, mayDo } =
      await userPrivilegeSetting(world());
    const { id } = await created();
    const deny = await created({ permissions: [{ ...readDev, inverted: true }] });
    const remove = (as: { token: string }) =>
      world().call('removeProjectUser', { as, params: { projectId: project.id, projectMembershipId } });
    expectError(
      await remove(await newMember([{ subject: 'member', action: 'delete' }])),
      403,
      'PermissionBoundaryError',
    );
    expect((await remove(admin)).status).to.equal(200);
    expect(await stored()).to.deep.equal([]);
    for (const privilegeId of [id, deny.id])
      expectError(await world().call('getUserPrivilege', { as: admin, params: { privilegeId } }), 404, 'NotFound');
    await addToProject(world(), project, user, 'no-access');
    expect(await mayDo('readValue', 'secrets', { environment: 'dev' })).to.equal(false);
  });
});
