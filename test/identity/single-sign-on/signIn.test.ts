import { expect } from 'chai';
import type { TestProvider } from '../../support/clients/oidc-provider.ts';
import { atRealTime } from '../../support/fixtures/oidc-auth.ts';
import {
  begin,
  cookiesIn,
  finish,
  newPerson,
  newSignOnOrganization,
  select,
  signInAtProvider,
  signOnAs,
  startSignOnProvider,
  tokenOf,
  works,
  type SignOnOrganization,
} from '../../support/fixtures/single-sign-on.ts';
import { changesWhere } from '../../support/expect/audit.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('signing in with single sign-on', (world) => {
  let provider: TestProvider;
  let at: SignOnOrganization;
  before(async () => {
    provider = await startSignOnProvider(world());
    at = await newSignOnOrganization(world(), provider);
  });
  after(() => provider.stop());

  it('startSingleSignOn and finishSingleSignOn create a member with the role at the first sign-in, and know them at the second', () =>
    atRealTime(world(), async () => {
      const person = newPerson();
      provider.person = person;
      const begun = await begin(world(), at.organization, { callbackPort: '4711' });
      expect(Object.fromEntries(begun.location.searchParams)).to.include({
        response_type: 'code',
        code_challenge_method: 'S256',
        prompt: 'login',
        max_age: '600',
        client_id: 'sallyport',
      });
      const response = await finish(world(), begun, await signInAtProvider(begun));
      expect(response.status).to.equal(302);
      expect(response.headers.location).to.equal('/login/select-organization?callback_port=4711');
      expect(String(response.headers['set-cookie'])).to.match(
        /sso_session=[^;]+; Path=[^;]+; HttpOnly; SameSite=Strict/,
      );
      expect(cookiesIn(response).sso, 'the cookie of the sign-in is removed').to.equal('');

      const token = await tokenOf(world(), response);
      const cli = await select(world(), token, at.organization, { userAgent: 'cli' });
      expect(await works(world(), cli.body, at.organization), 'the session of the CLI').to.equal(200);
      const users = await world().call('listOrganizationUsers', {
        as: at.admin,
        params: { organizationId: at.organization.id },
      });
      const member = users.body.users.find(({ user }: { user: { email: string } }) => user.email === person.email);
      expect(member).to.include({ role: 'member', status: 'accepted' });

      // The subject counts: the address may change, and nobody is created a second time.
      await signOnAs(world(), provider, at, { ...person, email: `renamed-${person.email}` });
      const joins = await changesWhere(world(), {
        organizationId: at.organization.id,
        eventType: 'join-by-single-sign-on',
      });
      expect(joins).to.have.length(1);
      expect(joins[0]!.eventMetadata).to.include({ username: person.email });
    }));
});
