import { readProjectAbility, valuesOf } from '../../../access/abilities.ts';
import { projectActions } from '../../../access/ability.ts';
import { grantedBy } from '../../../access/granted-rules.ts';
import { missingFrom, newProofBudget, type GrantedRules } from '../../../access/permission-boundary.ts';
import { requireNothingMissingIn } from '../../../access/denied.ts';
import { permanently } from '../../../access/grant.ts';
import { organizationRules } from '../../../access/organization-roles.ts';
import { projectRules } from '../../../access/project-roles.ts';
import type { Values } from '../../../access/templates.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Scope } from '../../../scope.ts';
import { spanOf } from '../../project/grants/period.ts';
import type { GroupProjectRole, GroupWithRole } from './store.ts';

type Deps = Pick<Scope, 'access' | 'stores' | 'clock'>;

/** Returns what a change grants through the roles of a group in one project. */
type RulesGrantedBy = (roles: readonly Omit<GroupProjectRole, 'projectId'>[]) => readonly GrantedRules[];

/**
 * Returns what joining the group grants. A deny restricts a grant only if it lasts as long, so temporary roles are
 * checked one by one, with the permanent denies.
 */
export const grantedByJoining: RulesGrantedBy = (roles) => {
  const permanent = roles.filter(({ isTemporary }) => !isTemporary).flatMap(projectRules);
  const permanentDenies = permanent.filter(({ inverted }) => inverted);
  const temporary = roles.filter(({ isTemporary }) => isTemporary);
  return [
    { rules: permanent, during: permanently },
    ...temporary.map((role) => ({ rules: [...projectRules(role), ...permanentDenies], during: spanOf(role) })),
  ];
};

/** Returns what leaving the group takes, which the group gave, and what it grants: what the group denied. */
export const changedByLeaving: RulesGrantedBy = (roles) => [
  ...grantedByJoining(roles),
  ...roles.map((role) => ({ rules: grantedBy(projectRules(role), []), during: spanOf(role) })),
];

/** 403 unless the caller has what the role of the group allows and denies in the organization. */
const requireRoleBoundary = async ({ access }: Deps, group: GroupWithRole): Promise<void> => {
  await access.requirePermissionBoundary(organizationRules(group));
  await access.requirePermissionBoundary(grantedBy(organizationRules(group), []));
};

const requireBoundaryInProjects = async (
  { access, stores, clock }: Deps,
  group: GroupWithRole,
  grantsOf: RulesGrantedBy,
  target?: Values,
): Promise<void> => {
  if (access.allows('access-all-projects', 'organization-admin-console')) return;
  const now = timestamp(clock.now());
  const roles = await stores.groups.listRolesInProjects(group.id, now);
  const budget = newProofBudget();
  for (const projectId of new Set(roles.map((role) => role.projectId))) {
    const granted = grantsOf(roles.filter((role) => role.projectId === projectId));
    if (granted.every(({ rules }) => rules.length === 0)) continue;
    // A caller who is not a member of the project has no permissions there.
    const callerAbility = await readProjectAbility(stores, projectId, access.organization);
    requireNothingMissingIn(
      callerAbility,
      await missingFrom(
        callerAbility.ability,
        granted.map((each) => ({ ...each, values: target })),
        projectActions,
        now,
        budget,
      ),
    );
  }
};

/** 403 unless the caller has every permission that the group grants a new member, in the organization and projects. */
export const requireBoundaryForJoining = async (
  scope: Deps,
  group: GroupWithRole,
  membershipId: string,
): Promise<void> => {
  await scope.access.requirePermissionBoundary(organizationRules(group));
  await requireBoundaryInProjects(scope, group, grantedByJoining, await valuesOf(scope.stores, membershipId));
};

/** 403 unless the caller has every permission that the group gives the member, and what it denies. */
export const requireBoundaryForLeaving = async (
  scope: Deps,
  group: GroupWithRole,
  membershipId: string,
): Promise<void> => {
  await requireRoleBoundary(scope, group);
  await requireBoundaryInProjects(scope, group, changedByLeaving, await valuesOf(scope.stores, membershipId));
};

/** 403 unless the caller has every permission that the group gives or denies; rules with templates count as missing. */
export const requireBoundaryForDeleting = async (scope: Deps, group: GroupWithRole): Promise<void> => {
  await requireRoleBoundary(scope, group);
  await requireBoundaryInProjects(scope, group, changedByLeaving);
};
