import { expect } from 'chai';
import { root } from '../../support/fixtures/authorities.ts';
import { expectError } from '../../support/expect/expect.ts';
import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import { addToProject, newProject, newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

onEitherDatabase('createCertificateAuthority', (world) => {
  describe('without projectId', () => {
    const body = { name: 'root', configuration: root };

    it('uses the only certificate project of the caller', async () => {
      const { organization, project, admin } = await newProjectWithAdmin(world(), { type: 'cert-manager' });
      await newProject(world(), organization, { type: 'cert-manager' });
      await addToProject(world(), await newProject(world(), organization), admin, 'admin');
      const { status, body: created } = await world().call('createCertificateAuthority', { as: admin, body });
      expect(status, JSON.stringify(created)).to.equal(200);
      expect(created.projectId).to.equal(project.id);
    });

    it('uses it for a member through a group too', async () => {
      const { organization, project } = await newProjectWithAdmin(world(), { type: 'cert-manager' });
      const identity = await world().newIdentity(organization, 'no-access');
      const group = await newGroup(world(), organization);
      await addToGroup(world(), group, identity);
      await addToProject(world(), project, { groupId: group.id }, 'admin');
      expect((await world().call('createCertificateAuthority', { as: identity, body })).body.projectId).to.equal(
        project.id,
      );
    });

    it('returns 400 that names projectId if there are none or several', async () => {
      const { organization, admin } = await newProjectWithAdmin(world());
      await newProjectWithAdmin(world(), { type: 'cert-manager' });
      expectError(
        await world().call('createCertificateAuthority', { as: admin, body }),
        400,
        'BadRequest',
        /projectId.*not a member of any/,
      );
      for (const role of ['admin', 'viewer'])
        await addToProject(world(), await newProject(world(), organization, { type: 'cert-manager' }), admin, role);
      expectError(
        await world().call('createCertificateAuthority', { as: admin, body }),
        400,
        'BadRequest',
        /projectId.*more than one/,
      );
    });

    it('requires the permission in this project', async () => {
      const { organization, project } = await newProjectWithAdmin(world(), { type: 'cert-manager' });
      const viewer = await newProjectIdentity(world(), { organization, project }, 'viewer');
      expectError(
        await world().call('createCertificateAuthority', { as: viewer, body }),
        403,
        'PermissionDenied',
        /create certificate authorities/,
      );
    });
  });
});
