import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import { invite, membershipOf, newEmail, newUserWith } from '../../support/fixtures/people.ts';
import { addToProject, newProject } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { updateUserSetting, mayEdit } from './updateOrganizationUser.fixtures.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

onEachDatabase('updateOrganizationUser', (world) => {
  const setting = updateUserSetting(world);

  it('does not assign a role beyond the permissions of the caller, or activate a member who has more', async () => {
    const { organization, admin, params, update, current } = await setting('no-access');
    const editor = await newUserWith(world(), organization, [mayEdit]);
    const refused = await update({ role: 'member' }, editor);
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(refused.body.details.missingPermissions).to.deep.include({ action: 'create', subject: 'workspace' });
    expectError(await update({ role: 'admin' }, editor), 403, 'PermissionBoundaryError');
    expect((await update({ role: editor.slug }, editor)).status).to.equal(200);
    expect((await update({ role: 'no-access' }, editor)).status).to.equal(200);
    expect((await current()).role).to.equal('no-access');

    await update({ role: 'admin', isActive: false }, admin);
    expectError(await update({ isActive: true }, editor), 403, 'PermissionBoundaryError');
    expectError(await update({ role: 'member', isActive: true }, editor), 403, 'PermissionBoundaryError');
    expect(
      (await world().call('updateOrganizationUser', { as: editor, params, body: { isActive: false } })).status,
    ).to.equal(200);
    expect(await current()).to.include({ role: 'admin', isActive: false });
  });

  it('does not activate a member who has more permissions through a group', async () => {
    const { organization, admin, user, update, current } = await setting('no-access');
    await addToGroup(world(), await newGroup(world(), organization, { role: 'member' }), user);
    const editor = await newUserWith(world(), organization, [mayEdit]);
    await update({ isActive: false }, admin);
    expectError(await update({ isActive: true }, editor), 403, 'PermissionBoundaryError');
    expect(await current()).to.include({ isActive: false });
    expect((await update({ isActive: true }, admin)).status).to.equal(200);
  });

  it('does not activate a member who has more permissions in a project', async () => {
    const { organization, admin, user, update, current } = await setting('no-access');
    const project = await newProject(world(), organization);
    await addToProject(world(), project, user, 'viewer');
    const editor = await newUserWith(world(), organization, [mayEdit]);
    await update({ isActive: false }, admin);
    expectError(await update({ isActive: true }, editor), 403, 'PermissionBoundaryError');
    expect(await current()).to.include({ isActive: false });
    await addToProject(world(), project, editor, 'viewer');
    expect((await update({ isActive: true }, editor)).status).to.equal(200);
  });

  it('does not remove a deny that applies to the caller', async () => {
    const { organization, admin } = await setting();
    const denied = await newUserWith(world(), organization, [
      { subject: 'app-connections', action: ['read'], inverted: true },
    ]);
    const editor = await newUserWith(world(), organization, [mayEdit]);
    const params = { organizationId: organization.id, membershipId: await membershipOf(world(), organization, denied) };
    const free = (as: { token: string }) =>
      world().call('updateOrganizationUser', { as, params, body: { role: 'no-access' } });
    expectError(await free(editor), 403, 'PermissionBoundaryError');
    expect((await free(admin)).status).to.equal(200);
  });

  it('keeps the last active administrator', async () => {
    const { organization, admin, update } = await setting('admin');
    const machine = await world().newIdentity(organization, 'admin');
    await invite(world(), admin, newEmail(world()), 'admin');
    const params = { organizationId: organization.id, membershipId: await membershipOf(world(), organization, admin) };
    const change = (body: object) => world().call('updateOrganizationUser', { as: machine, params, body });
    await update({ isActive: false }, machine);
    for (const body of [{ role: 'member' }, { isActive: false }, { role: 'no-access', isActive: false }]) {
      expectError(await change(body), 400, 'BadRequest', /administrator/);
    }
    expect((await change({ role: 'admin', isActive: true, metadata: [{ key: 'kept', value: 'on' }] })).status).to.equal(
      200,
    );
    await update({ isActive: true }, machine);
    expect((await change({ role: 'member' })).status).to.equal(200);
  });

  it('keeps one of two administrators who demote each other concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { organization, admin, user, update } = await setting('admin');
      const params = {
        organizationId: organization.id,
        membershipId: await membershipOf(world(), organization, admin),
      };
      const both = await Promise.all([
        update({ role: 'member' }),
        world().call('updateOrganizationUser', { as: user, params, body: { isActive: false } }),
      ]);
      const { length: left } = await world().server.parts.database.transaction(ofInstance, ({ db }) =>
        db('organization_memberships').where({ organizationId: organization.id, role: 'admin', isActive: true }),
      );
      expect(left).to.equal(1);
      expect(both.filter(({ status }) => status === 200)).to.have.length(1);
    }
  });
});
