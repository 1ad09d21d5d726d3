import { expect } from 'chai';
import { entriesWhere } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newResetLink, reset, verifyReset } from '../../support/fixtures/password-resets.ts';
import {
  goodPassword,
  invite,
  membershipOf,
  newEmail,
  verify,
  type Invitation,
} from '../../support/fixtures/people.ts';
import type { World } from '../../support/world/world.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import {
  complete,
  newUnprovedAccount,
  noSignIns,
  passkeyLogin,
  plantSignIns,
  signInsOf,
} from './proved-address.fixtures.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const inviteElsewhere = async (world: World, email: string): Promise<Invitation> => {
  const organization = await world.newOrganization();
  return invite(world, await world.newUser(organization, 'admin'), email);
};

const logIn = async (world: World, email: string, password: string): Promise<string> =>
  (await world.call('login', { body: { email, password } })).body.accessToken as string;

onEachDatabase('an account whose address was never proved, without mail', (world) => {
  const isProved = async (token: string): Promise<boolean> =>
    (await world().call('getOwnAccount', { as: { token } })).body.user.isAddressProved as boolean;
  const join = (invitation: Invitation, accessToken: string) =>
    world().call('verifyInvitation', { body: { ...invitation, accessToken } });

  it('joins no other organization, because whoever invited may have completed it', async () => {
    const { email, token } = await newUnprovedAccount(world());
    expect(await isProved(token)).to.equal(false);
    const invitation = await inviteElsewhere(world(), email);
    expectError(await join(invitation, token), 403, 'AddressNotProved', /administrator of this server/);
    const { body } = await world().call('listOrganizations', { as: { token } });
    expect(body.organizations).to.have.length(1);
  });

  it('rejoins the organization of its first invitation, also after it has left all organizations', async () => {
    const { id, email, token, organizationId, inviter } = await newUnprovedAccount(world());
    const organization = (await world().server.parts.stores.organizations.findById(organizationId))!;
    const membershipId = await membershipOf(world(), organization, { id });
    await world().call('removeOrganizationUser', { as: inviter, params: { organizationId, membershipId } });
    const elsewhere = await inviteElsewhere(world(), email);
    expectError(await join(elsewhere, token), 403, 'AddressNotProved');
    expect((await join(await invite(world(), inviter, email), token)).status).to.equal(200);
  });

  it('is proved by a link of an administrator of the instance, which removes everything that was set up before', async () => {
    const account = await newUnprovedAccount(world());
    const passkey = await plantSignIns(world(), account);
    const before = await signInsOf(world(), account.id);
    expect(
      Object.values(before).every((count) => count > 0),
      JSON.stringify(before),
    ).to.equal(true);
    expect(await passkeyLogin(world(), passkey)).to.equal(200);

    const { body } = await verifyReset(world(), await newResetLink(world(), account));
    const { status, body: answer } = await reset(world(), body.token, `${goodPassword} 2`);
    expect(status).to.equal(200);
    expect(answer.message).to.match(/address is confirmed/);
    expect(await signInsOf(world(), account.id)).to.deep.equal(noSignIns);
    expect(await passkeyLogin(world(), passkey)).to.equal(400);
    const [entry] = await entriesWhere(world(), { actorId: account.id, eventType: 'reset-password' });
    expect(entry!.eventMetadata).to.include({ removed: 'sign-ins' });

    const token = await logIn(world(), account.email, `${goodPassword} 2`);
    expect(await isProved(token)).to.equal(true);
    expect((await join(await inviteElsewhere(world(), account.email), token)).status).to.equal(200);
  });

  it('keeps what its owner sets up after the proof, at the next reset, unless the owner wants it removed', async () => {
    const account = await newUnprovedAccount(world());
    const resetWith = async (newPassword: string, more: object = {}) => {
      const { body } = await verifyReset(world(), await newResetLink(world(), account));
      return world().call('resetPassword', { as: { token: body.token as string }, body: { newPassword, ...more } });
    };
    await resetWith(`${goodPassword} 2`);
    const token = await logIn(world(), account.email, `${goodPassword} 2`);
    const passkey = await plantSignIns(world(), { id: account.id, token });
    await resetWith(`${goodPassword} 3`);
    expect(await passkeyLogin(world(), passkey)).to.equal(200);
    expect(await signInsOf(world(), account.id)).to.deep.include({ second_factors: 1, single_sign_on_links: 1 });
    await resetWith(`${goodPassword} 4`, { removeSecondFactor: true });
    expect(await passkeyLogin(world(), passkey)).to.equal(400);
    expect(await signInsOf(world(), account.id)).to.deep.equal({ ...noSignIns, single_sign_on_links: 1 });
  });

  it('does not become an administrator of the instance', async () => {
    const account = await newUnprovedAccount(world());
    const admin = await world().newUser(await world().newOrganization(), 'admin');
    await world().makeInstanceAdmin(admin);
    const grant = () => world().call('grantInstanceAdmin', { as: admin, params: { userId: account.id } });
    expectError(await grant(), 400, 'BadRequest', /link to reset its password/);
    const { body } = await verifyReset(world(), await newResetLink(world(), account));
    await reset(world(), body.token, `${goodPassword} 2`);
    expect((await grant()).status).to.equal(200);
  });

  it('is not used by a request that was under way when everything was removed', async () => {
    const account = await newUnprovedAccount(world());
    const { body: options } = await world().call('registerTotp', { as: account });
    expect(options).to.have.property('otpUrl');
    const { body } = await verifyReset(world(), await newResetLink(world(), account));
    const [, ...added] = await Promise.all([
      reset(world(), body.token, `${goodPassword} 2`),
      ...Array.from({ length: 10 }, () => world().call('registerTotp', { as: account })),
    ]);
    expect(added.every(({ status }) => [200, 401].includes(status))).to.equal(true);
    expect(await signInsOf(world(), account.id)).to.deep.equal(noSignIns);
  });

  it('is completed without what an earlier owner has left behind', async () => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const email = newEmail(world());
    const invitation = await invite(world(), admin, email);
    const { id } = (await world().server.parts.stores.users.findByUsername(email))!;
    await world().server.parts.database.transaction(ofInstance, ({ db }) =>
      db('recovery_codes').insert({ userId: id, codeHash: `h1.left.${id}` }),
    );
    const account = await complete(world(), invitation);
    expect(await signInsOf(world(), account.id)).to.deep.equal({ ...noSignIns, user_sessions: 1 });
    expectError(await world().call('verifyInvitation', { body: invitation }), 400, 'BadRequest');
    expect(await verify(world(), await inviteElsewhere(world(), newEmail(world())))).to.have.property('token');
  });
});
