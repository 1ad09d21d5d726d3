import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { GroupWithRole } from './store.ts';

type Guarded = Pick<Scope, 'access' | 'stores'>;

export const groupNotFound = () => notFound('There is no such group.');

/** The group of that id in the caller's organization. */
export const findGroup = async ({ access, stores }: Guarded, id: string): Promise<GroupWithRole> => {
  const group = await stores.groups.findById(access.organization.id, id);
  if (!group) throw groupNotFound();
  return group;
};

/** The group of that id, which stays as it is until the transaction is over. */
export const lockGroup = async ({ access, stores }: Guarded, id: string): Promise<GroupWithRole> => {
  const group = await stores.groups.lock(access.organization.id, id);
  if (!group) throw groupNotFound();
  return group;
};
