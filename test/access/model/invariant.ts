import type { Rule } from '../../../src/access/rule.ts';
import type { Grant, TimeSpan } from '../../../src/access/grant.ts';
import { timestamp, type Timestamp } from '../../../src/platform/clock.ts';
import { referenceApplies, referenceFilled, referenceIsActive, type SubjectFields } from '../reference.ts';
import type { Step } from './steps.ts';
import { grantsOf, secretFields, type ModelWorld } from './world.ts';

/**
 * An operation that may be allowed, with a label that does not change with names. All of its checks have to succeed.
 */
interface CheckedAction {
  readonly label: string;
  readonly subject: string;
  readonly action: string;
  readonly checks: readonly Check[];
}

interface Check {
  readonly fields: SubjectFields;
  /** Action, subject and fields, as the key of cached results. */
  readonly text: string;
}

/** The periods in which the rules about an operation apply, for each of its checks. */
export type Schedule = readonly { readonly allows: readonly TimeSpan[]; readonly denies: readonly TimeSpan[] }[];

/** What one member may do and when, by label; with the input that it was computed from. */
interface MemberReach {
  readonly grants: readonly Grant[];
  readonly values: string;
  readonly schedules: ReadonlyMap<string, Schedule>;
}

/** What all members may do and when, and the checks behind the labels. */
export interface Reach {
  readonly world: ModelWorld;
  readonly actions: readonly CheckedAction[];
  readonly members: ReadonlyMap<string, MemberReach>;
}

export interface Gain {
  readonly member: string;
  readonly label: string;
  readonly at: Timestamp;
  /** Whether the actor of the step could do as much before it. */
  readonly isGrantable: boolean;
}

const checkedAction = (
  label: string,
  subject: string,
  action: string,
  ...fields: readonly SubjectFields[]
): CheckedAction => ({
  label,
  subject,
  action,
  checks: fields.map((each) => ({ fields: each, text: JSON.stringify([action, subject, each]) })),
});

const secretActionNames = ['describeSecret', 'readValue', 'create', 'edit', 'delete'];

const secretActions = (world: ModelWorld): CheckedAction[] =>
  Object.entries(world.secrets).flatMap(([id, secret]) => {
    const now = secretFields(world, secret);
    const actions = secretActionNames.map((action) => checkedAction(`${action} ${id}`, 'secrets', action, now));
    const versions = [secret.name, ...secret.formerNames].map((name) =>
      checkedAction(`version ${name} ${id}`, 'secrets', 'readValue', now, { ...now, secretName: name }),
    );
    return [...actions, ...versions];
  });

const groupActions = ({ groups, roles }: ModelWorld): CheckedAction[] =>
  Object.entries(groups).flatMap(([id, { name: groupName }]) => [
    ...['read', 'edit'].map((action) => checkedAction(`${action} ${id}`, 'groups', action, { groupName })),
    ...Object.entries(roles).map(([role, { slug }]) =>
      checkedAction(`assign ${role} ${id}`, 'groups', 'assign-role', { groupName, assignableRole: slug }),
    ),
  ]);

const identityActions = ({ members, roles }: ModelWorld): CheckedAction[] =>
  Object.keys(members)
    .slice(0, 1)
    .flatMap((identityId) =>
      Object.entries(roles).map(([role, { slug }]) =>
        checkedAction(`assign ${role} ${identityId}`, 'identity', 'assign-role', { identityId, assignableRole: slug }),
      ),
    );

const actionsIn = (world: ModelWorld): CheckedAction[] => [
  ...secretActions(world),
  ...groupActions(world),
  ...identityActions(world),
];

/** Whether all names are equal, so that the operations are the same. */
const areNamesSame = (one: ModelWorld, other: ModelWorld): boolean => {
  const namesOf = ({ groups, roles }: ModelWorld): string =>
    [...Object.values(groups).map(({ name }) => name), ...Object.values(roles).map(({ slug }) => slug)].join();
  return (
    one.environments === other.environments &&
    one.tags === other.tags &&
    one.secrets === other.secrets &&
    namesOf(one) === namesOf(other)
  );
};

/** Caches results by rule and text, because the same rules are checked against the same fields again and again. */
class ResultCache<T> {
  readonly #results = new WeakMap<Rule, Map<string, T>>();

  get(rule: Rule, text: string, work: () => T): T {
    let answers = this.#results.get(rule);
    if (!answers) this.#results.set(rule, (answers = new Map()));
    if (!answers.has(text)) answers.set(text, work());
    return answers.get(text)!;
  }
}

const filledRules = new ResultCache<Rule | undefined>();
const filledRule = (rule: Rule, values: string): Rule | undefined =>
  filledRules.get(rule, values, () => referenceFilled(rule, JSON.parse(values) as Record<string, string>));

const applicability = new ResultCache<boolean>();
const applies = (rule: Rule, { subject, action }: CheckedAction, { fields, text }: Check): boolean =>
  applicability.get(rule, text, () => referenceApplies(rule, action, subject, fields));

const templateValues = ({ members }: ModelWorld, id: string): string => {
  const { name, metadata } = members[id]!;
  return JSON.stringify({
    'identity.id': id,
    'identity.username': name,
    ...Object.fromEntries(Object.entries(metadata).map(([key, value]) => [`identity.metadata.${key}`, value])),
  });
};

