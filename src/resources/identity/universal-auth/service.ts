import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequestIfTaken } from '../../../platform/db/errors.ts';
import { refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { identityNotFound } from '../identities/guard.ts';
import type { IdentityRow } from '../identities/store.ts';
import {
  addressIssues,
  requireTtlWithinMaximum,
  tokenSettingsIssues,
  toTrustedIps,
} from '../access-tokens/settings.ts';
import { universalAuthNotFound, type FoundUniversalAuth } from './guard.ts';
import type { UniversalAuthRow } from './store.ts';
import { ofIdentity } from '../../../transaction-keys.ts';

/** The identity's id is in the path; Terraform sends it in the body too. */
type UniversalAuthInput = Omit<Request<'updateUniversalAuth'>['body'], 'identityId'> & { readonly identityId?: string };

const identityIssues = (identityId: string, sentId = identityId): ValidationIssue[] =>
  sentId === identityId
    ? []
    : [{ code: 'invalid', in: 'body', path: ['identityId'], message: "must be the path's identityId, or not be sent" }];

/** Converts the sent fields to columns; 422 for what the contract cannot check. */
export const toColumns = (
  identityId: string,
  { identityId: sentId, clientSecretTrustedIps, accessTokenTrustedIps, ...input }: UniversalAuthInput,
): Partial<UniversalAuthRow> => {
  refuseIssues([
    ...identityIssues(identityId, sentId),
    ...tokenSettingsIssues({ ...input, ...(accessTokenTrustedIps && { accessTokenTrustedIps }) }),
    ...addressIssues('clientSecretTrustedIps', clientSecretTrustedIps),
  ]);
  return {
    ...input,
    ...(clientSecretTrustedIps && { clientSecretTrustedIps: toTrustedIps(clientSecretTrustedIps) }),
    ...(accessTokenTrustedIps && { accessTokenTrustedIps: toTrustedIps(accessTokenTrustedIps) }),
  };
};

export const attach = async (
  scope: Scope,
  identity: IdentityRow,
  columns: Partial<UniversalAuthRow>,
): Promise<UniversalAuthRow> => {
  const now = timestamp(scope.clock.now());
  const { id: identityId, organizationId } = identity;
  const row = {
    // The contract fills in every default.
    ...(columns as Omit<UniversalAuthRow, 'id'>),
    id: scope.ids.uuid(),
    clientId: scope.ids.uuid(),
    identityId,
    failuresExpireAt: null,
    createdAt: now,
    updatedAt: now,
  };
  const attachment = scope.transaction(ofIdentity(identity), async ({ stores, audit }) => {
    if (!(await stores.identities.findById(organizationId, identityId))) throw identityNotFound();
    await stores.universalAuths.insert(row);
    await audit.record({ type: 'add-identity-universal-auth', metadata: { identityId, ...columns } });
  });
  await badRequestIfTaken(attachment, 'This machine identity has universal auth already.');
  return row;
};

export const change = async (
  scope: Scope,
  { identity, auth: { id } }: FoundUniversalAuth,
  columns: Partial<UniversalAuthRow>,
): Promise<UniversalAuthRow> => {
  const updatedAt = timestamp(scope.clock.now());
  return scope.transaction(ofIdentity(identity), async ({ stores, audit }) => {
    const stored = await stores.universalAuths.find(id);
    if (!stored) throw universalAuthNotFound();
    if (Object.keys(columns).length === 0) return stored;
    const changed = { ...stored, ...columns, updatedAt };
    requireTtlWithinMaximum(changed);
    await stores.universalAuths.update(id, { ...columns, updatedAt });
    await audit.record({
      type: 'update-identity-universal-auth',
      metadata: { identityId: stored.identityId, ...columns },
    });
    return changed;
  });
};

export const detach = (scope: Scope, { identity, auth: { id } }: FoundUniversalAuth): Promise<void> =>
  scope.transaction(ofIdentity(identity), async ({ stores, audit }) => {
    await stores.universalAuths.delete(id);
    await stores.accessTokens.deleteOfIdentity(identity.id, 'universal-auth');
    await audit.record({ type: 'revoke-identity-universal-auth', metadata: { identityId: identity.id } });
  });

/** Lifts the locks of all addresses, and returns how many there were. */
export const clearLockouts = (
  scope: Scope,
  { identity, auth: { id, clientId } }: FoundUniversalAuth,
): Promise<number> =>
  scope.transaction(ofIdentity(identity), async ({ stores, audit, clock }) => {
    if (!(await stores.universalAuths.find(id))) throw universalAuthNotFound();
    const count = await stores.failedLogins.countLocked(id, timestamp(clock.now()));
    await stores.failedLogins.deleteAll(id);
    await stores.universalAuths.update(id, { failuresExpireAt: null });
    await audit.record({
      type: 'clear-identity-universal-auth-lockouts',
      metadata: { identityId: identity.id, clientId },
    });
    return count;
  });
