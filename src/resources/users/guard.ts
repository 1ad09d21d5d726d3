import { notFound } from '../../platform/errors.ts';
import type { Scope } from '../../scope.ts';

/** The token's organization is the only one there is for its bearer; there, the caller must be allowed to do this with members. */
export const requireMembers = ({ access }: Pick<Scope, 'access'>, action: 'read' | 'create' | 'edit' | 'delete', organizationId: string): void => {
  if (organizationId !== access.organization.id) throw notFound('There is no such organization.');
  access.require(action, 'member');
};

export const noSuchUser = () => notFound('There is no such user in this organization.');
