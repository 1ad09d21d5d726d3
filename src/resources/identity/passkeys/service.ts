import { userOf } from '../../../access/actor.ts';
import type { Request } from '../../../contract.ts';
import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import {
  authenticationOptions,
  challengeSeconds,
  passkeyDomain,
  RefusedPasskey,
  registrationOptions,
  verifyAuthentication,
  verifyRegistration,
} from '../../../platform/crypto/passkeys.ts';
import { badRequestIfTaken } from '../../../platform/db/errors.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { PublicScope, Scope } from '../../../scope.ts';
import { factorOwner } from '../second-factor/find.ts';
import { requireMayChangeFactors } from '../second-factor/guard.ts';
import { settleFactors } from '../second-factor/remove.ts';
import { requireStillOpen } from '../sessions/still-open.ts';
import type { ChallengePurpose, PasskeyRow } from './store.ts';
import { ofAccount } from '../../../transaction-keys.ts';

const maxPasskeys = 20;
const defaultName = 'Passkey';

/** Passkeys concern every organization of the user, so changes are recorded without one. */
const noOrganization = { organizationId: null };

export const requireDomain = ({ config }: Pick<PublicScope, 'config'>): string => {
  const domain = passkeyDomain(config);
  if (domain === undefined)
    throw badRequest('Browsers have no passkeys for an IP address. Set SITE_URL to an address with a host name.');
  return domain;
};

const tooMany = () => badRequest(`You have ${maxPasskeys} passkeys already. Remove one first.`);
const refusedPasskey = () =>
  badRequest(
    'The passkey was not accepted: the challenge has expired or was used, or the response is not valid. Try again.',
  );

/** Turns a refusal into a 400 that says nothing more. */
export const orBadRequest = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof RefusedPasskey ? refusedPasskey() : error;
  });

const saveChallenge = ({ stores, clock }: Scope, sessionId: string, purpose: ChallengePurpose, challenge: string) =>
  stores.passkeyChallenges.save({
    sessionId,
    purpose,
    challenge,
    expiresAt: timestamp(secondsAfter(clock.now(), challengeSeconds)),
  });

/** Spends the challenge of the session, whether or not what follows succeeds. */
const takeChallenge = async (scope: Scope, purpose: ChallengePurpose): Promise<string> => {
  const { id: userId, sessionId } = userOf(scope);
  const challenge = await scope.transaction(ofAccount(userId), ({ stores, clock }) =>
    stores.passkeyChallenges.take(sessionId, purpose, timestamp(clock.now())),
  );
  if (challenge === undefined) throw refusedPasskey();
  return challenge;
};

export const startRegistration = async (scope: Scope): Promise<{ challenge: string }> => {
  const { id: userId, sessionId, username } = userOf(scope);
  await requireMayChangeFactors(scope);
  const domain = requireDomain(scope);
  const known = await scope.stores.passkeys.listOfUser(userId);
  if (known.length >= maxPasskeys) throw tooMany();
  const ids = known.map(({ credentialId }) => credentialId);
  const { challenge, options } = await registrationOptions(domain, { id: userId, name: username }, ids);
  await scope.transaction(ofAccount(userId), async (tx) => {
    await saveChallenge(tx, sessionId, 'register', challenge);
    await tx.audit.record({ type: 'register-passkey', metadata: { userId }, ...noOrganization });
  });
  return { ...options, challenge };
};

/** Stores a new passkey. The session has shown a second factor by that. */
export const add = async (
  scope: Scope,
  { registrationResponse, name = defaultName }: Request<'addPasskey'>['body'],
): Promise<PasskeyRow> => {
  const { id: userId, sessionId } = userOf(scope);
  await requireMayChangeFactors(scope);
  const challenge = await takeChallenge(scope, 'register');
  const response = { ...registrationResponse, clientExtensionResults: {} };
  const verified = await orBadRequest(verifyRegistration(scope.config, response, challenge));
  const now = timestamp(scope.clock.now());
  const { transports = [] } = registrationResponse.response;
  const usage = { createdAt: now, lastUsedAt: null };
  const passkey: PasskeyRow = {
    id: scope.ids.uuid(),
    userId,
    ...verified,
    transports,
    name: name.trim() || defaultName,
    ...usage,
  };
  const stored = scope.transaction(ofAccount(userId), async (tx) => {
    const { stores, audit } = tx;
    await requireStillOpen(tx);
    if ((await stores.passkeys.listOfUser(userId)).length >= maxPasskeys) throw tooMany();
    await stores.passkeys.insert(passkey);
    await stores.secondFactors.ensure(factorOwner(scope), 'webauthn', now);
    await stores.sessions.renewSignIn(sessionId, { mfaMethod: 'webauthn', authenticatedAt: now });
    const metadata = { userId, passkeyId: passkey.id, name: passkey.name };
    await audit.record({ type: 'add-passkey', metadata, ...noOrganization });
  });
  await badRequestIfTaken(stored, 'This passkey is registered already.');
  return passkey;
};

