import { expect } from 'chai';
import type { TestProvider } from '../../support/clients/oidc-provider.ts';
import { expectError } from '../../support/expect/expect.ts';
import { atRealTime } from '../../support/fixtures/oidc-auth.ts';
import { newResetLink, reset, verifyReset } from '../../support/fixtures/password-resets.ts';
import { goodPassword, invite, verify } from '../../support/fixtures/people.ts';
import {
  cookiesIn,
  newPerson,
  newSignOnOrganization,
  select,
  signOn,
  signOnAs,
  startSignOnProvider,
  type SignOnOrganization,
} from '../../support/fixtures/single-sign-on.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

onEachDatabase('invitations of accounts with single sign-on', (world) => {
  let provider: TestProvider;
  let at: SignOnOrganization;
  before(async () => {
    provider = await startSignOnProvider(world());
    at = await newSignOnOrganization(world(), provider);
  });
  after(() => provider.stop());

  const logIn = async (email: string): Promise<{ token: string }> => {
    const { body } = await world().call('login', { body: { email, password: goodPassword } });
    return { token: body.accessToken as string };
  };
  const linkWith = (cookie: string, as: { token: string }) =>
    world().call('linkAccount', { as, headers: { Cookie: `sso_link=${cookie}` } });
  const inviteElsewhere = async (email: string) => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    return { organization, invitation: await invite(world(), admin, email) };
  };
  const accountOf = async ({ email }: { email: string }) =>
    (await world().server.parts.stores.users.findByUsername(email))!;

  it('an invitation of another organization sets no password on an account that only a provider knows', () =>
    atRealTime(world(), async () => {
      const person = newPerson();
      const { organization, invitation } = await inviteElsewhere(person.email);
      const signup = await verify(world(), invitation);
      const { token } = await signOnAs(world(), provider, at, person);
      const account = { type: 'email', email: person.email, firstName: 'Eve', password: goodPassword };
      const late = await world().call('completeAccount', { as: signup, body: account });
      expectError(late, 400, 'BadRequest', /not valid/);

      const { invitation: next } = await inviteElsewhere(person.email);
      expect((await world().call('inspectInvitation', { body: next })).body.hasAccount).to.equal(true);
      for (const login of [{}, { accessToken: token }])
        expectError(
          await world().call('verifyInvitation', { body: { ...next, ...login } }),
          400,
          'BadRequest',
          /single sign-on only/,
        );
      expect((await accountOf(person)).passwordHash).to.equal(null);
      const { body } = await world().call('listOrganizations', { as: { token } });
      expect(body.organizations.map(({ id }: { id: string }) => id)).not.to.include(organization.id);
    }));

  it('an account that has joined an organization, or is linked to a provider, is redeemed only by a login to it', () =>
    atRealTime(world(), async () => {
      const own = await newSignOnOrganization(world(), provider);
      const [linked, joined] = [newPerson(), newPerson()];
      for (const person of [linked, joined]) await signOnAs(world(), provider, own, person);
      const { database, stores } = world().server.parts;
      const { id: userId } = await accountOf(linked);
      const { id } = (await stores.memberships.findOfUser(own.organization.id, userId))!;
      await world().call('removeOrganizationUser', {
        as: own.admin,
        params: { organizationId: own.organization.id, membershipId: id },
      });
      const { id: joinedId } = await accountOf(joined);
      await database.transaction(ofInstance, ({ db }) =>
        db('single_sign_on_links').where({ userId: joinedId }).delete(),
      );
      for (const { email } of [linked, joined]) {
        const { invitation } = await inviteElsewhere(email);
        expectError(await world().call('verifyInvitation', { body: invitation }), 400, 'BadRequest');
        expect((await accountOf({ email })).passwordHash).to.equal(null);
      }
    }));

  it('a membership that a provider created is not for whoever sets a password of the account', () =>
    atRealTime(world(), async () => {
      const person = newPerson();
      await signOnAs(world(), provider, at, person);
      const { body } = await verifyReset(world(), await newResetLink(world(), await accountOf(person)));
      expect((await reset(world(), body.token as string, goodPassword)).status).to.equal(200);
      const session = await logIn(person.email);
      const { organization, invitation } = await inviteElsewhere(person.email);
      await verify(world(), invitation, { accessToken: session.token });
      expect((await select(world(), session.token, organization)).status).to.equal(200);
      expectError(await select(world(), session.token, at.organization), 403, 'SingleSignOnRequired');

      // The provider has to be linked again, by the owner.
      const asked = await signOn(world(), provider, at, person);
      expect(asked.headers.location).to.equal('/login?link=sso');
      expect((await linkWith(cookiesIn(asked).sso_link!, session)).status).to.equal(200);
      await signOnAs(world(), provider, at, person);
    }));

  it('a provider proves an address for its own organization only', () =>
    atRealTime(world(), async () => {
      const organization = await world().newOrganization();
      const person = newPerson();
      const admin = await world().newUser(organization, 'admin');
      const signup = await verify(world(), await invite(world(), admin, person.email));
      await world().call('completeAccount', {
        as: signup,
        body: { type: 'email', email: person.email, firstName: 'Ada', password: goodPassword },
      });
      const session = await logIn(person.email);
      const asked = await signOn(world(), provider, at, person);
      expect((await linkWith(cookiesIn(asked).sso_link!, session)).status).to.equal(200);
      await signOnAs(world(), provider, at, person);
      expectError(await select(world(), session.token, at.organization), 403, 'SingleSignOnRequired');
      const { invitation } = await inviteElsewhere(person.email);
      expectError(
        await world().call('verifyInvitation', { body: { ...invitation, accessToken: session.token } }),
        403,
        'AddressNotProved',
      );
    }));
});
