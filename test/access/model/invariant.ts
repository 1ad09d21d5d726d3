import type { Rule } from '../../../src/access/rule.ts';
import type { Grant, TimeSpan } from '../../../src/access/grant.ts';
import { timestamp, type Timestamp } from '../../../src/platform/clock.ts';
import { referenceFilled, referenceIsActive, referenceSpeaksOf, type ReferenceThing } from '../reference.ts';
import type { Step } from './steps.ts';
import { grantsOf, secretFields, type ModelWorld } from './world.ts';

/**
 * Something that may be done, by a label that stays the same whatever is renamed. The answer to all of the questions
 * has to be yes.
 */
interface Deed {
  readonly label: string;
  readonly subject: string;
  readonly action: string;
  readonly questions: readonly Question[];
}

interface Question {
  readonly fields: ReferenceThing;
  /** Action, subject and fields, by which answers are remembered. */
  readonly text: string;
}

/** When the rules that speak of a deed hold, for each of its questions. */
type Schedule = readonly { readonly allows: readonly TimeSpan[]; readonly denies: readonly TimeSpan[] }[];

/** What one member may do and when, by label; with what that was worked out from. */
interface MemberReach {
  readonly grants: readonly Grant[];
  readonly values: string;
  readonly schedules: ReadonlyMap<string, Schedule>;
}

/** The same for everybody, and which questions are behind the labels. */
export interface Reach {
  readonly world: ModelWorld;
  readonly deeds: readonly Deed[];
  readonly members: ReadonlyMap<string, MemberReach>;
}

export interface Gain {
  readonly member: string;
  readonly label: string;
  readonly at: Timestamp;
  /** Whether the one who made the step could do as much before it. */
  readonly isCovered: boolean;
}

const deed = (label: string, subject: string, action: string, ...fields: readonly ReferenceThing[]): Deed => ({
  label,
  subject,
  action,
  questions: fields.map((each) => ({ fields: each, text: JSON.stringify([action, subject, each]) })),
});

const secretActions = ['describeSecret', 'readValue', 'create', 'edit', 'delete'];

const secretDeeds = (world: ModelWorld): Deed[] =>
  Object.entries(world.secrets).flatMap(([id, secret]) => {
    const now = secretFields(world, secret);
    const deeds = secretActions.map((action) => deed(`${action} ${id}`, 'secrets', action, now));
    const versions = [secret.name, ...secret.formerNames].map((name) =>
      deed(`version ${name} ${id}`, 'secrets', 'readValue', now, { ...now, secretName: name }),
    );
    return [...deeds, ...versions];
  });

const groupDeeds = ({ groups, roles }: ModelWorld): Deed[] =>
  Object.entries(groups).flatMap(([id, { name: groupName }]) => [
    ...['read', 'edit'].map((action) => deed(`${action} ${id}`, 'groups', action, { groupName })),
    ...Object.entries(roles).map(([role, { slug }]) =>
      deed(`assign ${role} ${id}`, 'groups', 'assign-role', { groupName, assignableRole: slug }),
    ),
  ]);

const identityDeeds = ({ members, roles }: ModelWorld): Deed[] =>
  Object.keys(members)
    .slice(0, 1)
    .flatMap((identityId) =>
      Object.entries(roles).map(([role, { slug }]) =>
        deed(`assign ${role} ${identityId}`, 'identity', 'assign-role', { identityId, assignableRole: slug }),
      ),
    );

const deedsIn = (world: ModelWorld): Deed[] => [...secretDeeds(world), ...groupDeeds(world), ...identityDeeds(world)];

/** Whether nothing has another name, so that the deeds are the same. */
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

/** What is said of a rule and a text, worked out once: the same rules are asked about the same again and again. */
class Answers<T> {
  readonly #known = new WeakMap<Rule, Map<string, T>>();

  get(rule: Rule, text: string, work: () => T): T {
    let answers = this.#known.get(rule);
    if (!answers) this.#known.set(rule, (answers = new Map()));
    if (!answers.has(text)) answers.set(text, work());
    return answers.get(text)!;
  }
}

const filledRules = new Answers<Rule | undefined>();
const filledRule = (rule: Rule, values: string): Rule | undefined =>
  filledRules.get(rule, values, () => referenceFilled(rule, JSON.parse(values) as Record<string, string>));

const spoken = new Answers<boolean>();
const speaksOf = (rule: Rule, { subject, action }: Deed, { fields, text }: Question): boolean =>
  spoken.get(rule, text, () => referenceSpeaksOf(rule, action, subject, fields));

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
  deeds: readonly Deed[],
  reuse: (label: string) => Schedule | undefined,
): Map<string, Schedule> => {
  const rules = grants.flatMap((span) => span.rules.map((rule) => ({ span, rule: filledRule(rule, values) })));
  const scheduleOf = (each: Deed): Schedule => {
    const onSubject = rules.filter(({ rule }) => rule?.subject === each.subject);
    return each.questions.map((question) => {
      const said = onSubject.filter(({ rule }) => speaksOf(rule!, each, question));
      return {
        allows: said.filter(({ rule }) => !rule!.inverted).map(({ span }) => span),
        denies: said.filter(({ rule }) => rule!.inverted).map(({ span }) => span),
      };
    });
  };
  return new Map(deeds.map((each) => [each.label, reuse(each.label) ?? scheduleOf(each)]));
};

