import { readProjectAbility, valuesOf } from '../../../access/abilities.ts';
import { projectActions } from '../../../access/ability.ts';
import { grantedBy, missingFrom, newProofEffort, type GrantedRules } from '../../../access/cover.ts';
import { requireNothingMissingIn } from '../../../access/denied.ts';
import { forGood } from '../../../access/grant.ts';
import { organizationRules } from '../../../access/organization-roles.ts';
import { projectRules } from '../../../access/project-roles.ts';
import type { Values } from '../../../access/templates.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Scope } from '../../../scope.ts';
import { spanOf } from '../../project/grants/period.ts';
import type { GroupProjectRole, GroupWithRole } from './store.ts';

type Judging = Pick<Scope, 'access' | 'stores' | 'clock'>;

/** What roles in one project grant. */
type Granting = (roles: readonly Omit<GroupProjectRole, 'projectId'>[]) => readonly GrantedRules[];

/**
 * A deny narrows what a new member is granted only where it lasts as long: so what holds for a time is judged role by
 * role.
 */
export const grantedByJoining: Granting = (roles) => {
  const permanent = roles.filter(({ isTemporary }) => !isTemporary).flatMap(projectRules);
  const lasting = permanent.filter(({ inverted }) => inverted);
  const temporary = roles.filter(({ isTemporary }) => isTemporary);
  return [
    { rules: permanent, during: forGood },
    ...temporary.map((role) => ({ rules: [...projectRules(role), ...lasting], during: spanOf(role) })),
  ];
};

/** Denies go together with the group that carries them. */
export const grantedByLeaving: Granting = (roles) =>
  roles.map((role) => ({ rules: grantedBy(projectRules(role), []), during: spanOf(role) }));

const requireCoverInProjects = async (
  { access, stores, clock }: Judging,
  group: GroupWithRole,
  granting: Granting,
  target?: Values,
): Promise<void> => {
  if (access.allows('access-all-projects', 'organization-admin-console')) return;
  const now = timestamp(clock.now());
  const roles = await stores.groups.rolesInProjects(group.id, now);
  const effort = newProofEffort();
  for (const projectId of new Set(roles.map((role) => role.projectId))) {
    const granted = granting(roles.filter((role) => role.projectId === projectId));
    if (granted.every(({ rules }) => rules.length === 0)) continue;
    // Whoever is no member of the project holds nothing there, and so lacks everything.
    const own = await readProjectAbility(stores, projectId, access.organization);
    requireNothingMissingIn(
      own,
      await missingFrom(
        own.ability,
        granted.map((each) => ({ ...each, values: target })),
        projectActions,
        now,
        effort,
      ),
    );
  }
};

/**
 * 403 unless the caller holds everything that the new member gets with the group, in the organization and in its
 * projects.
 */
export const requireCoverOfJoining = async (
  scope: Judging,
  group: GroupWithRole,
  membershipId: string,
): Promise<void> => {
  await scope.access.requireCover(organizationRules(group));
  await requireCoverInProjects(scope, group, grantedByJoining, await valuesOf(scope.stores, membershipId));
};

/** 403 unless the caller holds everything that the group denies the member. */
export const requireCoverOfLeaving = async (
  scope: Judging,
  group: GroupWithRole,
  membershipId: string,
): Promise<void> => {
  await scope.access.requireCover(grantedBy(organizationRules(group), []));
  await requireCoverInProjects(scope, group, grantedByLeaving, await valuesOf(scope.stores, membershipId));
};

/** The same for all members at once; what depends on who they are counts as not held. */
export const requireCoverOfDeleting = async (scope: Judging, group: GroupWithRole): Promise<void> => {
  await scope.access.requireCover(grantedBy(organizationRules(group), []));
  await requireCoverInProjects(scope, group, grantedByLeaving);
};
