import type { Rule } from './rule.ts';
import { timestamp } from '../platform/clock.ts';
import { ServiceError } from '../platform/errors.ts';
import { isTimeUp, yieldToEventLoop } from '../platform/event-loop.ts';
import { filterYielding } from '../platform/yielding.ts';
import { readProjectAbility } from './abilities.ts';
import { actionsOf, projectActions } from './ability.ts';
import type { Access, AccessDeps } from './access.ts';
import { conditionsOf, fits, type FieldCondition } from './conditions.ts';
import { missingPermissions, newProofBudget } from './permission-boundary.ts';
import { boundaryRefusal, requireNothingMissingIn } from './denied.ts';
import { ComparisonBudget } from './comparison-budget.ts';
import { permanently } from './grant.ts';
import type { ProjectAccess } from './project-access.ts';
import { projectSubjects } from './project-subjects.ts';
import { takesCondition } from './rule-checks.ts';

/** A change of a value that conditions can name, such as a slug: other rules may match the object afterwards. */
export interface Renaming {
  /** The condition field that names the value, and the subjects that have it. */
  readonly field: string;
  readonly subjects: readonly string[];
  /** The affected actions; all if undefined. */
  readonly actions?: readonly string[];
  readonly before: string;
  /** Undefined if the object is deleted. */
  readonly after: string | undefined;
  /**
   * Whether only rules that allow more afterwards matter: for a value that cannot be chosen freely, such as a status.
   */
  readonly onlyGains?: boolean;
}

/** The subjects that have this condition field. */
export const subjectsWithCondition = (field: string): readonly string[] =>
  [...projectSubjects]
    .filter(([, { conditions = {} }]) => Object.hasOwn(conditions, field))
    .map(([subject]) => subject);

/** Whether an operator matches only one of the two values; each operator alone, because a list has other values too. */
const matchesOnlyOne = (condition: FieldCondition, { before, after }: Renaming, budget: ComparisonBudget): boolean => {
  const { $all, ...others } = condition;
  const operators: FieldCondition[] = [
    ...Object.entries(others).map(([operator, operand]) => ({ [operator]: operand })),
    ...($all ? [{ $in: $all }] : []),
  ];
  const matches = (operator: FieldCondition, value: string | undefined): boolean =>
    value !== undefined && fits(operator, value, budget) !== '$ne' in operator;
  return operators.some((operator) => matches(operator, before) !== matches(operator, after));
};

/** Whether a rule with this condition allows something afterwards that it did not before, or stops denying it. */
const isGain = (
  { inverted = false }: Rule,
  condition: FieldCondition,
  { before, after }: Renaming,
  budget: ComparisonBudget,
): boolean => fits(condition, inverted ? before : after, budget) && !fits(condition, inverted ? after : before, budget);

/** The approximate number of operations to read the conditions of a rule. */
const readingCost = 500;

/** Finds rules that may match one value and not the other. A template may stand for either value. */
class Search {
  readonly #renamings: readonly Renaming[];
  readonly #budget = new ComparisonBudget();

  /** All renamings must have the same field and subjects. */
  constructor(renamings: readonly Renaming[]) {
    this.#renamings = renamings;
  }

