import type { Random } from './random.ts';
import {
  anyRule,
  environmentSlugs,
  groupNames,
  memberNames,
  operatorRules,
  paths,
  roleSlugs,
  secretNames,
  tagSlugs,
  wideRules,
} from './rules.ts';
import { anyMetadata, anyPeriod, anyRoles } from './steps.ts';
import { permanentPeriod, type AssignedRole, type ModelMember, type ModelSecret, type ModelWorld } from './world.ts';

export interface Size {
  readonly members: number;
  readonly secrets: number;
}

const start = '2030-01-01T00:00:00.000Z';

const numbered = <T>(prefix: string, entries: readonly T[]): Record<string, T> =>
  Object.fromEntries(entries.map((entry, index) => [`${prefix}-${index}`, entry]));

const anySecrets = (
  random: Random,
  count: number,
  environments: readonly string[],
  tags: readonly string[],
): ModelSecret[] => {
  const secrets = new Map<string, ModelSecret>();
  while (secrets.size < count) {
    const name = random.pick(secretNames);
    const formerNames = random.some(secretNames, 0.2).filter((former) => former !== name);
    const secret = {
      environment: random.pick(environments),
      path: random.pick(paths),
      name,
      tags: random.some(tags, 0.4),
      formerNames,
    };
    secrets.set(`${secret.environment} ${secret.path} ${secret.name}`, secret);
  }
  // Two secrets of one folder could not have had each other's names in turn.
  const all = [...secrets.values()];
  const isAlone = ({ environment, path }: ModelSecret): boolean =>
    all.filter((other) => other.environment === environment && other.path === path).length === 1;
  return all.map((secret) => (isAlone(secret) ? secret : { ...secret, formerNames: [] }));
};

/** Some are operators, one of them with nearly all permissions; the others have random rules. */
const anyMember = (random: Random, world: ModelWorld): ModelMember => {
  const operator: AssignedRole[] = random.chance(0.85)
    ? [{ role: 'operator', period: random.chance(0.85) ? permanentPeriod : anyPeriod(random, start) }]
    : [];
  const privileges = [
    ...(random.chance(0.5)
      ? [{ rules: wideRules(random), period: random.chance(0.5) ? permanentPeriod : anyPeriod(random, start) }]
      : []),
    ...random.times(random.below(3), () => ({
      rules: random.times(1 + random.below(3), () => anyRule(random)),
      period: anyPeriod(random, start),
    })),
  ];
  return {
    name: random.pick(memberNames),
    metadata: anyMetadata(random),
    roles: [...operator, ...anyRoles(random, world)],
    privileges: numbered('privilege', privileges),
  };
};

/** A random initial state. */
export const anyWorld = (random: Random, size: Size): ModelWorld => {
  const environments = numbered('environment', environmentSlugs.slice(0, 2 + random.below(2)));
  const tags = numbered('tag', tagSlugs.slice(0, 2 + random.below(2)));
  const roles = numbered(
    'role',
    roleSlugs.slice(0, 3).map((slug) => ({ slug, rules: random.times(1 + random.below(3), () => anyRule(random)) })),
  );
  const empty: ModelWorld = {
    now: start,
    environments,
    tags,
    roles,
    secrets: numbered('secret', anySecrets(random, size.secrets, Object.keys(environments), Object.keys(tags))),
    members: {},
    groups: {},
  };
  const members = numbered(
    'member',
    random.times(size.members, () => anyMember(random, empty)),
  );
  const groups = numbered(
    'group',
    groupNames
      .slice(0, 2)
      .map((name) => ({ name, members: random.some(Object.keys(members)), roles: anyRoles(random, empty) })),
  );
  return { ...empty, members, groups, roles: { ...roles, operator: { slug: 'operator', rules: operatorRules } } };
};
