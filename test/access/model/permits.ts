import type { ProjectWithRevisions } from '../../../src/access/project.ts';
import { Ability, projectActions } from '../../../src/access/ability.ts';
import type { GrantedRules } from '../../../src/access/permission-boundary.ts';
import { RefusedInProject } from '../../../src/access/denied.ts';
import { systemClock, type Clock } from '../../../src/platform/clock.ts';
import { permanently } from '../../../src/access/grant.ts';
import { ProjectAccessByRules } from '../../../src/access/project-access.ts';
import { grantedBy } from '../../../src/access/granted-rules.ts';
import {
  rulesUnderBothNames,
  searchesFor,
  subjectsWithCondition,
  type Renaming,
} from '../../../src/access/renaming.ts';
import { grantedByJoining, changedByLeaving } from '../../../src/resources/organization/groups/boundary.ts';
import { isOver } from '../../../src/resources/project/grants/period.ts';
import {
  requireChangeable,
  requireDeletable,
  requireGrantable,
} from '../../../src/resources/project/privileges/grant.ts';
import { requireAssignable, type RoleRecipient } from '../../../src/resources/project/project-memberships/assign.ts';
import { grantedByValues } from '../../../src/resources/project/project-memberships/boundary.ts';
import { disclosesMore } from '../../../src/resources/secrets/secrets/reading/disclosure.ts';
import type { Step } from './steps.ts';
import {
  grantsOf,
  secretFields,
  valuesOf,
  type AssignedRole,
  type ModelPrivilege,
  type ModelSecret,
  type ModelWorld,
} from './world.ts';

type Of<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

/**
 * One attempt: the caller's access, and the state before the step. Each method does what the service of the same name
 * does, with its functions.
 */
class Attempt {
  readonly #world: ModelWorld;
  readonly #project: ProjectAccessByRules;
  readonly #clock: Clock;

