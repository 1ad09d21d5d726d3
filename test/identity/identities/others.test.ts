import type { Rule } from '../../../src/access/rule.ts';
import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newRole } from '../../support/fixtures/identities.ts';
import type { TestIdentity } from '../../support/world/members.ts';
import { newOwnedIdentity } from '../../support/fixtures/owned-identities.ts';
import { addThroughGroup, listIdentities, newProjectRole } from '../../support/fixtures/project-identities.ts';
import {
  addToProject,
  newProject,
  newProjectIdentity,
  newProjectWithAdmin,
  type TestProject,
} from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const identities: Rule = { subject: 'identity', action: ['read', 'create', 'edit', 'delete'] };
const readSecrets: Rule = { subject: 'secrets', action: ['describeSecret', 'readValue'] };

onEachDatabase('identities with more permissions than the caller', (world) => {
  const protectedRows = (id: string) => world().server.parts.database.read('identities').where({ id });

  it('cannot be unprotected or deleted by the caller', async () => {
    const setting = await newProjectWithAdmin(world());
    const outsider = await world().newIdentity(setting.organization, 'member');
    const owned = await newOwnedIdentity(world(), setting, { hasDeleteProtection: true, roles: [{ role: 'viewer' }] });
    const added = await newProjectIdentity(world(), setting, [readSecrets]);
    await world().server.parts.database.transaction(ofInstance, ({ db }) =>
      db('identities').where({ id: added.id }).update({ hasDeleteProtection: true }),
    );
    for (const { id } of [owned, added]) {
      const params = { identityId: id };
      const before = await protectedRows(id);
      expectError(
        await world().call('updateIdentity', { as: outsider, params, body: { hasDeleteProtection: false } }),
        403,
        'PermissionBoundaryError',
      );
      expectError(await world().call('deleteIdentity', { as: outsider, params }), 403, 'PermissionBoundaryError');
      expect(await protectedRows(id)).to.deep.equal(before);
      // Protecting it is allowed.
      expect(
        (await world().call('updateIdentity', { as: outsider, params, body: { hasDeleteProtection: true } })).status,
      ).to.equal(200);
    }
  });

  it('cannot be removed from their project if the caller has fewer permissions there', async () => {
    const setting = await newProjectWithAdmin(world());
    const caller = await newProjectIdentity(world(), setting, [identities, readSecrets]);
    const strong = await newOwnedIdentity(world(), setting, { hasDeleteProtection: true, roles: [{ role: 'admin' }] });
    await newProjectRole(world(), setting, 'reader', [readSecrets]);
    const weak = await newOwnedIdentity(world(), setting, { hasDeleteProtection: true, roles: [{ role: 'reader' }] });
    const unprotect = ({ params }: typeof strong) =>
      world().call('updateProjectOwnedIdentity', { as: caller, params, body: { hasDeleteProtection: false } });
    const remove = ({ params }: typeof strong) => world().call('deleteProjectOwnedIdentity', { as: caller, params });
    for (const attempt of [unprotect, remove]) expectError(await attempt(strong), 403, 'PermissionBoundaryError');
    expect(await protectedRows(strong.id)).to.have.length(1);
    for (const attempt of [unprotect, remove]) expect((await attempt(weak)).status).to.equal(200);
  });

  describe('that another user added to a project', () => {
    /** A machine identity of the owner, in a project of another user that the owner cannot access. */
    const setting = async () => {
      const given = await newProjectWithAdmin(world());
      const minting: Rule = { subject: 'identity', action: ['read', 'edit', 'delete', 'create-token', 'edit-auth'] };
      const owner = await world().newUser(
        given.organization,
        await newRole(world(), given.organization, 'owner', [minting]),
      );
      const machine = await world().newIdentity(given.organization, 'no-access');
      await addToProject(world(), given.project, machine, 'viewer');
      const mint = () =>
        world().call('createTokenAuthToken', { as: owner, params: { identityId: machine.id }, body: {} });
      return { ...given, owner, machine, mint };
    };
    const remove = ({ project }: TestProject, as: { token: string }, { id: identityId }: TestIdentity) =>
      world().call('removeProjectIdentity', { as, params: { projectId: project.id, identityId } });

    it('can be removed by callers who manage them', async () => {
      const given = await setting();
      expectError(await given.mint(), 403, 'PermissionBoundaryError');
      expect((await remove(given, given.owner, given.machine)).status).to.equal(200);
      expect((await given.mint()).status).to.equal(200);
      expectError(await listIdentities(world(), given.machine, given.project), 403, 'ProjectMembershipNotFound');
      expectError(await remove(given, given.owner, given.machine), 404, 'NotFound');
    });

    it('cannot be removed by callers without their permissions in other projects', async () => {
      const given = await setting();
      const otherProject = await newProject(world(), given.organization);
      await addToProject(world(), otherProject, given.machine, [readSecrets]);
      expectError(await remove(given, given.owner, given.machine), 403, 'PermissionBoundaryError');
      const reader = await world().newUser(given.organization, 'no-access');
      expectError(await remove(given, reader, given.machine), 403, 'ProjectMembershipNotFound');
      expect((await listIdentities(world(), given.machine, given.project)).status).to.equal(200);
      await addToProject(world(), otherProject, given.owner, [readSecrets]);
      expect((await remove(given, given.owner, given.machine)).status).to.equal(200);
    });

    it('keep denies that limit permissions of a group', async () => {
      const given = await setting();
      const other = await world().newIdentity(given.organization, 'no-access');
      await addToProject(world(), given.project, other, [{ subject: 'identity', action: ['read'], inverted: true }]);
      await addThroughGroup(world(), {
        ...given,
        identity: other,
        params: { projectId: given.project.id, identityId: other.id },
      });
      expectError(await remove(given, given.owner, other), 403, 'PermissionBoundaryError');
      expectError(await listIdentities(world(), other, given.project), 403, 'PermissionDenied');
    });

    it('cannot be managed from another organization', async () => {
      const given = await setting();
      const outsider = await world().newUser(await world().newOrganization(), 'admin');
      expectError(await remove(given, outsider, given.machine), 404, 'NotFound');
    });
  });
});
