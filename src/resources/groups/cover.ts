import { readProjectAbility, valuesOf } from '../../access/abilities.ts';
import { projectActions } from '../../access/ability.ts';
import { Effort, grantedBy, missingPermissions } from '../../access/cover.ts';
import { requireNothingMissingIn } from '../../access/denied.ts';
import { organizationRules } from '../../access/organization-roles.ts';
import { projectRules } from '../../access/project-roles.ts';
import type { Values } from '../../access/templates.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Scope } from '../../scope.ts';
import type { Rule } from '../roles/store.ts';
import type { GroupProjectRole, GroupWithRole } from './store.ts';

type Judging = Pick<Scope, 'access' | 'stores' | 'clock'>;

/** What roles in one project grant, as lists of rules that go together. */
type Granting = (roles: readonly GroupProjectRole[]) => readonly (readonly Rule[])[];

/** A deny narrows what a new member is granted only where it lasts as long: so what holds for a time is judged role by role. */
const grantedByJoining: Granting = (roles) => {
  const permanent = roles.filter(({ isTemporary }) => !isTemporary).flatMap(projectRules);
  const lasting = permanent.filter(({ inverted }) => inverted);
  return [permanent, ...roles.filter(({ isTemporary }) => isTemporary).map((role) => [...projectRules(role), ...lasting])];
};

/** Denies go together with the group that carries them. */
const grantedByLeaving: Granting = (roles) => [grantedBy(roles.flatMap(projectRules), [])];

const requireCoverInProjects = async ({ access, stores, clock }: Judging, group: GroupWithRole, granting: Granting, target?: Values): Promise<void> => {
  if (access.allows('access-all-projects', 'organization-admin-console')) return;
  const now = timestamp(clock.now());
  const roles = await stores.groups.rolesInProjects(group.id, now);
  const effort = new Effort();
  for (const projectId of new Set(roles.map((role) => role.projectId))) {
    const granted = granting(roles.filter((role) => role.projectId === projectId));
    if (granted.every(({ length }) => length === 0)) continue;
    // Whoever is no member of the project holds nothing there, and so lacks everything.
    const own = await readProjectAbility(stores, projectId, access.organization);
    requireNothingMissingIn(own, granted.flatMap((rules) => missingPermissions(own.ability, rules, target, projectActions, now, effort)));
  }
};

/** 403 unless the caller holds everything that the new member gets with the group, in the organization and in its projects. */
export const requireCoverOfJoining = async (scope: Judging, group: GroupWithRole, membershipId: string): Promise<void> => {
  scope.access.requireCover(organizationRules(group));
  await requireCoverInProjects(scope, group, grantedByJoining, await valuesOf(scope.stores, membershipId));
};

/** 403 unless the caller holds everything that the group denies the member. */
export const requireCoverOfLeaving = async (scope: Judging, group: GroupWithRole, membershipId: string): Promise<void> => {
  scope.access.requireCover(grantedBy(organizationRules(group), []));
  await requireCoverInProjects(scope, group, grantedByLeaving, await valuesOf(scope.stores, membershipId));
};

/** The same for all members at once; what depends on who they are counts as not held. */
export const requireCoverOfDeleting = async (scope: Judging, group: GroupWithRole): Promise<void> => {
  scope.access.requireCover(grantedBy(organizationRules(group), []));
  await requireCoverInProjects(scope, group, grantedByLeaving);
};