  /** Whether one of the rules distinguishes the values; also true if the budget is exceeded. */
  readonly distinguishes = ({ rules }: { rules: readonly Rule[] }): boolean => {
    this.#budget.begin();
    try {
      return rules.some((rule) => this.#matches(rule));
    } catch (error) {
      if (error instanceof ServiceError) return true;
      throw error;
    }
  };

  #matches(rule: Rule): boolean {
    const { field, subjects } = this.#renamings[0]!;
    if (!subjects.includes(rule.subject)) return false;
    this.#budget.spend(readingCost);
    const condition = conditionsOf(rule, undefined).get(field);
    if (condition === undefined) return false;
    const named = new Set(actionsOf(rule).flatMap((name) => projectActions(rule.subject, name)));
    const concerns = ({ actions }: Renaming): boolean =>
      actions === undefined || actions.some((action) => named.has(action));
    const matters = (renaming: Renaming): boolean =>
      condition === 'unknown' ||
      (renaming.onlyGains
        ? isGain(rule, condition, renaming, this.#budget)
        : matchesOnlyOne(condition, renaming, this.#budget));
    return this.#renamings.some((renaming) => concerns(renaming) && matters(renaming));
  }
}

/** A search for each field of the renamings. */
export const searchesFor = (renamings: readonly Renaming[]): ReadonlyMap<string, Pick<Search, 'distinguishes'>> =>
  new Map(
    [...new Set(renamings.map(({ field }) => field))].map((field) => [
      field,
      new Search(renamings.filter((renaming) => renaming.field === field)),
    ]),
  );

/** Rules that allow every action that can depend on the value, under both names; under any name after a deletion. */
export const rulesUnderBothNames = ({ field, subjects, before, after }: Renaming): readonly Rule[] =>
  subjects.map((subject) => ({
    subject,
    action: projectSubjects.get(subject)!.actions.filter((action) => takesCondition(subject, action, field)),
    ...(after !== undefined && { conditions: { [field]: { $in: [before, after] } } }),
  }));

const refusalOf = ({ before, after }: Renaming): string =>
  after === undefined
    ? `Permission rules name '${before}'. To delete it, you need every permission that these rules could grant without it.`
    : `Permission rules distinguish '${before}' from '${after}'. To rename it, you need every permission that these rules could grant under either name.`;

/** Whether some rule of the project may match one of the names and not the other. */
export const someRuleDistinguishes = async (
  { stores, clock }: Pick<AccessDeps, 'stores' | 'clock'>,
  projectId: string,
  renamings: readonly Renaming[],
): Promise<boolean> => {
  for (const [field, search] of searchesFor(renamings)) {
    for await (const page of stores.grants.rulesWithCondition({ projectId }, field, timestamp(clock.now()))) {
      for (const source of page) {
        if (isTimeUp()) await yieldToEventLoop();
        if (search.distinguishes(source)) return true;
      }
    }
  }
  return false;
};

/**
 * Throws a 403 for a change of a value that rules name, unless the caller could grant everything that the rules could
 * grant under both names: otherwise renaming an environment would be a way to read another one. A change that affects
 * no rule of the project is always allowed.
 */
export const requireRenaming = async (
  deps: Pick<AccessDeps, 'stores' | 'clock'>,
  project: ProjectAccess,
  renaming: Renaming,
): Promise<void> => {
  const missing = await project.missing({ rules: rulesUnderBothNames(renaming), during: permanently });
  if (missing.length === 0 || !(await someRuleDistinguishes(deps, project.row.id, [renaming]))) return;
  throw boundaryRefusal(project.row, project.ability, missing, refusalOf(renaming));
};

/**
 * Throws a 403 like `requireRenaming`, for a value that rules of all projects of the organization can name. Allowed for
 * members with access to all projects, who could grant everything there.
 */
export const requireRenamingInProjects = async (
  { access, stores, clock }: Pick<AccessDeps, 'stores' | 'clock'> & { access: Access },
  renaming: Renaming,
): Promise<void> => {
  if (access.allows('access-all-projects', 'organization-admin-console')) return;
  const now = timestamp(clock.now());
  const { organization } = access;
  const search = new Search([renaming]);
  const affectedProjects = new Set<string>();
  for await (const page of stores.grants.rulesWithCondition({ organizationId: organization.id }, renaming.field, now)) {
    for (const { projectId } of await filterYielding(page, search.distinguishes)) affectedProjects.add(projectId);
  }
  const needed = { rules: rulesUnderBothNames(renaming), during: permanently };
  const budget = newProofBudget();
  for (const projectId of affectedProjects) {
    const callerAbility = await readProjectAbility(stores, projectId, organization);
    requireNothingMissingIn(
      callerAbility,
      await missingPermissions(callerAbility.ability, needed, projectActions, now, budget),
      refusalOf(renaming),
    );
  }
};
