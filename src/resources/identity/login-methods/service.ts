import { timestamp } from '../../../platform/clock.ts';
import { badRequestIfTaken } from '../../../platform/db/errors.ts';
import type { Scope } from '../../../scope.ts';
import { requireTtlWithinMaximum } from '../access-tokens/settings.ts';
import { findIdentity, identityNotFound, requireBoundaryOf } from '../identities/guard.ts';
import { ofIdentity } from '../../../transaction-keys.ts';
import { findConfiguration, notAttached, type LoginMethod } from './method.ts';
import type { LoginMethodRow } from './store.ts';

/** What a request sets of a configuration. */
export type Columns<Row extends LoginMethodRow> = Partial<Omit<Row, keyof Facts>>;

interface Facts {
  readonly id: string;
  readonly identityId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Asks the other side whether the configuration works; before the transaction, which must not wait for a network. */
type Check<Row> = (row: Row) => Promise<void>;

/** Attaches the method to an identity of which the caller has every permission. */
export const attach = async <Row extends LoginMethodRow>(
  scope: Scope,
  method: LoginMethod<Row>,
  identityId: string,
  toColumns: (id: string) => Omit<Row, keyof Facts>,
  check: Check<Row> = () => Promise.resolve(),
): Promise<Row> => {
  const identity = await findIdentity(scope, identityId);
  await requireBoundaryOf(scope, identity);
  const now = timestamp(scope.clock.now());
  const id = scope.ids.uuid();
  const columns = toColumns(id);
  const row = { ...columns, id, identityId: identity.id, createdAt: now, updatedAt: now } as unknown as Row;
  await check(row);
  const attachment = scope.transaction(ofIdentity(identity), async ({ stores, audit }) => {
    if (!(await stores.identities.findById(identity.organizationId, identity.id))) throw identityNotFound();
    await method.storeOf(stores).insert(row);
    await audit.record({
      type: `add-identity-${method.name}`,
      metadata: { identityId: identity.id, ...method.audited(columns as Partial<Row>) },
    });
  });
  await badRequestIfTaken(attachment, `This machine identity has ${method.title} already. Change it with PATCH.`);
  return row;
};

/** Changes the columns, and leaves the others. */
export const change = async <Row extends LoginMethodRow>(
  scope: Scope,
  method: LoginMethod<Row>,
  identityId: string,
  toColumns: (stored: Row) => Columns<Row>,
  check: Check<Row> = () => Promise.resolve(),
): Promise<Row> => {
  const { identity, auth } = await findConfiguration(scope, method, identityId);
  await requireBoundaryOf(scope, identity);
  const updatedAt = timestamp(scope.clock.now());
  const merge = (stored: Row): Row => {
    const changed = { ...stored, ...toColumns(stored), updatedAt };
    requireTtlWithinMaximum(changed);
    method.requireSound(changed);
    return changed;
  };
  if (Object.keys(toColumns(auth)).length === 0) return auth;
  await check(merge(auth));
  return scope.transaction(ofIdentity(identity), async ({ stores, audit }) => {
    const stored = await method.storeOf(stores).findByIdentity(identity.id);
    if (!stored) throw notAttached(method);
    const changed = merge(stored);
    await method.storeOf(stores).update(stored.id, changed);
    await audit.record({
      type: `update-identity-${method.name}`,
      metadata: { identityId: identity.id, ...method.audited(toColumns(stored) as Partial<Row>) },
    });
    return changed;
  });
};

/** Removes the configuration, and ends the tokens that it issued. */
export const detach = async <Row extends LoginMethodRow>(
  scope: Scope,
  method: LoginMethod<Row>,
  identityId: string,
): Promise<Row> => {
  const { identity } = await findConfiguration(scope, method, identityId);
  await requireBoundaryOf(scope, identity);
  return scope.transaction(ofIdentity(identity), async ({ stores, audit }) => {
    const stored = await method.storeOf(stores).findByIdentity(identity.id);
    if (!stored) throw notAttached(method);
    await method.storeOf(stores).delete(stored.id);
    await stores.accessTokens.deleteOfIdentity(identity.id, method.name);
    await audit.record({ type: `revoke-identity-${method.name}`, metadata: { identityId: identity.id } });
    return stored;
  });
};
