import { expect } from 'chai';
import { newProjectWithSecrets } from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { start } from '../../support/fixtures/secret-folders.ts';
import { createToken, inDev, newToken } from '../../support/fixtures/service-tokens.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

onEachDatabase('getOwnServiceToken', (world) => {
  const own = (token: string) => world().call('getOwnServiceToken', { as: { token } });

  it('returns the token under all names that clients read, without the hash', async () => {
    const { project, admin } = await newProjectWithSecrets(world());
    const { id, token } = await newToken(
      world(),
      { project, admin },
      { expiresIn: 60, encryptedKey: 'k', iv: 'i', tag: 't' },
    );
    const { status, body } = await own(token);
    expect(status).to.equal(200);
    // This use may or may not be stored already.
    const { user, lastUsed: _, ...shown } = body;
    expect(shown).to.deep.equal({
      id,
      _id: id,
      __v: 0,
      name: 'Deployment',
      scopes: [inDev('/app')],
      permissions: ['read'],
      expiresAt: '2030-01-01T00:01:00.000Z',
      encryptedKey: 'k',
      iv: 'i',
      tag: 't',
      createdAt: start,
      updatedAt: start,
      createdBy: admin.id,
      projectId: project.id,
      workspace: project.id,
      expiryNotificationSent: false,
    });
    expect(user).to.include({
      id: admin.id,
      _id: admin.id,
      __v: 0,
      email: admin.email,
      firstName: 'Test',
      lastName: 'User',
    });
  });

  it('works after the account of its creator was deleted', async () => {
    const { project, admin } = await newProjectWithSecrets(world());
    const { token } = await newToken(world(), { project, admin });
    const { database } = world().server.parts;
    await database.transaction(ofInstance, ({ db }) => db('users').where({ id: admin.id }).delete());
    const { status, body } = await own(token);
    expect(status).to.equal(200);
    expect(body).to.include({ createdBy: admin.id, user: null });
  });

  it('names no user for a token of a machine identity', async () => {
    const setting = await newProjectWithSecrets(world());
    const identity = await newProjectIdentity(world(), setting, 'member');
    const { body } = await createToken(world(), setting, {}, identity);
    expect((await own(body.serviceToken)).body).to.include({ createdBy: identity.id, user: null });
  });
});
