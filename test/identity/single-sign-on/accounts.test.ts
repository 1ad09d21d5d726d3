import { expect } from 'chai';
import type { TestProvider } from '../../support/clients/oidc-provider.ts';
import { entriesWhere } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { challenge, setUpApp } from '../../support/fixtures/second-factor.ts';
import { atRealTime } from '../../support/fixtures/oidc-auth.ts';
import {
  cookiesIn,
  newPerson,
  newSignOnOrganization,
  select,
  signOn,
  signOnAs,
  startSignOnProvider,
  tokenOf,
  works,
  type SignOnOrganization,
} from '../../support/fixtures/single-sign-on.ts';
import type { TestUser } from '../../support/world/members.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

onEitherDatabase('accounts with single sign-on', (world) => {
  let provider: TestProvider;
  let at: SignOnOrganization;
  before(async () => {
    provider = await startSignOnProvider(world());
    at = await newSignOnOrganization(world(), provider);
  });
  after(() => provider.stop());

  const logIn = async ({ email, password }: Pick<TestUser, 'email' | 'password'>): Promise<{ token: string }> => {
    const { body } = await world().call('login', { body: { email, password } });
    return { token: body.accessToken as string };
  };

  const linkWith = (cookie: string, as: { token: string }) =>
    world().call('linkAccount', { as, headers: { Cookie: `sso_link=${cookie}` } });

  it('linkAccount: an account with a password is linked only by its owner, in the same browser, once', () =>
    atRealTime(world(), async () => {
      const owner = await world().newUser(await world().newOrganization(), 'member');
      const person = newPerson({ email: owner.email });
      const response = await signOn(world(), provider, at, person);
      expect(response.headers.location, 'no session, but a question').to.equal('/login?link=sso');
      const { sso_link: cookie, ...others } = cookiesIn(response) as { sso_link: string };
      expect(others).not.to.have.any.keys('jid', 'sso_session');
      expect(await world().server.parts.stores.memberships.findOfUser(at.organization.id, owner.id)).to.equal(
        undefined,
      );

      const question = (as: { token: string }) =>
        world().call('getPendingLink', { as, headers: { Cookie: `sso_link=${cookie}` } });
      expect((await question(at.admin)).body.link, 'of another account').to.equal(null);
      expectError(await linkWith(cookie, at.admin), 400, 'BadRequest', /nothing to link/);
      const session = await logIn(owner);
      expectError(await world().call('linkAccount', { as: session }), 400, 'BadRequest', /nothing to link/);
      expect((await question(session)).body.link).to.deep.equal({
        organizationId: at.organization.id,
        organizationName: at.organization.name,
        issuer: provider.issuer,
        email: owner.email,
      });
      expect((await linkWith(cookie, session)).body).to.deep.equal({ organizationId: at.organization.id });
      expectError(await linkWith(cookie, session), 400, 'BadRequest', /nothing to link/);
      expect((await question(session)).body.link).to.equal(null);

      // From now on both ways lead in, and another person at the provider with this address does not.
      await signOnAs(world(), provider, at, person);
      expect((await select(world(), session.token, at.organization)).status).to.equal(200);
      const stranger = await signOn(world(), provider, at, newPerson({ email: owner.email }));
      expect(stranger.headers.location).to.equal('/login?link=sso');
      const refused = await linkWith(cookiesIn(stranger).sso_link!, session);
      expectError(refused, 400, 'BadRequest', /another person/);
    }));

  it('an account without a password belongs to the person who had it first: the next one with the address does not get it', () =>
    atRealTime(world(), async () => {
      const person = newPerson();
      await signOnAs(world(), provider, at, person);
      const next = await signOn(world(), provider, at, newPerson({ email: person.email }));
      expect(next.headers.location).to.equal('/login?error=sso_conflict');
    }));

  it('a session of one provider acts in its organization only, and not as an administrator of the server', () =>
    atRealTime(world(), async () => {
      const elsewhere = await world().newOrganization();
      const owner = await world().newUser(elsewhere, 'admin');
      await world().makeInstanceAdmin(owner);
      const person = newPerson({ email: owner.email });
      const asked = await signOn(world(), provider, at, person);
      await linkWith(cookiesIn(asked).sso_link!, await logIn(owner));

      const response = await signOn(world(), provider, at, person);
      const token = await tokenOf(world(), response);
      expectError(await select(world(), token, elsewhere), 403, 'ForbiddenError', /another organization/);
      const { body } = await world().call('listOrganizations', { as: { token } });
      expect(body.organizations.map(({ id }: { id: string }) => id)).to.deep.equal([at.organization.id]);
      const inside = (await select(world(), token, at.organization)).body as { token: string };
      expect((await world().call('listInstanceUsers', { as: inside })).status).to.equal(403);
      expectError(await linkWith(cookiesIn(asked).sso_link!, { token }), 403, 'ForbiddenError', /own method/);
    }));

  it('logOutByProvider ends sessions at once: those of a session of the provider, or all of the person', () =>
    atRealTime(world(), async () => {
      const person = newPerson();
      const first = await signOnAs(world(), provider, at, person);
      const second = await signOnAs(world(), provider, at, person);
      const user = (await world().server.parts.stores.users.findByUsername(person.email))!;
      const sessions = await world().server.parts.stores.sessions.listOfUser(user.id, '');
      const sids = sessions.map(({ providerSessionId }) => providerSessionId!);
      expect(new Set(sids)).to.have.length(2);

      const now = Math.floor(Date.now() / 1000);
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
      const claims = {
        iss: provider.issuer,
        aud: 'sallyport',
        iat: now,
        exp: now + 120,
        jti: crypto.randomUUID(),
        events,
      };
      const send = async (more: object): Promise<number> => {
        const logout_token = await provider.sign({ ...claims, ...more });
        return (await world().call('logOutByProvider', { body: { logout_token } })).status;
      };
      const statuses = async () => [
        await works(world(), first, at.organization),
        await works(world(), second, at.organization),
      ];
      const { sub } = person;
      const wrong = [
        { sub, nonce: 'x' },
        { sub, events: {} },
        { sub, jti: undefined },
        { sub, aud: 'x' },
        {},
        { sub, exp: now - 70 },
      ];
      for (const more of wrong) expect(await send(more), JSON.stringify(more)).to.equal(400);
      expect((await world().call('logOutByProvider', { body: { logout_token: 'x' } })).status).to.equal(400);
      expect(await statuses()).to.deep.equal([200, 200]);

      expect(await send({ sid: sids[0] })).to.equal(200);
      expect((await statuses()).sort()).to.deep.equal([200, 401]);
      expect(await send({ sub }), 'used before').to.equal(400);
      expect(await send({ sub, jti: 'another' })).to.equal(200);
      expect(await statuses()).to.deep.equal([401, 401]);
    }));

  it('a provider that is deactivated ends the sessions that it opened, and no others', () =>
    atRealTime(world(), async () => {
      const own = await newSignOnOrganization(world(), provider);
      const { admin, organization } = own;
      const token = await signOnAs(world(), provider, own, newPerson());
      expect(await works(world(), token, organization)).to.equal(200);
      const body = { organizationId: organization.id, isActive: false };
      expect((await world().call('updateSingleSignOn', { as: admin, body })).status).to.equal(200);
      expect(await works(world(), token, organization)).to.equal(401);
      expect(await works(world(), admin, organization)).to.equal(200);
    }));

  it('enforcement ends the use of passwords with the next request, except for the break-glass administrator', () =>
    atRealTime(world(), async () => {
      const own = await newSignOnOrganization(world(), provider);
      const { organization, admin } = own;
      const member = await world().newUser(organization, 'member');
      const identity = await world().newIdentity(organization, 'member');
      const change = (body: object, as: { token: string } = admin) =>
        world().call('updateOrganization', { as, params: { organizationId: organization.id }, body });
      const settings = await world().newRole(organization, [{ subject: 'settings', action: ['edit'] }]);
      const editor = await world().newUser(organization, settings);
      expectError(await change({ authEnforced: true }, editor), 403, 'PermissionDenied');
      expectError(await change({ authEnforced: true }), 400, 'BadRequest', /Try it first/);
      const person = newPerson();
      const token = await signOnAs(world(), provider, own, person);
      expectError(await change({ authEnforced: true }), 400, 'BadRequest', /breakGlassUserId/);
      const named = await change({ authEnforced: true, breakGlassUserId: member.id });
      expectError(named, 400, 'BadRequest', /active administrator/);
      const unprotected = await change({ authEnforced: true, breakGlassUserId: admin.id });
      expectError(unprotected, 400, 'BadRequest', /second factor/);
      const app = await setUpApp(world(), admin);
      await world().call('activateMfa', { as: admin, body: {} });
      const { body } = await change({ authEnforced: true, breakGlassUserId: admin.id });
      expect(body.organization).to.include({ authEnforced: true, breakGlassUserId: admin.id });

      expect(await works(world(), token, organization)).to.equal(200);
      expect(await works(world(), identity, organization)).to.equal(200);
      expectError(await world().call('listGroups', { as: member }), 403, 'SingleSignOnRequired');
      expectError(await select(world(), member.loginToken, organization), 403, 'SingleSignOnRequired');
      // The administrator needs a second factor, and each use is in the audit log.
      const code = app.code();
      const mfa = await challenge(world(), admin, organization);
      expect((await world().call('verifyMfa', { as: mfa, body: { mfaToken: code } })).status).to.equal(200);
      const uses = await entriesWhere(world(), { organizationId: organization.id, eventType: 'bypass-single-sign-on' });
      expect(uses.map(({ actorId }) => actorId)).to.deep.equal([admin.id]);

      // Nobody takes the way in away that remains when the provider fails.
      const machine = await world().newIdentity(organization, 'admin');
      await world().newUser(organization, 'admin');
      const root = await world().newUser(await world().newOrganization(), 'admin');
      await world().makeInstanceAdmin(root);
      const { id: membershipId } = (await world().server.parts.stores.memberships.findOfUser(
        organization.id,
        admin.id,
      ))!;
      const params = { organizationId: organization.id, membershipId };
      for (const attempt of [
        world().call('updateOrganizationUser', { as: machine, params, body: { role: 'member' } }),
        world().call('updateOrganizationUser', { as: machine, params, body: { isActive: false } }),
        world().call('removeOrganizationUser', { as: machine, params }),
        world().call('removeInstanceOrganizationMember', { as: root, params }),
        world().call('deleteInstanceUser', { as: root, params: { userId: admin.id } }),
      ])
        expectError(await attempt, 400, 'BadRequest', /Name another one first/);

      // Changing what people see leaves it enforced; changing the provider does not.
      const edit = (more: object) =>
        world().call('updateSingleSignOn', { as: admin, body: { organizationId: organization.id, ...more } });
      const enforced = async (): Promise<boolean> =>
        (await world().server.parts.stores.organizations.findById(organization.id))!.authEnforced;
      await edit({ allowedEmailDomains: 'example.com, example.org' });
      expect(await enforced()).to.equal(true);
      expect(await works(world(), token, organization)).to.equal(200);
      await edit({ clientId: 'another' });
      expect(await enforced()).to.equal(false);
      expect(await works(world(), token, organization), 'a session of the earlier provider').to.equal(401);
      expect(await works(world(), member, organization)).to.equal(200);
    }));
});
