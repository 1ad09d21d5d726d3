import { expect } from 'chai';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getOwnAccount', (world) => {
  it('returns the account of the token, with or without an organization', async () => {
    const user = await world().newUser(await world().newOrganization(), 'no-access');
    for (const token of [user.token, user.loginToken]) {
      const { status, body } = await world().call('getOwnAccount', { as: { token } });
      expect(status).to.equal(200);
      expect(body.user).to.deep.equal({
        id: user.id,
        username: user.email,
        email: user.email,
        firstName: 'Test',
        lastName: 'User',
        authMethods: ['email'],
        superAdmin: false,
        isAccepted: true,
        isMfaEnabled: false,
        selectedMfaMethod: null,
        devices: [],
        isGhost: false,
        isEmailVerified: true,
        isAddressProved: true,
        isLocked: false,
        temporaryLockDateEnd: null,
        consecutiveFailedMfaAttempts: 0,
        consecutiveFailedPasswordAttempts: 0,
        isGoogleVerified: false,
        isGitHubVerified: false,
        isGitLabVerified: false,
        lastSeenAnnouncementId: null,
        createdAt: '2030-01-01T00:00:00.000Z',
        updatedAt: '2030-01-01T00:00:00.000Z',
        encryptionVersion: 2,
      });
    }
  });

  it('shows whether the user is an instance administrator', async () => {
    const login = await world().call('login', { body: { email: 'root@example.com', password: 'for tests only' } });
    const { body } = await world().call('getOwnAccount', { as: { token: login.body.accessToken } });
    expect(body.user).to.include({ username: 'root@example.com', superAdmin: true });
  });
});
