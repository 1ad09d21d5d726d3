import { notFound, type ServiceError } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { Stores } from '../../../stores.ts';
import type { AuthMethod } from '../access-tokens/store.ts';
import { findIdentity } from '../identities/guard.ts';
import type { IdentityRow } from '../identities/store.ts';
import type { ConfigurationStore, LoginMethodRow } from './store.ts';

/** How machine identities log in with what something else vouches for: what differs from one method to another. */
export interface LoginMethod<Row extends LoginMethodRow> {
  readonly name: Exclude<AuthMethod, 'token-auth' | 'universal-auth'>;
  /** As in messages: "Kubernetes auth". */
  readonly title: string;
  readonly storeOf: (stores: Stores) => ConfigurationStore<Row>;
  /** Throws a 400 if a changed configuration would accept everybody, or contradict itself. */
  readonly requireSound: (changed: Row) => void;
  /** The columns as the audit log shows them: without secrets, and without what is long. */
  readonly audited: (columns: Partial<Row>) => object;
}

/** One 404 for getting, changing, removing and logging in. */
export const notAttached = ({ title }: Pick<LoginMethod<LoginMethodRow>, 'title'>): ServiceError =>
  notFound(`This machine identity has no ${title}.`);

/** Finds the identity and its configuration of the method; 404 if it has none. */
export const findConfiguration = async <Row extends LoginMethodRow>(
  scope: Pick<Scope, 'access' | 'stores'>,
  method: LoginMethod<Row>,
  identityId: string,
): Promise<{ identity: IdentityRow; auth: Row }> => {
  const identity = await findIdentity(scope, identityId);
  const auth = await method.storeOf(scope.stores).findByIdentity(identity.id);
  if (!auth) throw notAttached(method);
  return { identity, auth };
};
