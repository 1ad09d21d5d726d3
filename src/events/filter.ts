import { globCharacters, type GlobCharacter } from '../access/glob.ts';
import { compileGlob } from '../access/glob-matcher.ts';
import { globsOverlap } from '../access/glob-overlap.ts';
import type { Ability } from '../access/ability.ts';
import { ComparisonBudget } from '../access/comparison-budget.ts';
import { isActive, type ReadyRule } from '../access/grant.ts';
import { fits, type FieldCondition } from '../access/conditions.ts';
import type { Timestamp } from '../platform/clock.ts';
import { ServiceError } from '../platform/errors.ts';
import type { EventKind, EventOrigin, EventRow } from '../resources/secrets/events/store.ts';

export const eventSubject = 'secret-event-subscriptions';

const actions: Readonly<Record<EventKind, string>> = {
  'secret:create': 'subscribe-to-creation-events',
  'secret:update': 'subscribe-to-update-events',
  'secret:delete': 'subscribe-to-deletion-events',
  'secret:import-mutation': 'subscribe-to-import-mutation-events',
};

export const actionFor = (kind: EventKind): string => actions[kind];

/** Selects the events of a stream. */
export interface Filter {
  readonly kind: EventKind;
  /** The slug of the environment; undefined for all. */
  readonly environment: string | undefined;
  /** A folder path or a pattern of paths; undefined for all. */
  readonly path: string | undefined;
}

export const isPattern = (path: string): boolean => /[*?{]/.test(path);

/** Returns a function that tests whether a folder path or a pattern of paths selects a path; compiles it once. */
export const pathMatcher = (path: string): ((candidate: string) => boolean) =>
  compileGlob(isPattern(path) ? globCharacters(path) : literal(path));

/** Returns a function that tests whether the filter selects an event; the pattern is compiled once. */
export const matcherOf = ({
  kind,
  environment,
  path,
}: Filter): ((event: Pick<EventRow, 'kind' | 'environment' | 'path'>) => boolean) => {
  const matchesPath = path === undefined ? () => true : pathMatcher(path);
  return (event) =>
    event.kind === kind && (environment === undefined || event.environment === environment) && matchesPath(event.path);
};

const literal = (text: string): GlobCharacter[] => Array.from(text, (character) => ({ character, isLiteral: true }));

/** The subject fields of an event; events never have a connection. */
export const eventFields = ({ environment, path }: Pick<EventRow, 'environment' | 'path'>) => ({
  environment,
  secretPath: path,
  connectionId: undefined,
});

/** Whether some path that the pattern matches may satisfy the condition. */
const mayFit = (condition: FieldCondition, pattern: string, budget: ComparisonBudget): boolean => {
  const matches = compileGlob(globCharacters(pattern));
  const literals = [...(condition.$eq === undefined ? [] : [condition.$eq]), ...(condition.$in ?? [])];
  if (condition.$eq !== undefined || condition.$in !== undefined)
    return literals.some((text) => matches(text) && fits(condition, text, budget));
  return condition.$glob === undefined || globsOverlap(globCharacters(pattern), condition.$glob.characters, budget);
};

const mayAllow = (
  { isDeny, conditions }: ReadyRule,
  { environment, path }: Filter,
  budget: ComparisonBudget,
): boolean => {
  if (isDeny) return false;
  for (const [field, condition] of conditions) {
    if (condition === 'unknown') return false;
    if (field === 'environment' && environment !== undefined && !fits(condition, environment, budget)) return false;
    if (
      field === 'secretPath' &&
      path !== undefined &&
      !(isPattern(path) ? mayFit(condition, path, budget) : fits(condition, path, budget))
    )
      return false;
    if (field === 'connectionId') return false;
  }
  return true;
};

/**
 * Whether some event that the filter selects may be delivered by these rules; 400 if that needs too many comparisons.
 */
export const mayDeliver = (
  ability: Ability,
  filter: Filter,
  now: Timestamp,
  budget = new ComparisonBudget(),
): boolean => {
  const { environment, path } = filter;
  const fields = {
    connectionId: undefined,
    ...(environment !== undefined && { environment }),
    ...(path !== undefined && !isPattern(path) && { secretPath: path }),
  };
  const action = actionFor(filter.kind);
  return (
    ability.narrow(action, eventSubject, fields, now, budget).mayAllow &&
    ability.rulesOn(action, eventSubject).some((rule) => isActive(rule.grant, now) && mayAllow(rule, filter, budget))
  );
};

/** Returns false if the work needs too many comparisons. */
const orFalse = (work: () => boolean): boolean => {
  try {
    return work();
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
};

/** Whether the event may be delivered by these rules; false if that needs too many comparisons. */
export const mayDeliverEvent = (ability: Ability, event: EventRow, now: Timestamp): boolean =>
  orFalse(() => ability.decide(actionFor(event.kind), eventSubject, eventFields(event), now).isAllowed);

/** Whether these rules of another project may allow reading a secret in its folder. */
export const mayReadOrigin = (ability: Ability, { environment, path }: EventOrigin, now: Timestamp): boolean =>
  orFalse(() =>
    ['describeSecret', 'readValue'].every(
      (action) =>
        ability.narrow(action, 'secrets', { environment, secretPath: path }, now, new ComparisonBudget()).mayAllow,
    ),
  );
