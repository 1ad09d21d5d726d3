import type { Period } from '../../../src/access/granted.ts';
import type { Rule } from '../../../src/access/rule.ts';
import type { Timestamp } from '../../../src/platform/clock.ts';
import type { Random } from './random.ts';
import {
  environmentSlugs,
  groupNames,
  memberNames,
  paths,
  roleSlugs,
  rulesToGive,
  secretNames,
  tagSlugs,
  teams,
} from './rules.ts';
import { forMinutes, grantsOf, minutesAfter, permanentPeriod, type AssignedRole, type ModelWorld } from './world.ts';

/** An attempted change; all of its values are fixed, so that it can be repeated in another state. */
export type Step = { readonly actor: string } & (
  | {
      readonly kind: 'create-privilege' | 'change-privilege';
      readonly member: string;
      readonly privilege: string;
      readonly rules: readonly Rule[];
      readonly period: Period;
    }
  | { readonly kind: 'delete-privilege'; readonly member: string; readonly privilege: string }
  | { readonly kind: 'assign-roles'; readonly member: string; readonly roles: readonly AssignedRole[] }
  | { readonly kind: 'assign-group-roles'; readonly group: string; readonly roles: readonly AssignedRole[] }
  | { readonly kind: 'change-role'; readonly role: string; readonly rules: readonly Rule[] }
  | { readonly kind: 'join-group' | 'leave-group'; readonly group: string; readonly member: string }
  | {
      readonly kind: 'rename-environment' | 'rename-tag' | 'rename-role' | 'rename-group';
      readonly id: string;
      readonly to: string;
    }
  | { readonly kind: 'delete-tag'; readonly id: string }
  | {
      readonly kind: 'change-values';
      readonly member: string;
      readonly name: string;
      readonly metadata: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'relabel-secret';
      readonly secret: string;
      readonly name: string;
      readonly tags: readonly string[];
    }
  | { readonly kind: 'move-secret'; readonly secret: string; readonly environment: string; readonly path: string }
  | { readonly kind: 'wait'; readonly minutes: number }
);

type Maker = (random: Random, world: ModelWorld, actor: string) => Step | undefined;

/** A permanent period, or one that begins now or later, or has ended. */
export const anyPeriod = (random: Random, now: Timestamp): Period =>
  random.chance(0.4)
    ? permanentPeriod
    : forMinutes(minutesAfter(now, random.pick([-60, -10, 0, 5, 30])), random.pick([5, 20, 60, 240]));

export const anyRoles = (random: Random, world: ModelWorld): AssignedRole[] =>
  [...new Set(random.times(1 + random.below(2), () => random.pick(Object.keys(world.roles))))].map((role) => ({
    role,
    period: anyPeriod(random, world.now),
  }));

export const anyMetadata = (random: Random): Record<string, string> =>
  random.chance(0.15) ? {} : { team: random.pick(teams) };

const memberOf = (random: Random, world: ModelWorld): string => random.pick(Object.keys(world.members));

/** One of these values that is not in use. */
const unused = (random: Random, values: readonly string[], taken: readonly string[]): string | undefined => {
  const free = values.filter((value) => !taken.includes(value));
  return free.length > 0 ? random.pick(free) : undefined;
};

const renaming = (
  kind: 'rename-environment' | 'rename-tag' | 'rename-role' | 'rename-group',
  values: readonly string[],
  namesIn: (world: ModelWorld) => Readonly<Record<string, string>>,
): Maker => {
  return (random, world, actor) => {
    const names = namesIn(world);
    const to = unused(random, values, Object.values(names));
    return to === undefined || Object.keys(names).length === 0
      ? undefined
      : { kind, actor, id: random.pick(Object.keys(names)), to };
  };
};

const namesOf = <T>(record: Readonly<Record<string, T>>, name: (entry: T) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(record).map(([id, entry]) => [id, name(entry)]));

const ownRules = (world: ModelWorld, actor: string): readonly Rule[] =>
  grantsOf(world, actor).flatMap(({ rules }) => rules);

const anyPrivilege = (random: Random, world: ModelWorld): { member: string; privilege: string } | undefined => {
  const all = Object.entries(world.members).flatMap(([member, { privileges }]) =>
    Object.keys(privileges).map((privilege) => ({ member, privilege })),
  );
  return all.length > 0 ? random.pick(all) : undefined;
};

/** The maximum number of privileges of one member. */
const maxPrivileges = 4;

