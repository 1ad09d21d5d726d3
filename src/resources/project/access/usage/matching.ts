import type { ComparisonBudget } from '../../../../access/comparison-budget.ts';
import { fieldFits } from '../../../../access/field-fits.ts';
import { everyAction } from '../../../../access/ability.ts';
import type { ReadyRule } from '../../../../access/grant.ts';
import type { Timestamp } from '../../../../platform/clock.ts';
import { isTimeUp, yieldToEventLoop } from '../../../../platform/event-loop.ts';
import { isAudited } from './audited.ts';
import type { Demand } from './demand.ts';
import { ruleActions } from './rule-actions.ts';

export type UsageStatus = 'used' | 'unused' | 'unknown';

/** Equal demands of several requests. */
export interface CountedDemand extends Demand {
  count: number;
  lastAt: Timestamp;
}

/** What is known about one action of a rule. */
export interface ActionUsage {
  readonly action: string;
  status: UsageStatus;
  uses: number;
  lastUsedAt: Timestamp | null;
  /** The requests that needed the action and that the rule allows. */
  readonly demands: Demand[];
}

export interface RuleUsage {
  readonly ready: ReadyRule;
  readonly status: UsageStatus;
  readonly actions: readonly ActionUsage[];
}

/** Whether the rule is about the demand; undefined if that depends on fields that the audit log does not show. */
const covers = ({ conditions, isDeny }: ReadyRule, { fields }: Demand, budget: ComparisonBudget) => {
  budget.spend(5);
  let isUndecided = false;
  for (const [field, condition] of conditions) {
    if (condition === 'unknown' || !(field in fields)) isUndecided = true;
    else if (!fieldFits(field, condition, fields[field], isDeny, budget)) return false;
  }
  return isUndecided ? undefined : true;
};

const pairOf = (subject: string, action: string): string => `${subject}:${action}`;

export interface Observation {
  readonly demands: readonly CountedDemand[];
  readonly auditsReads: boolean;
  /** Whether everything that was recorded is among the demands. */
  readonly isComplete: boolean;
}

/** Compares demands with rules; no longer once the budget is used up. */
class Comparison {
  isCut = false;
  readonly #observation: Observation;
  readonly #budget: ComparisonBudget;
  readonly #byPair = new Map<string, CountedDemand[]>();
  readonly #mayNeedAnything: boolean;

  constructor(observation: Observation, budget: ComparisonBudget) {
    this.#observation = observation;
    this.#budget = budget;
    this.#mayNeedAnything = observation.demands.some(({ subject }) => subject === everyAction);
    for (const demand of observation.demands) {
      const pair = pairOf(demand.subject, demand.action);
      const others = this.#byPair.get(pair);
      if (others) others.push(demand);
      else this.#byPair.set(pair, [demand]);
    }
  }

  async usageOf(ready: ReadyRule, action: string): Promise<ActionUsage> {
    const { subject } = ready.rule;
    const usage: ActionUsage = { action, status: 'unused', uses: 0, lastUsedAt: null, demands: [] };
    let isPossible = this.#mayNeedAnything || !this.#observation.isComplete || ready.isDeny;
    for (const demand of ready.isDeny ? [] : (this.#byPair.get(pairOf(subject, action)) ?? [])) {
      if (isTimeUp()) await yieldToEventLoop();
      if (!this.#budget.allowsQuestion) {
        this.isCut = true;
        isPossible = true;
        break;
      }
      this.#budget.begin();
      const isMatch = covers(ready, demand, this.#budget);
      if (isMatch && demand.isCertain) this.#add(usage, demand);
      else if (isMatch !== false) isPossible = true;
    }
    if (usage.uses > 0) usage.status = 'used';
    else if (isPossible || !isAudited(subject, action, this.#observation.auditsReads)) usage.status = 'unknown';
    return usage;
  }

  #add(usage: ActionUsage, demand: CountedDemand): void {
    usage.uses += demand.count;
    if (usage.lastUsedAt === null || usage.lastUsedAt < demand.lastAt) usage.lastUsedAt = demand.lastAt;
    usage.demands.push(demand);
  }
}

const statusOf = (actions: readonly ActionUsage[]): UsageStatus => {
  if (actions.some(({ status }) => status === 'used')) return 'used';
  return actions.every(({ status }) => status === 'unused') ? 'unused' : 'unknown';
};

/** Finds which actions of each rule the demands needed. */
export const compareRules = async (
  rules: readonly ReadyRule[],
  observation: Observation,
  budget: ComparisonBudget,
): Promise<{ rules: RuleUsage[]; isCut: boolean }> => {
  const comparison = new Comparison(observation, budget);
  const usages: RuleUsage[] = [];
  for (const ready of rules) {
    const actions: ActionUsage[] = [];
    for (const action of ruleActions(ready.rule)) actions.push(await comparison.usageOf(ready, action));
    usages.push({ ready, actions, status: statusOf(actions) });
  }
  return { rules: usages, isCut: comparison.isCut };
};
