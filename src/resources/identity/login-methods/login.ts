import { isDeepStrictEqual } from 'node:util';
import type { AuditActor } from '../../../audit/audit.ts';
import { loginFailureOf } from '../../../audit/events.ts';
import { timestamp } from '../../../platform/clock.ts';
import { notFound, ServiceError } from '../../../platform/errors.ts';
import { Refused, Unreachable } from '../../../platform/refused.ts';
import type { PublicScope } from '../../../scope.ts';
import { ofIdentity } from '../../../transaction-keys.ts';
import { notActive } from '../access-tokens/authorize.ts';
import { issueAccessToken, type IssuedToken } from '../access-tokens/issue.ts';
import type { AccessTokenRow } from '../access-tokens/store.ts';
import type { TokenOwner } from '../identities/store.ts';
import { notAttached, type LoginMethod } from './method.ts';
import type { ForLogin, LoginMethodRow } from './store.ts';

/** What a login proved. */
export interface Proof extends Partial<Pick<AccessTokenRow, 'oidcClaims' | 'loginValues'>> {
  /** What the audit log shows besides the ids. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A refusal of a valid login, whose reason the client may learn. */
class DisclosedRefusal extends Refused {
  readonly error: ServiceError;

  constructor(reason: string, error: ServiceError) {
    super(reason, error.message);
    this.error = error;
  }
}

/** Responds equally for every reason; the reason itself is only in the logs. */
const errorOf = (refusal: Refused): ServiceError => {
  if (refusal instanceof DisclosedRefusal) return refusal.error;
  const reason = `${refusal.reason}: ${refusal.message}`;
  return refusal instanceof Unreachable
    ? new ServiceError(
        503,
        'ServiceUnavailable',
        'Whoever vouches for this machine identity cannot be asked now. The audit log says why.',
        { headers: { 'Retry-After': '2' }, reason },
      )
    : new ServiceError(401, 'UnauthorizedError', 'This login is not accepted. The audit log says why.', {
        headers: { 'WWW-Authenticate': 'Bearer' },
        reason,
      });
};

type Named = Pick<LoginMethod<LoginMethodRow>, 'name'>;

const actorOf = ({ name: authMethod }: Named, { id, name }: TokenOwner): AuditActor => ({
  type: 'identity',
  id,
  name,
  authMethod,
});

/** The name of a configuration's id in audit entries: identityJwtAuthId. */
const idName = ({ name }: Named): string =>
  `identity${name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`;

/** Issues the access token, unless the configuration has changed since the proof. */
const issueToken = async <Row extends LoginMethodRow>(
  tx: PublicScope,
  method: LoginMethod<Row>,
  { auth, proof }: { auth: ForLogin<Row>; proof: Proof },
  organizationSlug: string | undefined,
): Promise<IssuedToken> => {
  const { stores, audit } = tx;
  const [current, owner] = await Promise.all([
    method.storeOf(stores).findForLogin(auth.identityId),
    stores.identities.findOwner(auth.identityId),
  ]);
  if (!isDeepStrictEqual(current, auth))
    throw new Refused('configuration_changed', 'The configuration was changed during the login.');
  if (!owner?.isActive) throw new DisclosedRefusal('membership_not_active', notActive());
  if (organizationSlug !== undefined && organizationSlug !== owner.organizationSlug)
    throw new DisclosedRefusal('sub_org_unauthorized', notFound('This organization does not exist.'));
  const { metadata, ...proved } = proof;
  const settings = { ...auth, accessTokenPeriod: 0 };
  const issued = issueAccessToken(tx, owner, settings, { authMethod: method.name, ...proved });
  await stores.memberships.recordLogin(owner.membershipId, method.name, timestamp(tx.clock.now()));
  await stores.accessTokens.insert(issued.row);
  await audit.record({
    type: `login-identity-${method.name}`,
    metadata: {
      identityId: owner.id,
      [idName(method)]: auth.id,
      identityAccessTokenId: issued.row.id,
      ...metadata,
    },
    actor: actorOf(method, owner),
    organizationId: owner.organizationId,
  });
  return issued;
};

/** Records the reason in the audit log, and returns the error to respond with. */
const refuse = async (
  scope: PublicScope,
  method: Named,
  identityId: string,
  refusal: Refused,
): Promise<ServiceError> => {
  const { reason, message } = refusal;
  const owner = await scope.stores.identities.findOwner(identityId);
  if (owner)
    scope.audit.recordRefusal({
      type: loginFailureOf(method.name),
      reason,
      metadata: { identityId, message },
      actor: actorOf(method, owner),
      organizationId: owner.organizationId,
    });
  return errorOf(refusal);
};

/** Logs in whoever `prove` accepts; it throws `Refused` for a reason, and may call other servers. */
export const logIn = async <Row extends LoginMethodRow>(
  scope: PublicScope,
  method: LoginMethod<Row>,
  { identityId, organizationSlug }: { readonly identityId: string; readonly organizationSlug?: string },
  prove: (auth: ForLogin<Row>) => Promise<Proof>,
): Promise<IssuedToken> => {
  const auth = await method.storeOf(scope.stores).findForLogin(identityId.trim());
  if (!auth) throw notAttached(method);
  try {
    const proof = await prove(auth);
    const identity = { id: auth.identityId, organizationId: auth.organizationId };
    return await scope.transaction(ofIdentity(identity), (tx) =>
      issueToken(tx, method, { auth, proof }, organizationSlug),
    );
  } catch (error) {
    throw error instanceof Refused ? await refuse(scope, method, auth.identityId, error) : error;
  }
};