const isSameGrant = (one: Grant, other: Grant | undefined): boolean =>
  one.rules === other?.rules && one.startsAt === other.startsAt && one.endsAt === other.endsAt;

/** The labels of deeds about which the same is asked as before. */
const askedBefore = (deeds: readonly Deed[], known: readonly Deed[]): ReadonlySet<string> => {
  const textOfDeed = ({ questions }: Deed): string => questions.map(({ text }) => text).join();
  const texts = new Map(known.map((each) => [each.label, textOfDeed(each)]));
  return new Set(deeds.filter((each) => textOfDeed(each) === texts.get(each.label)).map(({ label }) => label));
};

/**
 * Everything that anybody may do, by the slow and obvious evaluator. What was worked out for another state is taken
 * over where it is the same.
 */
export const reachIn = (world: ModelWorld, known?: Reach): Reach => {
  const deeds = known && areNamesSame(known.world, world) ? known.deeds : deedsIn(world);
  const asBefore = deeds === known?.deeds ? undefined : askedBefore(deeds, known?.deeds ?? []);
  const members = Object.keys(world.members).map((id): readonly [string, MemberReach] => {
    const [grants, values, before] = [grantsOf(world, id), templateValues(world, id), known?.members.get(id)];
    const isUnchanged =
      before?.values === values &&
      before.grants.length === grants.length &&
      grants.every((grant, index) => isSameGrant(grant, before.grants[index]));
    if (isUnchanged && !asBefore) return [id, before];
    const reuse = (label: string): Schedule | undefined =>
      isUnchanged && asBefore!.has(label) ? before.schedules.get(label) : undefined;
    return [id, { grants, values, schedules: schedulesOf(grants, values, deeds, reuse) }];
  });
  return { world, deeds, members: new Map(members) };
};

const isYes = ({ allows, denies }: Schedule[number], at: Timestamp): boolean =>
  allows.some((span) => referenceIsActive(span, at)) && !denies.some((span) => referenceIsActive(span, at));

const isAllowed = (schedule: Schedule, at: Timestamp): boolean => schedule.every((answer) => isYes(answer, at));

/** Now, and around each later time at which anything begins or ends in one of the states. */
const timesToLookAt = (now: Timestamp, states: readonly Reach[]): Timestamp[] => {
  const spans = states.flatMap(({ members }) => [...members.values()].flatMap(({ grants }) => grants));
  const bounds = new Set(
    spans.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]).filter((time) => time !== null && time >= now),
  );
  const around = [...bounds].flatMap((time) =>
    [-1, 0, 1].map((offset) => timestamp(new Date(Date.parse(time!) + offset))),
  );
  return [...new Set([now, ...around])].filter((time) => time >= now);
};

const textOf = (schedule: Schedule): string =>
  JSON.stringify(
    schedule.map(({ allows, denies }) =>
      [allows, denies].map((spans) => spans.map(({ startsAt, endsAt }) => [startsAt, endsAt])),
    ),
  );

/**
 * Whether whoever makes the step could do as much itself. Who moves or relabels a secret could as well have copied it:
 * what they may do now counts.
 */
const isCovered = (
  { world: before, members }: Reach,
  step: Step,
  label: string,
  earlier: Schedule,
  at: Timestamp,
): boolean => {
  const own = members.get(step.actor)!.schedules;
  const mayNow = (deed: string): boolean => isAllowed(own.get(deed)!, before.now);
  if (step.kind === 'move-secret') {
    const { name, formerNames } = before.secrets[step.secret]!;
    return [name, ...formerNames].every((version) => mayNow(`version ${version} ${step.secret}`));
  }
  if (step.kind === 'relabel-secret') return mayNow(label);
  // A version needs two permissions, and the member may have had one of them before.
  return own.get(label)!.every((answer, index) => isYes(answer, at) || isYes(earlier[index]!, at));
};

/** What is there already is not created by giving it another name or folder. */
const isNoGain = (step: Step, label: string): boolean =>
  (step.kind === 'move-secret' || step.kind === 'relabel-secret') && label.startsWith('create ');

/** What anybody may do after the step that they might not do before it, at whichever time. */
export const gainsOf = (step: Step, before: Reach, after: Reach): Gain[] => {
  let times: Timestamp[] | undefined;
  const gains: Gain[] = [];
  for (const [member, { schedules }] of after.members) {
    const schedulesBefore = before.members.get(member)!.schedules;
    if (schedulesBefore === schedules) continue;
    for (const [label, schedule] of schedules) {
      // The version of a new name says what the secret says anyway.
      const earlier = schedulesBefore.get(label);
      if (!earlier || earlier === schedule || isNoGain(step, label) || textOf(earlier) === textOf(schedule)) continue;
      times ??= timesToLookAt(before.world.now, [before, after]);
      for (const at of times)
        if (isAllowed(schedule, at) && !isAllowed(earlier, at))
          gains.push({ member, label, at, isCovered: isCovered(before, step, label, earlier, at) });
    }
  }
  return gains;
};
