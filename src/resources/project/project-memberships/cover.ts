import type { Rule } from '../../../access/rule.ts';
import { readProjectAbility, type ProjectAbility } from '../../../access/abilities.ts';
import { projectActions } from '../../../access/ability.ts';
import { grantedBy, missingFrom, newProofEffort, type GrantedRules } from '../../../access/cover.ts';
import { requireNothingMissingIn } from '../../../access/denied.ts';
import type { Grant } from '../../../access/grant.ts';
import { textsIn } from '../../../access/rule-checks.ts';
import { refersToSame, type Values } from '../../../access/templates.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Scope } from '../../../scope.ts';

type Judging = Pick<Scope, 'access' | 'stores' | 'clock'>;

/** What the caller has to hold in a project, given what the member holds there, now or later. */
type Needed = (lasting: readonly Grant[], values: Values) => readonly GrantedRules[];

/**
 * 403 unless the caller holds what is needed in every project of the member but one. Whoever may enter all projects
 * holds it anyway.
 */
const requireInProjects = async (
  { access, stores, clock }: Judging,
  membershipId: string,
  needed: Needed,
  except?: string,
): Promise<void> => {
  if (access.allows('access-all-projects', 'organization-admin-console')) return;
  const now = timestamp(clock.now());
  const effort = newProofEffort();
  for (const { id: projectId } of await stores.projects.listOfMember(membershipId)) {
    if (projectId === except) continue;
    const { ability, values }: ProjectAbility = await readProjectAbility(stores, projectId, { membershipId });
    const granted = needed(
      ability.grants.filter(({ endsAt }) => endsAt === null || now < endsAt),
      values,
    );
    if (granted.length === 0) continue;
    // Whoever is no member of the project holds nothing there, and so lacks everything.
    const own = await readProjectAbility(stores, projectId, access.organization);
    requireNothingMissingIn(own, await missingFrom(own.ability, granted, projectActions, now, effort));
  }
};

/**
 * 403 unless the caller holds everything that the member holds in its projects, now or later: for whoever can become
 * that member. Each role and privilege is judged by itself, for a deny of one need not outlast the other.
 */
export const requireCoverInProjects = (scope: Judging, membershipId: string, except?: string): Promise<void> =>
  requireInProjects(
    scope,
    membershipId,
    (grants, values) => grants.map((grant) => ({ rules: grant.rules, during: grant, values })),
    except,
  );

const dependsOn = ({ conditions }: Rule, before: Values, after: Values): boolean =>
  textsIn(conditions ?? {}, []).some(([text]) => !refersToSame(text, before, after));

/** What grants come to with other values for their templates, and what they deny no longer. */
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
 * 403 unless the caller holds what the member's rules come to with other values for their templates, and what they deny
 * no longer: whoever sets a name or metadata decides what such rules allow. Asked before the change, so that nobody is
 * judged by values that they set themselves.
 */
export const requireCoverOfValues = (
  scope: Judging,
  membershipId: string,
  changes: Partial<Pick<Values, 'username' | 'metadata'>>,
): Promise<void> =>
  requireInProjects(scope, membershipId, (grants, before) =>
    grantedByValues(grants, before, { ...before, ...changes }),
  );
