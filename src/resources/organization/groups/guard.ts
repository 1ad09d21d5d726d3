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
