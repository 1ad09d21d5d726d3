import { organizationRules } from '../../../access/organization-roles.ts';
import type { Scope } from '../../../scope.ts';
import { administrator } from '../../organization/organization-roles/assign.ts';
import { requireRecentSignIn } from '../sessions/recent.ts';

/**
 * Whoever decides who the provider is can sign in as every member that it vouches for, and place them in any group. So a
 * change needs everything that an administrator has, rather than a check of each group and role.
 */
export const requireAdministrator = ({ access }: Pick<Scope, 'access'>): Promise<void> =>
  access.requirePermissionBoundary(organizationRules(administrator));

/** 403 unless the caller may change the provider, for other operations that decide what it decides. */
export const requireMayChangeProvider = async (scope: Pick<Scope, 'access' | 'actor' | 'clock'>): Promise<void> => {
  scope.access.require('edit', 'sso');
  requireRecentSignIn(scope);
  await requireAdministrator(scope);
};
