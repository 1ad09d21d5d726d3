import type { Step } from './steps.ts';
import { minutesAfter, withEntry, withoutEntry, type ModelWorld } from './world.ts';

/** Whether all objects of the step exist and its new names are free; other steps have no meaning. */
export const isPossible = (world: ModelWorld, step: Step): boolean => {
  const { environments, tags, secrets, members, groups, roles } = world;
  const isFree = (names: readonly string[], to: string): boolean => !names.includes(to);
  switch (step.kind) {
    case 'create-privilege':
      return !(step.privilege in members[step.member]!.privileges);
    case 'change-privilege':
    case 'delete-privilege':
      return step.privilege in members[step.member]!.privileges;
    case 'join-group':
      return !groups[step.group]!.members.includes(step.member);
    case 'leave-group':
      return groups[step.group]!.members.includes(step.member);
    case 'rename-environment':
      return isFree(Object.values(environments), step.to);
    case 'rename-tag':
      return step.id in tags && isFree(Object.values(tags), step.to);
    case 'rename-role':
      return isFree(
        Object.values(roles).map(({ slug }) => slug),
        step.to,
      );
    case 'rename-group':
      return isFree(
        Object.values(groups).map(({ name }) => name),
        step.to,
      );
    case 'delete-tag':
      return step.id in tags;
    case 'relabel-secret':
      return (
        step.tags.every((id) => id in tags) &&
        !isTaken(world, step.secret, { ...secrets[step.secret]!, name: step.name })
      );
    case 'move-secret': {
      const before = secrets[step.secret]!;
      return (
        (before.environment !== step.environment || before.path !== step.path) &&
        !isTaken(world, step.secret, { ...before, environment: step.environment, path: step.path })
      );
    }
    default:
      return true;
  }
};

type Location = Pick<ModelWorld['secrets'][string], 'environment' | 'path' | 'name'>;

const isTaken = ({ secrets }: ModelWorld, id: string, { environment, path, name }: Location): boolean =>
  Object.entries(secrets).some(
    ([other, secret]) =>
      other !== id && secret.environment === environment && secret.path === path && secret.name === name,
  );

const relabelled = (world: ModelWorld, { secret: id, name, tags }: Step & { kind: 'relabel-secret' }): ModelWorld => {
  const before = world.secrets[id]!;
  const formerNames = [...new Set([...before.formerNames, before.name])].filter((former) => former !== name);
  return { ...world, secrets: withEntry(world.secrets, id, { name, tags, formerNames }) };
};

const withoutTag = (world: ModelWorld, id: string): ModelWorld => ({
  ...world,
  tags: withoutEntry(world.tags, id),
  secrets: Object.fromEntries(
    Object.entries(world.secrets).map(([key, secret]) => [
      key,
      { ...secret, tags: secret.tags.filter((tag) => tag !== id) },
    ]),
  ),
});

/** The state after the step. */
export const apply = (world: ModelWorld, step: Step): ModelWorld => {
  const { members, groups, roles } = world;
  switch (step.kind) {
    case 'create-privilege':
    case 'change-privilege': {
      const privileges = {
        ...members[step.member]!.privileges,
        [step.privilege]: { rules: step.rules, period: step.period },
      };
      return { ...world, members: withEntry(members, step.member, { privileges }) };
    }
    case 'delete-privilege':
      return {
        ...world,
        members: withEntry(members, step.member, {
          privileges: withoutEntry(members[step.member]!.privileges, step.privilege),
        }),
      };
    case 'assign-roles':
      return { ...world, members: withEntry(members, step.member, { roles: step.roles }) };
    case 'assign-group-roles':
      return { ...world, groups: withEntry(groups, step.group, { roles: step.roles }) };
    case 'change-role':
      return { ...world, roles: withEntry(roles, step.role, { rules: step.rules }) };
    case 'join-group':
      return {
        ...world,
        groups: withEntry(groups, step.group, { members: [...groups[step.group]!.members, step.member] }),
      };
    case 'leave-group':
      return {
        ...world,
        groups: withEntry(groups, step.group, {
          members: groups[step.group]!.members.filter((id) => id !== step.member),
        }),
      };
    case 'rename-environment':
      return { ...world, environments: { ...world.environments, [step.id]: step.to } };
    case 'rename-tag':
      return { ...world, tags: { ...world.tags, [step.id]: step.to } };
    case 'rename-role':
      return { ...world, roles: withEntry(roles, step.id, { slug: step.to }) };
    case 'rename-group':
      return { ...world, groups: withEntry(groups, step.id, { name: step.to }) };
    case 'delete-tag':
      return withoutTag(world, step.id);
    case 'change-values':
      return { ...world, members: withEntry(members, step.member, { name: step.name, metadata: step.metadata }) };
    case 'relabel-secret':
      return relabelled(world, step);
    case 'move-secret':
      return {
        ...world,
        secrets: withEntry(world.secrets, step.secret, { environment: step.environment, path: step.path }),
      };
    case 'wait':
      return { ...world, now: minutesAfter(world.now, step.minutes) };
  }
};
