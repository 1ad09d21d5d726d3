import { expect } from 'chai';
import { databaseKinds, newStorage, ownWorld } from '../../support/world/world.ts';

for (const kind of databaseKinds) {
  describe(`getInstanceConfig [${kind}]`, () => {
    it('returns without authentication whether the server is set up, the login methods and the time in the trash', async () => {
      const world = await ownWorld({ ...(await newStorage(kind)), TRASH_DAYS: '3' });
      const before = await world.call('getInstanceConfig');
      expect(before.status).to.equal(200);
      expect(before.body.config).to.deep.include({
        id: '00000000-0000-0000-0000-000000000000',
        initialized: false,
        isSetupTokenRequired: false,
        allowSignUp: false,
        allowedSignUpDomain: null,
        enabledLoginMethods: ['email', 'oidc'],
        trashDays: 3,
      });
      expect(before.body.config.passwordPolicy.requirements)
        .to.have.length(6)
        .and.to.include('must have at least 14 characters');

      const forwarded = await world.call('getInstanceConfig', { headers: { 'X-Forwarded-For': '203.0.113.7' } });
      expect(forwarded.body.config.isSetupTokenRequired).to.equal(true);

      await world.call('bootstrapInstance', {
        body: { email: 'ada@example.com', password: 'correct horse', organization: 'Acme' },
      });
      const after = await world.call('getInstanceConfig', {
        headers: { Authorization: 'Bearer nonsense', 'X-Forwarded-For': '203.0.113.7' },
      });
      expect(after.body.config).to.deep.equal({ ...before.body.config, initialized: true });
    });
  });
}
