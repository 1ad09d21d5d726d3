import type { Rule } from '../../../access/rule.ts';
import { readProjectAbility, rulesInOrganization, type ProjectAbility } from '../../../access/abilities.ts';
import { projectActions } from '../../../access/ability.ts';
import { grantedBy } from '../../../access/granted-rules.ts';
import { missingFrom, newProofBudget, type GrantedRules } from '../../../access/permission-boundary.ts';
import { requireNothingMissingIn } from '../../../access/denied.ts';
import type { Grant } from '../../../access/grant.ts';
import { textsIn } from '../../../access/rule-checks.ts';
import { refersToSame, type Values } from '../../../access/templates.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Scope } from '../../../scope.ts';

type Deps = Pick<Scope, 'access' | 'stores' | 'clock'>;

/** Returns what the caller has to hold in a project, given the member's current and future grants there. */
type RequiredGrants = (grants: readonly Grant[], values: Values) => readonly GrantedRules[];

/** 403 unless the caller holds the required grants in every project of the member, or may access all projects. */
const requireInProjects = async (
  { access, stores, clock }: Deps,
  membershipId: string,
  requiredGrants: RequiredGrants,
  except?: string,
): Promise<void> => {
  if (access.allows('access-all-projects', 'organization-admin-console')) return;
  const now = timestamp(clock.now());
  const budget = newProofBudget();
  for (const { id: projectId } of await stores.projects.listOfMember(membershipId)) {
    if (projectId === except) continue;
    const { ability, values }: ProjectAbility = await readProjectAbility(stores, projectId, { membershipId });
    const granted = requiredGrants(
      ability.grants.filter(({ endsAt }) => endsAt === null || now < endsAt),
      values,
    );
    if (granted.length === 0) continue;
    // A caller who is not a member of the project has no permissions there.
    const callerAbility = await readProjectAbility(stores, projectId, access.organization);
    requireNothingMissingIn(
      callerAbility,
      await missingFrom(callerAbility.ability, granted, projectActions, now, budget),
    );
  }
};

/**
 * 403 unless the caller holds everything that the member holds in its projects, now or later; for callers who could act
 * as that member. Each role and privilege is checked by itself, because a deny of one may end before another.
 */
export const requireBoundaryInProjects = (scope: Deps, membershipId: string, except?: string): Promise<void> =>
  requireInProjects(
    scope,
    membershipId,
    (grants, values) => grants.map((grant) => ({ rules: grant.rules, during: grant, values })),
    except,
  );

/**
 * 403 unless the caller has every permission of the member in the organization and in its projects, optionally except one:
 * whoever can act as the member, deactivate or remove it, would gain or take those permissions.
 */
export const requireBoundaryOfMember = async (
  scope: Deps,
  membershipId: string,
  exceptProject?: string,
): Promise<void> => {
  await scope.access.requirePermissionBoundary(await rulesInOrganization(scope.stores, membershipId));
  await requireBoundaryInProjects(scope, membershipId, exceptProject);
};

const dependsOn = ({ conditions }: Rule, before: Values, after: Values): boolean =>
  textsIn(conditions ?? {}, []).some(([text]) => !refersToSame(text, before, after));

/** Returns what grants allow with other values for their templates, and what they no longer deny. */
export const grantedByValues = (grants: readonly Grant[], before: Values, after: Values): readonly GrantedRules[] =>
  grants.flatMap((grant) => {
    const changed = grant.rules.filter((rule) => dependsOn(rule, before, after));
    if (changed.length === 0) return [];
    const lifted = grantedBy(changed, []);
    return [
      { rules: grant.rules, during: grant, values: after },
      ...(lifted.length > 0 ? [{ rules: lifted, during: grant, values: before }] : []),
    ];
  });

/**
 * 403 unless the caller holds what the member's rules allow with other values for their templates, and what they no
 * longer deny: a name or metadata entry decides what such rules allow. Called before the change, so that nobody is
 * authorized by values that they set themselves.
 */
export const requireBoundaryOfValues = (
  scope: Deps,
  membershipId: string,
  changes: Partial<Pick<Values, 'username' | 'metadata'>>,
): Promise<void> =>
  requireInProjects(scope, membershipId, (grants, before) =>
    grantedByValues(grants, before, { ...before, ...changes }),
  );
