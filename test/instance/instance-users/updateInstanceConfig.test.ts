import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newInstanceAdmin } from '../../support/fixtures/identities.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('updateInstanceConfig', (world) => {
  const update = async (body: unknown, as?: { token: string }) =>
    world().call('updateInstanceConfig', {
      as: as ?? (await newInstanceAdmin(world(), await world().newOrganization())),
      body,
    });

  it('accepts current values from instance administrators, users and machine identities', async () => {
    const { body: known } = await world().call('getInstanceConfig');
    const user = await world().newUser(await world().newOrganization(), 'no-access');
    await world().makeInstanceAdmin(user);
    const whole = {
      allowSignUp: false,
      allowedSignUpDomain: null,
      trustOidcEmails: false,
      defaultAuthOrgId: null,
      enabledLoginMethods: ['email'],
      authConsentContent: '',
      pageFrameContent: null,
    };
    for (const [body, as] of [
      [{}, undefined],
      [whole, undefined],
      [whole, user],
    ] as const) {
      const response = await update(body, as);
      expect(response.status, JSON.stringify(response.body)).to.equal(200);
      expect(response.body).to.deep.equal(known);
    }
  });

  it('returns 422 for unsupported values', async () => {
    expectIssues(
      await update({ allowSignUp: true, allowedSignUpDomain: 'example.com', defaultAuthOrgId: 'x' }),
      'body allowSignUp enum',
      'body allowedSignUpDomain too_big',
      'body defaultAuthOrgId too_big',
    );
    expectIssues(await update({ enabledLoginMethods: ['email', 'saml'] }), 'body enabledLoginMethods.1 enum');
    expectIssues(await update({ enabledLoginMethods: [] }), 'body enabledLoginMethods too_small');
    expectIssues(await update({ slackClientSecret: 'x' }), 'body slackClientSecret unknown');
    expectIssues(await update({ envOverrides: { LOG_LEVEL: 'debug' } }), 'body envOverrides unknown');
  });

  it('is allowed for instance administrators', async () => {
    const organization = await world().newOrganization();
    for (const as of [await world().newUser(organization, 'admin'), await world().newIdentity(organization, 'admin')]) {
      expectError(await update({ allowSignUp: false }, as), 403, 'ForbiddenError');
    }
  });
});