const requireOwn = async (scope: Scope, id: string): Promise<PasskeyRow> => {
  const passkey = await scope.stores.passkeys.findOfUser(userOf(scope).id, id);
  if (!passkey) throw notFound('Passkey not found.');
  return passkey;
};

export const rename = async (scope: Scope, id: string, name: string | undefined): Promise<PasskeyRow> => {
  const passkey = await requireOwn(scope, id);
  const given = name?.trim() ?? '';
  const renamed = { ...passkey, name: given === '' ? passkey.name : given };
  const { userId } = passkey;
  await scope.transaction(ofAccount(userId), async ({ stores, audit }) => {
    await stores.passkeys.rename(id, renamed.name);
    await audit.record({
      type: 'rename-passkey',
      metadata: { userId, passkeyId: id, name: renamed.name },
      ...noOrganization,
    });
  });
  return renamed;
};

export const remove = async (scope: Scope, id: string): Promise<void> => {
  await requireMayChangeFactors(scope);
  const { userId, name } = await requireOwn(scope, id);
  await scope.transaction(ofAccount(userId), async (tx) => {
    await tx.stores.passkeys.delete(id);
    await settleFactors(tx, factorOwner(tx));
    await tx.audit.record({ type: 'delete-passkey', metadata: { userId, passkeyId: id, name }, ...noOrganization });
  });
};

export const startCheck = async (scope: Scope): Promise<{ challenge: string }> => {
  const { id: userId, sessionId } = userOf(scope);
  const known = await scope.stores.passkeys.listOfUser(userId);
  if (known.length === 0) throw notFound('You have no passkey.');
  const ids = known.map(({ credentialId }) => credentialId);
  const { challenge, options } = await authenticationOptions(requireDomain(scope), ids);
  await scope.transaction(ofAccount(userId), async (tx) => {
    await saveChallenge(tx, sessionId, 'check', challenge);
    await tx.audit.record({ type: 'start-passkey-check', metadata: { userId, sessionId }, ...noOrganization });
  });
  return { ...options, challenge };
};

/** Checks a passkey of the caller, whose session has shown a second factor by that. */
export const check = async (
  scope: Scope,
  { authenticationResponse }: Request<'checkPasskey'>['body'],
): Promise<PasskeyRow> => {
  const { id: userId, sessionId } = userOf(scope);
  const challenge = await takeChallenge(scope, 'check');
  const passkey = await scope.stores.passkeys.findByCredential(authenticationResponse.id);
  if (passkey?.userId !== userId) throw refusedPasskey();
  const counter = await orBadRequest(
    verifyAuthentication(scope.config, signed(authenticationResponse), challenge, passkey),
  );
  await scope.transaction(ofAccount(userId), async ({ stores, clock, audit }) => {
    const now = timestamp(clock.now());
    if (!(await stores.passkeys.use(passkey, counter, now))) throw refusedPasskey();
    await stores.sessions.renewSignIn(sessionId, { mfaMethod: 'webauthn', authenticatedAt: now });
    const metadata = { userId, sessionId, passkeyId: passkey.id };
    await audit.record({ type: 'check-passkey', metadata, ...noOrganization });
  });
  return passkey;
};

/** The response in the form that it is verified in. */
export const signed = ({ response, ...rest }: Request<'checkPasskey'>['body']['authenticationResponse']) => {
  const { userHandle, ...parts } = response;
  return { ...rest, clientExtensionResults: {}, response: { ...parts, ...(userHandle && { userHandle }) } };
};
