import { expect } from 'chai';
import { operations, type OperationId } from '../../generated/operations.ts';
import { timestamp } from '../../src/platform/clock.ts';
import { signToken } from '../../src/platform/crypto/tokens.ts';
import { exampleBody, operationOf } from '../support/expect/contract.ts';
import { expectError } from '../support/expect/expect.ts';
import { addPasskey } from '../support/fixtures/passkeys.ts';
import { newProtectedUser, setUpApp, type App, type ProtectedUser } from '../support/fixtures/second-factor.ts';
import {
  linkMember,
  newSignOnOrganization,
  storeProviderSession,
  type SignOnOrganization,
} from '../support/fixtures/single-sign-on.ts';
import { onEachDatabase, type CallOptions, type World } from '../support/world/world.ts';
import { ofInstance } from '../../src/transaction-keys.ts';

const ids = (Object.keys(operations) as OperationId[]).filter((id) => operations[id].account !== null);

const issuer = 'https://idp.example.com';

/** Everything stored about the account that is not of that provider. */
const storedOutside = ({ server }: World, userId: string, { organization, providerId }: SignOnOrganization) =>
  server.parts.database.transaction(ofInstance, async ({ db }) => {
    const own = ['second_factors', 'recovery_codes', 'second_factor_failures', 'user_sessions', 'single_sign_on_links'];
    const rows = await Promise.all([
      db('users').where({ id: userId }),
      db('passkeys').where({ userId }),
      db('organization_memberships').where({ userId }).whereNot({ organizationId: organization.id }),
      ...own.map((table) => db(table).where({ userId })),
    ]);
    return rows.map((found) => found.filter((row) => row.providerId !== providerId));
  });

onEachDatabase('an account, in a session of the provider of one of its organizations', (world) => {
  let owner: ProtectedUser;
  let at: SignOnOrganization;
  let other: SignOnOrganization;
  let otherApp: App;
  /** What belongs to the account, but not to the provider: nothing of it may be shown. */
  let outside: { sessionIds: string[]; passkeyId: string; words: string[] };
  /** The requests that would do most if they were allowed, with everything that only the owner knows. */
  let requests: Partial<Record<OperationId, CallOptions>>;

  before(async () => {
    const elsewhere = await world().newOrganization();
    owner = await newProtectedUser(world(), elsewhere);
    await world().makeInstanceAdmin(owner);
    await addPasskey(world(), owner, 'The key of the owner');
    at = await newSignOnOrganization(world(), { issuer });
    other = await newSignOnOrganization(world(), { issuer });
    for (const each of [at, other]) await linkMember(world(), each, owner);
    const session = await storeProviderSession(world(), other, owner, { userAgent: 'a browser elsewhere' });
    otherApp = await setUpApp(world(), session);
    const passkeyId = (await world().server.parts.stores.passkeys.listOfUser(owner.id))[0]!.id;
    const sessionIds = [owner.sessionId, session.sessionId];
    const words = ['a browser elsewhere', 'The key of the owner', elsewhere.id, other.organization.id, ...sessionIds];
    outside = { sessionIds, passkeyId, words: [...words, passkeyId] };
    const { password: currentPassword, recoveryCodes } = owner;
    requests = {
      changeOwnPassword: { body: { currentPassword, newPassword: 'another password for tests 1' } },
      reauthenticate: { body: { password: currentPassword } },
      renamePasskey: { params: { passkeyId }, body: { name: 'Renamed' } },
      deletePasskey: { params: { passkeyId } },
      verifyRecoveryCode: { body: { recoveryCode: recoveryCodes[0] } },
      selectOrganization: { body: { organizationId: elsewhere.id } },
    };
  });

  /** A session of the provider, with a factor of its own; or the token that asks for one. */
  const sessionFor = async (id: OperationId): Promise<{ token: string }> => {
    const isMfa = operations[id].actors.includes('mfa');
    const session = await storeProviderSession(world(), at, owner, { mfaMethod: isMfa ? null : 'totp' });
    if (!isMfa) return session;
    const { keyring, clock } = world().server.parts;
    const claims = {
      authTokenType: 'mfaToken',
      userId: owner.id,
      tokenVersionId: session.sessionId,
      organizationId: at.organization.id,
    };
    const issuedAt = clock.now();
    return { token: signToken(keyring, claims, { issuedAt, expiresAt: new Date(issuedAt.getTime() + 60_000) }) };
  };

  it('is declared by every operation about it, with the rule in its description', () => {
    for (const id of ids.filter((each) => operations[each].account !== 'session'))
      expect(operationOf(id).description, id).to.match(/session (of|that) .*single sign-on/);
  });

  for (const id of ids)
    it(`${id} shows and changes nothing that belongs to the account elsewhere`, async () => {
      const { sessionId } = await storeProviderSession(world(), other, owner, { userAgent: 'a browser elsewhere' });
      const before = await storedOutside(world(), owner.id, at);
      const response = await world().call(id, {
        as: await sessionFor(id),
        body: exampleBody(id),
        ...requests[id],
        ...(id === 'endOwnSession' && { params: { sessionId } }),
      });
      expect(await storedOutside(world(), owner.id, at)).to.deep.equal(before);
      if (operations[id].account !== 'session') expectError(response, 403, 'ForbiddenError', /single sign-on/);
      for (const word of [...outside.words, sessionId]) expect(response.text).not.to.include(word);
    });

  it('accepts no code of the owner or of another provider, and counts wrong ones for the provider alone', async () => {
    const own = await storeProviderSession(world(), at, owner);
    const app = await setUpApp(world(), own);
    expect((await world().call('activateMfa', { as: own, body: {} })).status).to.equal(200);
    const before = await storedOutside(world(), owner.id, at);
    for (const code of [owner.app.code(), otherApp.code(), owner.recoveryCodes[0]!]) {
      const as = await sessionFor('verifyMfa');
      expectError(await world().call('verifyMfa', { as, body: { mfaToken: code } }), 403, 'ForbiddenError');
    }
    expect(await storedOutside(world(), owner.id, at)).to.deep.equal(before);
    const right = await world().call('verifyMfa', {
      as: await sessionFor('verifyMfa'),
      body: { mfaToken: app.code() },
    });
    expect(right.status).to.equal(200);
  });

  it('is shown whole to its owner, who ends the sessions of providers, too', async () => {
    const { sessionId } = await storeProviderSession(world(), at, owner);
    const { body } = await world().call('listOwnSessions', { as: owner });
    expect(body.map(({ id }: { id: string }) => id)).to.include.members([sessionId, ...outside.sessionIds]);
    const ended = await world().call('endOwnSession', { as: owner, params: { sessionId } });
    expect(ended.status).to.equal(200);
    const left = await world().server.parts.stores.sessions.listOfUser(
      owner.id,
      timestamp(world().clock.now()),
      at.providerId,
    );
    expect(left.map(({ id }) => id)).not.to.include(sessionId);
  });
});
