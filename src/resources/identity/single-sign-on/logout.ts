import { auditedUser } from '../../../audit/audit.ts';
import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import { hashText } from '../../../platform/crypto/digest.ts';
import { peekToken, type Claims } from '../../../platform/crypto/provider-keys.ts';
import { badRequest } from '../../../platform/errors.ts';
import { Refused } from '../../../platform/refused.ts';
import type { PublicScope } from '../../../scope.ts';
import type { UserRow } from '../../organization/organization-users/store.ts';
import { endpointsOf } from './endpoints.ts';
import { requireAudience, textClaim, verifyWith } from './id-token.ts';
import { recordFailure } from './outcome.ts';
import { withoutSlash } from './rules.ts';
import type { SignOnProviderRow } from './store.ts';
import { ofOrganization } from '../../../transaction-keys.ts';

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** A token that expires later than this is not accepted: it would have to be remembered for as long. */
const maxLifeSeconds = 3_600;

const notAccepted = () => badRequest('This logout token is not accepted. The audit log says why.');

interface Logout {
  readonly subject: string | undefined;
  readonly sessionId: string | undefined;
  /** Identifies the token, which is accepted once. */
  readonly tokenId: string;
  readonly expiresAt: Date;
}

const hasLogoutEvent = ({ events }: Claims): boolean =>
  typeof events === 'object' && events !== null && Object.hasOwn(events, logoutEvent);

/** Verifies a logout token by OpenID Connect Back-Channel Logout 1.0, section 2.6; throws `Refused` otherwise. */
const readLogoutToken = async (scope: PublicScope, provider: SignOnProviderRow, token: string): Promise<Logout> => {
  const claims = await verifyWith(scope, provider, await endpointsOf(scope, provider), token);
  requireAudience(claims, provider.clientId);
  if (!hasLogoutEvent(claims)) throw new Refused('not_a_logout', 'The token does not say that somebody logged out.');
  // An ID token has one; it must not pass for a logout token.
  if ('nonce' in claims) throw new Refused('nonce_present', 'A logout token must not have a nonce.');
  const tokenId = textClaim(claims, 'jti');
  const expiresAt = new Date((claims.exp ?? 0) * 1000);
  if (tokenId === undefined) throw new Refused('token_id_missing', 'The logout token has no jti.');
  if (typeof claims.iat !== 'number' || expiresAt > secondsAfter(scope.clock.now(), maxLifeSeconds))
    throw new Refused('token_lifetime', 'The logout token has no iat, or expires too late.');
  const [subject, sessionId] = [textClaim(claims, 'sub'), textClaim(claims, 'sid')];
  if (subject === undefined && sessionId === undefined)
    throw new Refused('nobody_named', 'The logout token names neither a person nor a session.');
  return { subject, sessionId, tokenId, expiresAt };
};

/** In a transaction: ends the sessions, and returns how many, with the account of the person if the token names one. */
const endSessions = async (
  { stores }: PublicScope,
  { id: providerId }: SignOnProviderRow,
  issuer: string,
  { subject, sessionId }: Logout,
): Promise<{ sessions: number; user?: UserRow | undefined }> => {
  const link = subject === undefined ? undefined : await stores.signOnLinks.find({ providerId, issuer, subject });
  // A person that is not known here has no sessions here.
  if (subject !== undefined && !link) return { sessions: 0 };
  const person = link && { userId: link.userId };
  const sessions =
    sessionId === undefined
      ? await stores.sessions.deleteOfProvider(providerId, person!)
      : await stores.sessions.deleteOfProvider(providerId, { providerSessionId: sessionId, ...person });
  return { sessions, user: link && (await stores.users.findById(link.userId)) };
};

const logOut = async (
  scope: PublicScope,
  provider: SignOnProviderRow,
  issuer: string,
  token: string,
): Promise<void> => {
  const logout = await readLogoutToken(scope, provider, token);
  await scope.transaction(ofOrganization(provider.organizationId), async (tx) => {
    const use = `logout:${provider.id}:${hashText(logout.tokenId)}`;
    const until = timestamp(secondsAfter(logout.expiresAt, maxLifeSeconds));
    if (!(await tx.stores.signOnUses.take(use, until)))
      throw new Refused('token_used', 'The logout token was used before.');
    const { sessions, user } = await endSessions(tx, provider, issuer, logout);
    await tx.audit.record({
      type: 'provider-logout',
      metadata: { providerId: provider.id, issuer, subject: logout.subject ?? null, sessions },
      actor: user ? { ...auditedUser(user), authMethod: 'oidc' } : { type: 'platform' },
      organizationId: provider.organizationId,
    });
  });
};

const keyOf = ({ issuer, clientId }: { issuer: string; clientId: string }) => ({
  issuerKey: withoutSlash(issuer),
  clientId,
});

/** The client that the token claims to be for; a token for several is for none of them. */
const clientOf = (token: string): { issuer: string; clientId: string } | undefined => {
  const { issuer, audience } = peekToken(token);
  const [clientId, ...others] = [audience].flat();
  return typeof issuer === 'string' && typeof clientId === 'string' && others.length === 0
    ? { issuer, clientId }
    : undefined;
};

/**
 * Ends the sessions that the token names, in each organization with that client at that issuer; 400 if it is accepted in
 * none. Only tokens of a configured client make the server look up keys.
 */
export const logOutByToken = async (scope: PublicScope, token: string): Promise<void> => {
  let accepted = 0;
  try {
    const client = clientOf(token);
    const providers = client ? await scope.stores.signOnProviders.listActiveOfClient(keyOf(client)) : [];
    for (const provider of providers) {
      accepted += await logOut(scope, provider, client!.issuer, token).then(
        () => 1,
        (error: unknown) => {
          if (!(error instanceof Refused)) throw error;
          recordFailure(scope, provider, error);
          return 0;
        },
      );
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  if (accepted === 0) throw notAccepted();
};
