import { isActive } from '../../../access/grant.ts';
import { RefusedInProject } from '../../../access/denied.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { timestamp } from '../../../platform/clock.ts';
import { forbidden } from '../../../platform/errors.ts';
import { helpSections } from '../../../platform/help-sections.ts';
import type { Scope } from '../../../scope.ts';

/** 403 unless the caller may create projects; older roles call them `workspace`. */
export const requireProjectCreation = ({ access }: Pick<Scope, 'access'>): void => {
  if (access.allows('create', 'workspace')) return;
  const refusal = forbidden('You are not allowed to create projects in this organization.', helpSections.rules);
  access.require('create', 'project', {}, refusal);
};

/**
 * 403 unless the caller has the role `admin` in the project, directly or through a group; equal rules do not suffice.
 */
export const requireProjectAdministrator = async (
  { access, stores, clock }: Pick<Scope, 'access' | 'stores' | 'clock'>,
  project: ProjectAccess,
): Promise<void> => {
  const now = timestamp(clock.now());
  const roles = await stores.grants.projectRoles(project.row.id, access.organization.membershipId);
  const isHeld = roles.some(
    ({ role, temporaryAccessStartTime: startsAt, temporaryAccessEndTime: endsAt }) =>
      role === 'admin' && isActive({ startsAt, endsAt }, now),
  );
  if (!isHeld)
    throw new RefusedInProject(
      project.row,
      forbidden('Only administrators of the project may do this.', helpSections.administrators),
    );
};
