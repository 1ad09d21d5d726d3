import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { orTaken } from '../../../platform/db/errors.ts';
import { refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { identityNotFound } from '../identities/guard.ts';
import { addressIssues, requireTtlWithinMaximum, tokenSettingsIssues, toTrustedIps } from '../token-auth/settings.ts';
import { notAttached } from './guard.ts';
import type { UniversalAuthRow } from './store.ts';

/** The identity's id is in the path; that it may be in the body too is for Terraform. */
type Given = Omit<Request<'updateUniversalAuth'>['body'], 'identityId'> & { readonly identityId?: string };

const identityIssues = (identityId: string, sent = identityId): ValidationIssue[] =>
  sent === identityId
    ? []
    : [{ code: 'invalid', in: 'body', path: ['identityId'], message: "must be the path's identityId, or not be sent" }];

/** What was sent for that identity, as it is stored; 422 for what the contract cannot say. */
export const toColumns = (
  identityId: string,
  { identityId: sentId, clientSecretTrustedIps, accessTokenTrustedIps, ...given }: Given,
): Partial<UniversalAuthRow> => {
  refuseIssues([
    ...identityIssues(identityId, sentId),
    ...tokenSettingsIssues({ ...given, ...(accessTokenTrustedIps && { accessTokenTrustedIps }) }),
    ...addressIssues('clientSecretTrustedIps', clientSecretTrustedIps),
  ]);
  return {
    ...given,
    ...(clientSecretTrustedIps && { clientSecretTrustedIps: toTrustedIps(clientSecretTrustedIps) }),
    ...(accessTokenTrustedIps && { accessTokenTrustedIps: toTrustedIps(accessTokenTrustedIps) }),
  };
};

export const attach = async (
  scope: Scope,
  identityId: string,
  columns: Partial<UniversalAuthRow>,
): Promise<UniversalAuthRow> => {
  const now = timestamp(scope.clock.now());
  const row = {
    // The contract has filled in every default.
    ...(columns as Omit<UniversalAuthRow, 'id'>),
    id: scope.ids.uuid(),
    clientId: scope.ids.uuid(),
    identityId,
    failuresExpireAt: null,
    createdAt: now,
    updatedAt: now,
  };
  const attachment = scope.transaction(async ({ stores, access, audit }) => {
    if (!(await stores.identities.lock(access.organization.id, identityId))) throw identityNotFound();
    await stores.universalAuths.insert(row);
    await audit.record({ type: 'add-identity-universal-auth', metadata: { identityId, ...columns } });
  });
  await orTaken(attachment, 'This machine identity has universal auth already.');
  return row;
};

export const change = async (
  scope: Scope,
  id: string,
  columns: Partial<UniversalAuthRow>,
): Promise<UniversalAuthRow> => {
  const updatedAt = timestamp(scope.clock.now());
  return scope.transaction(async ({ stores, audit }) => {
    const stored = await stores.universalAuths.lock(id);
    if (!stored) throw notAttached();
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

export const detach = (scope: Scope, { id, identityId }: UniversalAuthRow): Promise<void> =>
  scope.transaction(async ({ stores, audit }) => {
    await stores.accessTokens.deleteOfIdentity(identityId, 'universal-auth');
    await stores.universalAuths.delete(id);
    await audit.record({ type: 'revoke-identity-universal-auth', metadata: { identityId } });
  });

/** Lifts the locks of all addresses, and returns how many there were. */
export const clearLockouts = (scope: Scope, { id, identityId, clientId }: UniversalAuthRow): Promise<number> =>
  scope.transaction(async ({ stores, audit, clock }) => {
    if (!(await stores.universalAuths.lock(id))) throw notAttached();
    const count = await stores.failedLogins.countLocked(id, timestamp(clock.now()));
    await stores.failedLogins.deleteAll(id);
    await stores.universalAuths.update(id, { failuresExpireAt: null });
    await audit.record({ type: 'clear-identity-universal-auth-lockouts', metadata: { identityId, clientId } });
    return count;
  });
