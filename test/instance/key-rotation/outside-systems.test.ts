import { expect } from 'chai';
import type { OrganizationRow } from '../../../src/access/organization.ts';
import type { ProjectRow } from '../../../src/access/project.ts';
import { newDynamicSecrets, totpProvider } from '../../support/fixtures/dynamic-secrets.ts';
import { newRoot, oldRoot, rotateAll, startRotating, type RotatingWorld } from '../../support/fixtures/key-rotation.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { newRotationSetting, ofRotation } from '../../support/fixtures/secret-rotations.ts';
import { databaseKinds, newStorage, type World } from '../../support/world/world.ts';

/** Sessions end when the key that signed their tokens is gone. */
const newAdmin = async (world: World, of: { organization: OrganizationRow; project: ProjectRow }) => {
  const admin = await world.newUser(of.organization, 'admin');
  await addToProject(world, of.project, admin, 'admin');
  return admin;
};

for (const kind of databaseKinds)
  describe(`startKeyRotation and outside systems [${kind}]`, () => {
    it('encrypts connections, rotations, dynamic secrets and leases again, so that they need no old key', async () => {
      const storage = await newStorage(kind);
      let world: RotatingWorld = await startRotating({ ...storage, ROOT_KEY: oldRoot });
      const restart = async (...rootKeys: string[]): Promise<void> => {
        await world.server.stop();
        world = await startRotating({ ...storage, ROOT_KEY: rootKeys.join(',') });
      };
      const rotating = await newRotationSetting(world);
      const { secretRotation } = (await rotating.create()).body;
      const dynamic = await newDynamicSecrets(world);
      await dynamic.create(totpProvider, { name: 'portal' });
      const { lease } = await dynamic.lease('portal');

      await restart(newRoot, oldRoot);
      expect(await rotateAll(world)).to.deep.include({ status: 'idle', error: null, neededRootKeyIds: [] });
      await restart(newRoot);

      const ok = async (...call: Parameters<World['call']>): Promise<any> => {
        const { status, body } = await world.call(...call);
        expect(status, `${call[0]}: ${JSON.stringify(body)}`).to.equal(200);
        return body;
      };
      const as = await newAdmin(world, rotating);
      await ok('rotateSecrets', { as, params: ofRotation(secretRotation.id) });
      const params = { app: 'postgres', connectionId: rotating.connectionId };
      await ok('rotateAppConnectionCredentials', { as, params });
      const query = { projectId: rotating.project.id, environment: 'dev' };
      const read = async (secretName: string): Promise<string> =>
        (await ok('getSecret', { as, params: { secretName }, query })).secret.secretValue;
      const user = { username: await read('DB_USER'), password: await read('DB_PASSWORD') };
      expect(await rotating.target.canLogIn(user)).to.equal(true);

      const leaser = await newAdmin(world, dynamic);
      const body = { ...dynamic.place, dynamicSecretName: 'portal' };
      expect((await ok('createDynamicSecretLease', { as: leaser, body })).data.TOTP).to.match(/^\d{6}$/);
      await ok('revokeDynamicSecretLease', { as: leaser, params: { leaseId: lease.id }, body: dynamic.place });
    });
  });
