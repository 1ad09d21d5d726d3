import { expect } from 'chai';
import { operations, type OperationId } from '../../generated/operations.ts';
import { operationOf } from '../support/expect/contract.ts';
import { expectError } from '../support/expect/expect.ts';
import { addToProject } from '../support/fixtures/projects.ts';
import { requestFor } from '../support/expect/requests.ts';
import { createTestObjects, type TestObjects } from '../support/fixtures/test-objects.ts';
import type { TestUser } from '../support/world/members.ts';
import { onDatabase } from '../support/world/world.ts';

const ids = (Object.keys(operations) as OperationId[]).filter((id) => operations[id].recentSignIn);

onDatabase('sqlite', 'an operation that needs a recent sign-in', (world) => {
  let objects: TestObjects;
  let admin: TestUser;
  before(async () => {
    objects = await createTestObjects(world());
    admin = await world().newUser(objects.organization, 'admin');
    await world().makeInstanceAdmin(admin);
    await addToProject(world(), objects.project, admin, 'admin');
  });

  const confirm = (password: string) => world().call('reauthenticate', { as: admin, body: { password } });

  it('is one that cannot be undone, gives everything away, or changes how somebody signs in', () => {
    expect(ids).to.have.members([
      'activateMfa',
      'addPasskey',
      'createPasswordResetLink',
      'createRecoveryCodes',
      'createSingleSignOn',
      'deactivateMfa',
      'deleteInstanceOrganization',
      'deleteOrganization',
      'deletePasskey',
      'deleteTotp',
      'downloadBackup',
      'exportSecrets',
      'linkAccount',
      'registerTotp',
      'resetSecondFactor',
      'startKeyRotation',
      'startPasskeyRegistration',
      'updateMfa',
      'updateSingleSignOn',
      'verifyTotp',
    ]);
  });

  for (const id of ids)
    it(`refuses ${id} ten minutes after the sign-in, and says so in the contract`, async () => {
      expect(operationOf(id).description).to.include('403 `ReauthenticationRequired`');
      const response = await world().clock.later(600, () =>
        world().call(id, { as: admin, ...requestFor(id, objects) }),
      );
      expectError(response, 403, 'ReauthenticationRequired', /within the last 10 minutes/);
      expect(response.body.details).to.deep.equal({
        authenticatedAt: '2030-01-01T00:00:00.000Z',
        maxAgeSeconds: 600,
        method: 'password',
      });
    });

  it('says without a permission that it is missing, and asks no machine identity', async () => {
    const member = await world().newUser(objects.organization, 'member');
    const identity = await world().newIdentity(objects.organization, 'admin');
    await world().makeInstanceAdmin(identity);
    await world().clock.later(3600, async () => {
      expectError(await world().call('startKeyRotation', { as: member }), 403, 'ForbiddenError');
      const request = requestFor('createPasswordResetLink', objects);
      const params = { userId: member.id };
      expect((await world().call('createPasswordResetLink', { as: identity, ...request, params })).status).to.equal(
        200,
      );
    });
  });

  it('is allowed again for ten minutes once the password is confirmed', async () => {
    const call = () => world().call('createPasswordResetLink', { as: admin, params: { userId: admin.id } });
    await world().clock.later(3600, async () => {
      expectError(await confirm('wrong'), 400, 'BadRequest', /password is wrong/);
      expectError(await call(), 403, 'ReauthenticationRequired');
      expect((await confirm(admin.password)).body.authenticatedAt).to.equal('2030-01-01T01:00:00.000Z');
      expect((await call()).status).to.equal(200);
    });
    await world().clock.later(4199, async () => expect((await call()).status).to.equal(200));
    await world().clock.later(4200, async () => expectError(await call(), 403, 'ReauthenticationRequired'));
  });
});
