import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';

/** In its own organization, the caller must be allowed to do this with members. */
export const requireMembers = (
  { access }: Pick<Scope, 'access'>,
  action: 'read' | 'create' | 'edit' | 'delete',
  organizationId: string,
): void => {
  access.requireOrganization(organizationId);
  access.require(action, 'member');
};

export const noSuchUser = () => notFound('There is no such user in this organization.');
