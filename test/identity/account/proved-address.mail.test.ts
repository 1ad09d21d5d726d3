import { expect } from 'chai';
import { inviteByMail, mailedLink, resetByMail, startWithMail, type MailWorld } from '../../mail/fixtures.ts';
import { closeMailServers } from '../../support/clients/mail-server.ts';
import { expectError } from '../../support/expect/expect.ts';
import { addPasskey } from '../../support/fixtures/passkeys.ts';
import { goodPassword, invite, membershipOf, newEmail, readLink } from '../../support/fixtures/people.ts';
import { newProtectedUser, requireSecondFactor } from '../../support/fixtures/second-factor.ts';
import { databaseKinds } from '../../support/world/world.ts';
import {
  complete,
  newUserOfEarlierVersion,
  noSignIns,
  passkeyLogin,
  plantSignIns,
  signInsOf,
} from './proved-address.fixtures.ts';

after(closeMailServers);

for (const kind of databaseKinds) {
  describe(`the proof of an address by mail [${kind}]`, () => {
    let setting: MailWorld;
    before(async () => {
      setting = await startWithMail(kind, { SITE_URL: 'http://localhost:8080' });
    });
    const newAdmin = async () => {
      const organization = await setting.world.newOrganization();
      return { organization, admin: await setting.world.newUser(organization, 'admin') };
    };
    const logIn = async (email: string, password: string): Promise<string> =>
      (await setting.world.call('login', { body: { email, password } })).body.accessToken as string;
    const join = async (email: string, accessToken: string) => {
      const invitation = await invite(setting.world, (await newAdmin()).admin, email);
      return setting.world.call('verifyInvitation', { body: { ...invitation, accessToken } });
    };

    it('an invitation that nobody but the invited address gets proves it', async () => {
      const { world } = setting;
      const { admin, organization } = await newAdmin();
      const email = newEmail(world);
      await inviteByMail(setting, admin, email);
      const { id } = (await world.server.parts.stores.users.findByUsername(email))!;
      const membershipId = await membershipOf(world, organization, { id });
      const { status, body } = await world.call('resendInvitation', { as: admin, body: { membershipId } });
      expect(status).to.equal(200);
      expect(body, 'no link for the inviter').to.deep.equal({});
      const account = await complete(world, readLink(await mailedLink(setting, email, 'signupinvite')));
      expect((await join(email, account.token)).status).to.equal(200);
    });

    it('administrators of the instance do not get the link of an address without an account either', async () => {
      const { world } = setting;
      const { admin } = await newAdmin();
      await world.makeInstanceAdmin(admin);
      const [email, known] = [newEmail(world), (await newAdmin()).admin.email];
      const created = await world.call('createOrganizationForOthers', {
        as: admin,
        body: { name: 'Rockets', inviteAdminEmails: [email, known] },
      });
      expect(created.body.mailedInvitations).to.deep.equal([email]);
      expect(created.body.completeInviteLinks.map((each: any) => each.email)).to.deep.equal([known]);
      const organization = created.body.organization as { id: string };
      const { id } = (await world.server.parts.stores.users.findByUsername(email))!;
      const membership = await world.server.parts.stores.memberships.findOfUser(organization.id, id);
      const params = { organizationId: organization.id, membershipId: membership!.id };
      const { body } = await world.call('resendInstanceInvitation', { as: admin, params });
      expect(body).to.have.keys('organizationMembership');
    });

    it('the first reset removes everything with which others may sign in', async () => {
      const { world } = setting;
      const user = await newUserOfEarlierVersion(world);
      const passkey = await plantSignIns(world, { id: user.id, token: user.loginToken });
      expectError(await join(user.email, user.loginToken), 403, 'AddressNotProved', /mailed/);
      const { status, body } = await resetByMail(setting, user.email, { newPassword: goodPassword });
      expect(status, JSON.stringify(body)).to.equal(200);
      const mail = setting.mailServer.mailsTo(user.email).at(-1)!;
      expect(mail.body).to.include('confirms your e-mail address, for the first time');
      expect(await signInsOf(world, user.id)).to.deep.equal(noSignIns);
      expect(await passkeyLogin(world, passkey)).to.equal(400);
      const token = await logIn(user.email, goodPassword);
      expect((await join(user.email, token)).status).to.equal(200);

      const own = await addPasskey(world, { token });
      await resetByMail(setting, user.email, { newPassword: `${goodPassword} 2` });
      expect(await passkeyLogin(world, own), 'what the owner set up').to.equal(200);
    });

    it('a later reset lets the owner remove every factor', async () => {
      const { world } = setting;
      const user = await newProtectedUser(world, (await newAdmin()).organization, 'member');
      const passkey = await addPasskey(world, user);
      const { status, body } = await resetByMail(setting, user.email, {
        newPassword: goodPassword,
        removeSecondFactor: true,
      });
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(await signInsOf(world, user.id)).to.deep.equal(noSignIns);
      expect(await passkeyLogin(world, passkey)).to.equal(400);
      await addPasskey(world, { token: await logIn(user.email, goodPassword) });
    });

    it('whoever reads the mail does not get past a second factor that is required, or that of an administrator of the instance', async () => {
      const { world } = setting;
      const { organization } = await newAdmin();
      const member = await newProtectedUser(world, organization, 'member');
      await requireSecondFactor(world, organization);
      const root = await newProtectedUser(world, (await newAdmin()).organization, 'member');
      await world.makeInstanceAdmin(root);
      for (const { id, email, password } of [member, root]) {
        const change = { newPassword: goodPassword, removeSecondFactor: true };
        expectError(await resetByMail(setting, email, change), 403, 'ForbiddenError');
        expect(await signInsOf(world, id)).to.deep.include({ second_factors: 1, recovery_codes: 10 });
        expect(await logIn(email, password), 'the password stays').to.be.a('string');
      }
      expect((await resetByMail(setting, member.email, { newPassword: goodPassword })).status).to.equal(200);
    });
  });
}
