import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { listIdentities, newMemberSetting } from '../../support/fixtures/project-identities.ts';
import { newStorage, ownWorld, type World } from '../../support/world/world.ts';

describe('machine identities of projects on two nodes with one PostgreSQL', () => {
  let one: World;
  let other: World;
  before(async () => {
    const storage = await newStorage('postgres');
    one = await ownWorld(storage);
    other = await ownWorld(storage);
  });

  it('see role changes of the other node in the next request', async () => {
    const { admin: as, identity, project, params } = await newMemberSetting(one);
    const change = (role: string) => one.call('updateProjectIdentity', { as, params, body: { roles: [{ role }] } });
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await listIdentities(other, identity, project)).status).to.equal(200);
      await change('no-access');
      expectError(await listIdentities(other, identity, project), 403, 'PermissionDenied');
      await change('viewer');
    }
  });

  it('see added and removed members of the other node in the next request', async () => {
    const { admin: as, identity, project, params } = await newMemberSetting(one);
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await listIdentities(other, identity, project)).status).to.equal(200);
      await one.call('removeProjectIdentity', { as, params });
      expectError(await listIdentities(other, identity, project), 403, 'ProjectMembershipNotFound');
      await one.call('addProjectIdentity', { as, params, body: { role: 'viewer' } });
    }
  });
});