const makers: readonly (readonly [weight: number, Maker])[] = [
  [
    4,
    (random, world, actor) => {
      const member = memberOf(random, world);
      const privilege = unused(
        random,
        random.times(maxPrivileges, (index) => `privilege-${index}`),
        Object.keys(world.members[member]!.privileges),
      );
      return privilege === undefined
        ? undefined
        : {
            kind: 'create-privilege',
            actor,
            member,
            privilege,
            rules: rulesToGive(random, ownRules(world, actor)),
            period: anyPeriod(random, world.now),
          };
    },
  ],
  [
    3,
    (random, world, actor) => {
      const chosen = anyPrivilege(random, world);
      if (!chosen) return undefined;
      const held = world.members[chosen.member]!.privileges[chosen.privilege]!;
      const rules = random.pick([held.rules, random.some(held.rules), rulesToGive(random, ownRules(world, actor))]);
      return {
        kind: 'change-privilege',
        actor,
        ...chosen,
        rules: rules.length > 0 ? rules : held.rules,
        period: random.chance(0.4) ? held.period : anyPeriod(random, world.now),
      };
    },
  ],
  [
    2,
    (random, world, actor) => {
      const chosen = anyPrivilege(random, world);
      return chosen && { kind: 'delete-privilege', actor, ...chosen };
    },
  ],
  [
    3,
    (random, world, actor) => ({
      kind: 'assign-roles',
      actor,
      member: memberOf(random, world),
      roles: anyRoles(random, world),
    }),
  ],
  [
    2,
    (random, world, actor) => ({
      kind: 'assign-group-roles',
      actor,
      group: random.pick(Object.keys(world.groups)),
      roles: anyRoles(random, world),
    }),
  ],
  [
    2,
    (random, world, actor) => {
      const role = random.pick(Object.keys(world.roles));
      const held = world.roles[role]!.rules;
      const changed = [...random.some(held, 0.7), ...random.some(ownRules(world, actor), 0.1)];
      return {
        kind: 'change-role',
        actor,
        role,
        rules: changed.length > 0 && random.chance(0.5) ? changed : rulesToGive(random, ownRules(world, actor)),
      };
    },
  ],
  [
    3,
    (random, world, actor) => {
      const group = random.pick(Object.keys(world.groups));
      const member = memberOf(random, world);
      return {
        kind: world.groups[group]!.members.includes(member) ? 'leave-group' : 'join-group',
        actor,
        group,
        member,
      };
    },
  ],
  [2, renaming('rename-environment', environmentSlugs, ({ environments }) => environments)],
  [2, renaming('rename-tag', tagSlugs, ({ tags }) => tags)],
  [1, renaming('rename-role', roleSlugs, ({ roles }) => namesOf(roles, ({ slug }) => slug))],
  [2, renaming('rename-group', groupNames, ({ groups }) => namesOf(groups, ({ name }) => name))],
  [
    0.3,
    (random, world, actor) =>
      Object.keys(world.tags).length > 1
        ? { kind: 'delete-tag', actor, id: random.pick(Object.keys(world.tags)) }
        : undefined,
  ],
  [
    4,
    (random, world, actor) => {
      const member = random.chance(0.3) ? actor : memberOf(random, world);
      const { name, metadata } = world.members[member]!;
      return {
        kind: 'change-values',
        actor,
        member,
        name: random.chance(0.4) ? random.pick(memberNames) : name,
        metadata: random.chance(0.7) ? anyMetadata(random) : metadata,
      };
    },
  ],
  [
    4,
    (random, world, actor) => {
      const secret = random.pick(Object.keys(world.secrets));
      const { name, tags } = world.secrets[secret]!;
      return {
        kind: 'relabel-secret',
        actor,
        secret,
        name: random.chance(0.5) ? random.pick(secretNames) : name,
        tags: random.chance(0.6) ? random.some(Object.keys(world.tags)) : tags,
      };
    },
  ],
  [
    3,
    (random, world, actor) => ({
      kind: 'move-secret',
      actor,
      secret: random.pick(Object.keys(world.secrets)),
      environment: random.pick(Object.keys(world.environments)),
      path: random.pick(paths),
    }),
  ],
  [2, (random, _world, actor) => ({ kind: 'wait', actor, minutes: random.pick([1, 5, 15, 60]) })],
];

const total = makers.reduce((sum, [weight]) => sum + weight, 0);

/** A random attempt of a random member. */
export const anyStep = (random: Random, world: ModelWorld): Step => {
  for (;;) {
    let left = random.next() * total;
    const [, make] = makers.find(([weight]) => (left -= weight) < 0) ?? makers[0]!;
    const step = make(random, world, memberOf(random, world));
    if (step) return step;
  }
};