const schedulesOf = (
  grants: readonly Grant[],
  values: string,
  actions: readonly CheckedAction[],
  reuse: (label: string) => Schedule | undefined,
): Map<string, Schedule> => {
  const rules = grants.flatMap((span) => span.rules.map((rule) => ({ span, rule: filledRule(rule, values) })));
  const scheduleOf = (each: CheckedAction): Schedule => {
    const onSubject = rules.filter(({ rule }) => rule?.subject === each.subject);
    return each.checks.map((check) => {
      const applicable = onSubject.filter(({ rule }) => applies(rule!, each, check));
      return {
        allows: applicable.filter(({ rule }) => !rule!.inverted).map(({ span }) => span),
        denies: applicable.filter(({ rule }) => rule!.inverted).map(({ span }) => span),
      };
    });
  };
  return new Map(actions.map((each) => [each.label, reuse(each.label) ?? scheduleOf(each)]));
};

const isSameGrant = (one: Grant, other: Grant | undefined): boolean =>
  one.rules === other?.rules && one.startsAt === other.startsAt && one.endsAt === other.endsAt;

/** The labels of operations with the same checks as before. */
const unchangedActions = (
  actions: readonly CheckedAction[],
  previous: readonly CheckedAction[],
): ReadonlySet<string> => {
  const textOfAction = ({ checks }: CheckedAction): string => checks.map(({ text }) => text).join();
  const texts = new Map(previous.map((each) => [each.label, textOfAction(each)]));
  return new Set(actions.filter((each) => textOfAction(each) === texts.get(each.label)).map(({ label }) => label));
};

/**
 * Everything that any member may do, by the simple reference evaluator. Results for another state are reused where the
 * input is the same.
 */
export const reachIn = (world: ModelWorld, previous?: Reach): Reach => {
  const actions = previous && areNamesSame(previous.world, world) ? previous.actions : actionsIn(world);
  const asBefore = actions === previous?.actions ? undefined : unchangedActions(actions, previous?.actions ?? []);
  const members = Object.keys(world.members).map((id): readonly [string, MemberReach] => {
    const [grants, values, before] = [grantsOf(world, id), templateValues(world, id), previous?.members.get(id)];
    const isUnchanged =
      before?.values === values &&
      before.grants.length === grants.length &&
      grants.every((grant, index) => isSameGrant(grant, before.grants[index]));
    if (isUnchanged && !asBefore) return [id, before];
    const reuse = (label: string): Schedule | undefined =>
      isUnchanged && asBefore!.has(label) ? before.schedules.get(label) : undefined;
    return [id, { grants, values, schedules: schedulesOf(grants, values, actions, reuse) }];
  });
  return { world, actions, members: new Map(members) };
};

export const isYes = ({ allows, denies }: Schedule[number], at: Timestamp): boolean =>
  allows.some((span) => referenceIsActive(span, at)) && !denies.some((span) => referenceIsActive(span, at));

const isAllowed = (schedule: Schedule, at: Timestamp): boolean => schedule.every((answer) => isYes(answer, at));

/** Now, and around each later time at which a period begins or ends in one of the states. */
export const timesToCheck = (now: Timestamp, states: readonly Reach[]): Timestamp[] => {
  const spans = states.flatMap(({ members }) => [...members.values()].flatMap(({ grants }) => grants));
  const bounds = new Set(
    spans.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]).filter((time) => time !== null && time >= now),
  );
  const around = [...bounds].flatMap((time) =>
    [-1, 0, 1].map((offset) => timestamp(new Date(Date.parse(time!) + offset))),
  );
  return [...new Set([now, ...around])].filter((time) => time >= now);
};

export const textOf = (schedule: Schedule): string =>
  JSON.stringify(
    schedule.map(({ allows, denies }) =>
      [allows, denies].map((spans) => spans.map(({ startsAt, endsAt }) => [startsAt, endsAt])),
    ),
  );

/**
 * Whether the actor of the step could do as much. The actor who moves or relabels a secret could also have copied it,
 * so their current permissions count.
 */
const isGrantable = (
  { world: before, members }: Reach,
  step: Step,
  label: string,
  earlier: Schedule,
  at: Timestamp,
): boolean => {
  const own = members.get(step.actor)!.schedules;
  const mayNow = (other: string): boolean => isAllowed(own.get(other)!, before.now);
  if (step.kind === 'move-secret') {
    const { name, formerNames } = before.secrets[step.secret]!;
    return [name, ...formerNames].every((version) => mayNow(`version ${version} ${step.secret}`));
  }
  if (step.kind === 'relabel-secret') return mayNow(label);
  // A version needs two permissions, and the member may have had one of them before.
  return own.get(label)!.every((answer, index) => isYes(answer, at) || isYes(earlier[index]!, at));
};

/** Whether the object existed before: renaming or moving it does not create it. */
const isNoGain = (step: Step, label: string): boolean =>
  (step.kind === 'move-secret' || step.kind === 'relabel-secret') && label.startsWith('create ');

/** What any member may do after the step that they could not do before it, at any time. */
export const gainsOf = (step: Step, before: Reach, after: Reach): Gain[] => {
  let times: Timestamp[] | undefined;
  const gains: Gain[] = [];
  for (const [member, { schedules }] of after.members) {
    const schedulesBefore = before.members.get(member)!.schedules;
    if (schedulesBefore === schedules) continue;
    for (const [label, schedule] of schedules) {
      // The version of a new name contains the current value of the secret.
      const earlier = schedulesBefore.get(label);
      if (!earlier || earlier === schedule || isNoGain(step, label) || textOf(earlier) === textOf(schedule)) continue;
      times ??= timesToCheck(before.world.now, [before, after]);
      for (const at of times)
        if (isAllowed(schedule, at) && !isAllowed(earlier, at))
          gains.push({ member, label, at, isGrantable: isGrantable(before, step, label, earlier, at) });
    }
  }
  return gains;
};
