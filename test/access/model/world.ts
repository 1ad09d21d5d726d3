import type { Period } from '../../../src/access/granted.ts';
import type { Rule } from '../../../src/access/rule.ts';
import { timestamp, type Timestamp } from '../../../src/platform/clock.ts';
import type { Grant } from '../../../src/access/grant.ts';
import type { Values } from '../../../src/access/templates.ts';
import { spanOf } from '../../../src/resources/project/grants/period.ts';

/** The state of one small project. It is immutable: each step creates another. */
export interface ModelWorld {
  readonly now: Timestamp;
  /** Slugs by id. */
  readonly environments: Readonly<Record<string, string>>;
  readonly tags: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, ModelSecret>>;
  readonly members: Readonly<Record<string, ModelMember>>;
  readonly roles: Readonly<Record<string, ModelRole>>;
  readonly groups: Readonly<Record<string, ModelGroup>>;
}

export interface ModelSecret {
  readonly environment: string;
  readonly path: string;
  readonly name: string;
  readonly tags: readonly string[];
  /** Its earlier names, each of a version. */
  readonly formerNames: readonly string[];
}

export interface ModelRole {
  readonly slug: string;
  readonly rules: readonly Rule[];
}

export interface AssignedRole {
  readonly role: string;
  readonly period: Period;
}

export interface ModelPrivilege {
  readonly rules: readonly Rule[];
  readonly period: Period;
}

export interface ModelMember {
  readonly name: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly roles: readonly AssignedRole[];
  readonly privileges: Readonly<Record<string, ModelPrivilege>>;
}

export interface ModelGroup {
  readonly name: string;
  readonly members: readonly string[];
  readonly roles: readonly AssignedRole[];
}

export const minutesAfter = (time: Timestamp, minutes: number): Timestamp =>
  timestamp(new Date(Date.parse(time) + minutes * 60_000));

export const permanentPeriod: Period = {
  isTemporary: false,
  temporaryMode: null,
  temporaryRange: null,
  temporaryAccessStartTime: null,
  temporaryAccessEndTime: null,
};

export const forMinutes = (start: Timestamp, minutes: number): Period => ({
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange: `${minutes}m`,
  temporaryAccessStartTime: start,
  temporaryAccessEndTime: minutesAfter(start, minutes),
});

const source = { type: 'role', id: 'r', slug: 'r', name: null, group: null } as const;

/** All grants of a member, direct and through groups. */
export const grantsOf = (world: ModelWorld, id: string): Grant[] => {
  const { roles, privileges } = world.members[id]!;
  const ofGroups = Object.values(world.groups)
    .filter(({ members }) => members.includes(id))
    .flatMap((group) => group.roles);
  const granted = [
    ...[...roles, ...ofGroups].map(({ role, period }) => ({ rules: world.roles[role]!.rules, period })),
    ...Object.values(privileges),
  ];
  return granted.map(({ rules, period }) => ({ source, rules, ...spanOf(period) }));
};

export const valuesOf = ({ members }: ModelWorld, id: string): Values => ({
  id,
  username: members[id]!.name,
  metadata: members[id]!.metadata,
  authValues: {},
});

/** The subject fields of a secret. */
export const secretFields = ({ environments, tags }: ModelWorld, secret: ModelSecret) => ({
  environment: environments[secret.environment]!,
  secretPath: secret.path,
  secretName: secret.name,
  secretTags: secret.tags.map((id) => tags[id]!),
});

/** Replaces one entry of a record. */
export const withEntry = <T>(
  record: Readonly<Record<string, T>>,
  id: string,
  changes: Partial<T>,
): Readonly<Record<string, T>> => ({ ...record, [id]: { ...record[id]!, ...changes } });

export const withoutEntry = <T>(record: Readonly<Record<string, T>>, id: string): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== id));
