import { ComparisonBudget } from '../../../../access/comparison-budget.ts';
import { permanently, ReadyRule, type Grant } from '../../../../access/grant.ts';
import type { ProjectAccess } from '../../../../access/project-access.ts';
import { builtInProjectRoles, projectRules } from '../../../../access/project-roles.ts';
import type { Values } from '../../../../access/templates.ts';
import type { Reply, Request } from '../../../../contract.ts';
import type { Timestamp } from '../../../../platform/clock.ts';
import type { Scope } from '../../../../scope.ts';
import { findRoleBySlug } from '../../project-roles/find.ts';
import { findAbility } from '../service.ts';
import { RoleHolders } from './holders.ts';
import { compareRules, type RuleUsage } from './matching.ts';
import { scanLog, type Requesters } from './scan.ts';
import { suggestRules, type Suggestion } from './suggestion.ts';

type UsageQuery = Request<'getAccessUsage'>['query'];
type Limit = Reply<'getAccessUsage'>['cut'][number];

export interface AccessUsage {
  readonly of: { readonly type: 'user' | 'identity' | 'role'; readonly id: string; readonly name: string };
  readonly from: Timestamp;
  readonly to: Timestamp;
  readonly numberOfEntries: number;
  readonly cut: readonly Limit[];
  readonly rules: readonly RuleUsage[];
  readonly suggestion: Suggestion;
}

/** More rules are not compared. */
const maxRules = 1_000;

/** The rules to compare, and whose requests they are compared with. */
interface Examined {
  readonly of: AccessUsage['of'];
  readonly grants: readonly Grant[];
  readonly values: Values | undefined;
  readonly requesters: Requesters;
  readonly hasMoreHolders: () => boolean;
}

const findRole = async (scope: Scope, project: ProjectAccess, slug: string): Promise<Examined> => {
  project.require('read', 'role');
  const { id, name, permissions } = await findRoleBySlug(scope, project, slug);
  const isBuiltIn = builtInProjectRoles.some((role) => role.slug === slug);
  const source = { type: 'role' as const, id, slug, name, group: null };
  const rules = isBuiltIn ? projectRules({ role: slug, permissions: null }) : permissions;
  const holders = new RoleHolders(scope, project.row.id, slug);
  return {
    of: { type: 'role', id, name },
    grants: [{ source, rules, ...permanently }],
    values: undefined,
    requesters: { select: (entries) => holders.select(entries) },
    hasMoreHolders: () => holders.isCut,
  };
};

const findMember = async (
  scope: Scope,
  project: ProjectAccess,
  actor: { readonly type: 'user' | 'identity'; readonly id: string },
): Promise<Examined> => {
  const found = await findAbility(scope, project, { actorType: actor.type, actorId: actor.id });
  return {
    of: found.actor,
    grants: found.ability.grants,
    values: found.values,
    requesters: { actor, select: (entries) => entries },
    hasMoreHolders: () => false,
  };
};

const findExamined = (scope: Scope, project: ProjectAccess, { type, holder }: UsageQuery): Promise<Examined> =>
  type === 'role' ? findRole(scope, project, holder) : findMember(scope, project, { type, id: holder });

const fieldsOf = (rules: readonly ReadyRule[]): ReadonlySet<string> =>
  new Set(['environment', 'secretPath', ...rules.flatMap(({ rule }) => Object.keys(rule.conditions ?? {}))]);

/** Finds which rules requests needed, and what would have been enough; 403 unless the caller may see whose they are. */
export const findUsage = async (scope: Scope, project: ProjectAccess, query: UsageQuery): Promise<AccessUsage> => {
  // Entries are written later, in batches; before the first read, whose snapshot would not have them.
  await scope.auditQueue.settle();
  const { of, grants, values, requesters, hasMoreHolders } = await findExamined(scope, project, query);
  const rules = grants.flatMap((grant) => grant.rules.map((rule) => new ReadyRule(rule, grant, values)));
  const examined = rules.slice(0, maxRules);
  const { demands, isCut, ...log } = await scanLog(scope, project.row, requesters, fieldsOf(examined));
  const isComplete = !isCut && !hasMoreHolders();
  const observation = { demands, isComplete, auditsReads: scope.config.auditReads };
  const comparison = await compareRules(examined, observation, new ComparisonBudget());
  scope.audit.recordRead({ type: 'view-audit-logs', metadata: { ...query }, project: project.row });
  return {
    of,
    ...log,
    cut: [
      ...(isComplete ? [] : (['entries'] as const)),
      ...(rules.length > maxRules ? (['rules'] as const) : []),
      ...(comparison.isCut ? (['comparisons'] as const) : []),
    ],
    rules: comparison.rules,
    suggestion: suggestRules(comparison.rules),
  };
};
