import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { GroupWithRole } from './store.ts';

type Deps = Pick<Scope, 'access' | 'stores'>;

export const groupNotFound = () => notFound('Group not found.');

/** Finds the group in the caller's organization; 404 if it does not exist there. */
export const findGroup = async ({ access, stores }: Deps, id: string): Promise<GroupWithRole> => {
  const group = await stores.groups.findById(access.organization.id, id);
  if (!group) throw groupNotFound();
  return group;
};

/** Finds the group and locks it until the transaction ends; 404 if it does not exist. */
export const lockGroup = async ({ access, stores }: Deps, id: string): Promise<GroupWithRole> => {
  const group = await stores.groups.lock(access.organization.id, id);
  if (!group) throw groupNotFound();
  return group;
};
