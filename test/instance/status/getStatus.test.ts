import { expect } from 'chai';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getStatus', (world) => {
  it('returns the fields that clients read', async () => {
    const { status, body } = await world().call('getStatus');
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      date: '2030-01-01T00:00:00.000Z',
      message: 'Ok',
      emailConfigured: false,
      inviteOnlySignup: true,
      redisConfigured: false,
      secretScanningConfigured: false,
      samlDefaultOrgSlug: null,
      auditLogStorageDisabled: false,
      maxIdentityAccessTokenTTL: 7776000,
    });
  });

  it('ignores the Authorization header, like all public operations', async () => {
    const { status } = await world().call('getStatus', { headers: { Authorization: 'Bearer nonsense' } });
    expect(status).to.equal(200);
  });
});