  constructor(world: ModelWorld, actor: string) {
    this.#world = world;
    this.#clock = { ...systemClock, now: () => new Date(world.now) };
    const ability = new Ability(grantsOf(world, actor), valuesOf(world, actor), projectActions);
    this.#project = new ProjectAccessByRules(
      { id: 'project' } as ProjectWithRevisions,
      { ability, values: valuesOf(world, actor), isMember: true, origin: '', weight: 0 },
      this.#clock,
    );
  }

  async privilege(step: Of<'create-privilege' | 'change-privilege' | 'delete-privilege'>): Promise<void> {
    const recipient = {
      subject: 'identity' as const,
      fields: { identityId: step.member },
      values: valuesOf(this.#world, step.member),
    };
    this.#project.require('edit', 'identity', { identityId: step.member });
    const granted = ({ rules, period }: ModelPrivilege) => ({ permissions: rules, ...period });
    const before = this.#world.members[step.member]!.privileges[step.privilege];
    if (step.kind === 'create-privilege') return requireGrantable(this.#project, recipient, granted(step));
    if (step.kind === 'delete-privilege')
      return requireDeletable({ clock: this.#clock }, this.#project, recipient, granted(before!));
    return requireChangeable({ clock: this.#clock }, this.#project, recipient, granted(before!), granted(step));
  }

  async roles(step: Of<'assign-roles' | 'assign-group-roles'>): Promise<void> {
    const { members, groups } = this.#world;
    const [recipient, held]: [RoleRecipient, readonly AssignedRole[]] =
      step.kind === 'assign-roles'
        ? [
            { subject: 'identity', fields: { identityId: step.member }, values: valuesOf(this.#world, step.member) },
            members[step.member]!.roles,
          ]
        : [{ subject: 'groups', fields: { groupName: groups[step.group]!.name } }, groups[step.group]!.roles];
    this.#project.require('edit', recipient.subject, recipient.fields);
    await requireAssignable(
      this.#project,
      { clock: this.#clock },
      recipient,
      held.map((role) => this.#heldRole(role)),
      step.roles.map((role) => this.#chosenRole(role)),
    );
  }

  async changeRole({ role, rules }: Of<'change-role'>): Promise<void> {
    this.#project.require('edit', 'role');
    await this.#project.requirePermissionBoundary({
      rules: grantedBy(this.#world.roles[role]!.rules, rules),
      during: permanently,
    });
  }

  async membership({ kind, group, member }: Of<'join-group' | 'leave-group'>): Promise<void> {
    const roles = this.#world.groups[group]!.roles.map((role) => this.#heldRole(role)).filter(
      (role) => !isOver(role, this.#world.now),
    );
    const granted = kind === 'join-group' ? grantedByJoining(roles) : changedByLeaving(roles);
    await this.#requireAll(granted.map((each) => ({ ...each, values: valuesOf(this.#world, member) })));
  }

  async values({ member, name, metadata }: Of<'change-values'>): Promise<void> {
    const before = valuesOf(this.#world, member);
    this.#project.require('edit', 'identity', { identityId: member });
    if (name === before.username && JSON.stringify(metadata) === JSON.stringify(before.metadata)) return;
    this.#project.require('grant-privileges', 'identity', { identityId: member });
    const lasting = grantsOf(this.#world, member).filter(({ endsAt }) => endsAt === null || this.#world.now < endsAt);
    await this.#requireAll(grantedByValues(lasting, before, { ...before, username: name, metadata }));
  }

  async rename(action: string, subject: string | undefined, renaming: Omit<Renaming, 'subjects'>): Promise<void> {
    const whole = { ...renaming, subjects: subjectsWithCondition(renaming.field) };
    if (subject !== undefined) this.#project.require(action, subject);
    if (this.#someRuleDistinguishes([whole]))
      await this.#requireAll([{ rules: rulesUnderBothNames(whole), during: permanently }]);
  }

  relabel({ secret: id, name, tags }: Of<'relabel-secret'>): void {
    const before = this.#world.secrets[id]!;
    const slugged = (ids: readonly string[]) => ids.map((tag) => ({ slug: this.#world.tags[tag]! }));
    this.#onSecret('edit', before);
    this.#onSecret('edit', { ...before, name, tags });
    const folder = { environment: this.#world.environments[before.environment]!, path: before.path };
    const relabelling = {
      before: { row: { id, key: before.name, ownerId: '' }, tags: slugged(before.tags) },
      keyAfter: name,
      tagsAfter: slugged(tags),
    };
    if (this.#someRuleDistinguishes(disclosesMore(this.#project, folder, relabelling, before.formerNames)))
      this.#project.refuse('readValue', 'secrets');
  }

  move({ secret: id, environment, path }: Of<'move-secret'>): void {
    const before = this.#world.secrets[id]!;
    this.#onSecret('readValue', before);
    this.#onSecret('delete', before);
    this.#onSecret('create', { ...before, environment, path });
    for (const name of before.formerNames) this.#onSecret('readValue', { ...before, name });
  }

  #onSecret(action: string, secret: ModelSecret): void {
    this.#project.require(action, 'secrets', secretFields(this.#world, secret));
  }

  async #requireAll(granted: readonly GrantedRules[]): Promise<void> {
    for (const each of granted) await this.#project.requirePermissionBoundary(each);
  }

  /** Uses the rules that the store of grants returns: those of every role, and of privileges that have not ended. */
  #someRuleDistinguishes(renamings: readonly Renaming[]): boolean {
    const privileges = Object.values(this.#world.members).flatMap((member) => Object.values(member.privileges));
    const written = [
      ...Object.values(this.#world.roles),
      ...privileges.filter(({ period }) => !isOver(period, this.#world.now)),
    ];
    return [...searchesFor(renamings).values()].some((search) => written.some(search.distinguishes));
  }

  #chosenRole({ role, period }: AssignedRole) {
    const { slug, rules } = this.#world.roles[role]!;
    return { slug, role: 'custom', customRoleId: role, rules, ...period };
  }

  #heldRole({ role, period }: AssignedRole) {
    const { slug, rules } = this.#world.roles[role]!;
    const row = {
      id: role,
      projectMembershipId: '',
      customRoleId: role,
      customRoleName: slug,
      customRoleDescription: null,
      position: 0,
      createdAt: '',
      updatedAt: '',
    };
    return { ...row, role: 'custom', customRoleSlug: slug, permissions: rules, ...period };
  }
}

const attempt = async (world: ModelWorld, step: Step): Promise<void> => {
  const caller = new Attempt(world, step.actor);
  switch (step.kind) {
    case 'create-privilege':
    case 'change-privilege':
    case 'delete-privilege':
      return caller.privilege(step);
    case 'assign-roles':
    case 'assign-group-roles':
      return caller.roles(step);
    case 'change-role':
      return caller.changeRole(step);
    case 'join-group':
    case 'leave-group':
      return caller.membership(step);
    case 'rename-environment':
      return caller.rename('edit', 'environments', {
        field: 'environment',
        before: world.environments[step.id]!,
        after: step.to,
      });
    case 'rename-tag':
      return caller.rename('edit', 'tags', { field: 'secretTags', before: world.tags[step.id]!, after: step.to });
    case 'delete-tag':
      return caller.rename('delete', 'tags', { field: 'secretTags', before: world.tags[step.id]!, after: undefined });
    case 'rename-role':
      return caller.rename('edit', 'role', {
        field: 'assignableRole',
        before: world.roles[step.id]!.slug,
        after: step.to,
      });
    case 'rename-group':
      // Groups belong to the organization: all members may rename them there, so that only the boundary in the project
      // decides.
      return caller.rename('edit', undefined, {
        field: 'groupName',
        before: world.groups[step.id]!.name,
        after: step.to,
      });
    case 'change-values':
      return caller.values(step);
    case 'relabel-secret':
      return caller.relabel(step);
    case 'move-secret':
      return caller.move(step);
    case 'wait':
  }
};

/** Whether the engine allows the step to its actor. */
export const permits = async (world: ModelWorld, step: Step): Promise<boolean> => {
  try {
    await attempt(world, step);
    return true;
  } catch (error) {
    if (error instanceof RefusedInProject) return false;
    throw error;
  }
};
