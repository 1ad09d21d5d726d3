import { timestamp, type Clock } from '../platform/clock.ts';
import type { ProjectRow } from '../resources/projects/store.ts';
import type { Rule } from '../resources/roles/store.ts';
import type { ProjectAbility } from './abilities.ts';
import { projectActions, type Ability, type NarrowedQuestion } from './ability.ts';
import type { Thing } from './conditions.ts';
import { Effort, missingPermissions, type Permission } from './cover.ts';
import { grantsTooMuch, permissionDenied, RefusedInProject } from './denied.ts';
import type { Values } from './templates.ts';

/** What the caller may do in one project. */
export interface ProjectAccess {
  /** As it was when the caller's rules were read. */
  readonly project: ProjectRow;
  /** The caller's rules there. */
  readonly ability: Ability;
  /** Whether the action is allowed on that thing. */
  allows(action: string, subject: string, thing?: Thing): boolean;
  /** 403 unless the action is allowed on that thing; of a subject that has conditions, the thing says what they may ask for. */
  require(action: string, subject: string, thing?: Thing): void;
  /** 403, whatever the rules say. */
  refuse(action: string, subject: string): never;
  /** 403 unless there may be things, of those of which this much is known, on which the action is allowed. For what is judged in full afterwards. */
  requireSome(action: string, subject: string, known?: Thing): void;
  /** The same question about many things that share what is known. */
  narrow(action: string, subject: string, known: Thing): NarrowedQuestion;
  /** 403 unless the caller holds everything that these rules, which go together, grant. `target` is whom they are for, if that is one. */
  requireCover(granted: readonly Rule[], target?: Values): void;
  /** What the caller lacks of that. */
  missing(granted: readonly Rule[], target?: Values): Permission[];
}

export const createProjectAccess = (project: ProjectRow, { ability }: ProjectAbility, clock: Clock): ProjectAccess => {
  const now = (): string => timestamp(clock.now());
  const denied = (action: string, subject: string): RefusedInProject => new RefusedInProject(project, permissionDenied(ability, action, subject, now()));
  const effort = new Effort();
  const access: ProjectAccess = {
    project,
    ability,
    allows: (action, subject, thing = {}) => ability.decide(action, subject, thing, now()).isAllowed,
    require(action, subject, thing) {
      if (!access.allows(action, subject, thing)) throw denied(action, subject);
    },
    refuse(action, subject) {
      throw denied(action, subject);
    },
    requireSome(action, subject, known = {}) {
      if (!access.narrow(action, subject, known).mayAllow) throw denied(action, subject);
    },
    narrow: (action, subject, known) => ability.narrow(action, subject, known, now()),
    requireCover(granted, target) {
      const missing = access.missing(granted, target);
      if (missing.length > 0) throw new RefusedInProject(project, grantsTooMuch(missing));
    },
    missing: (granted, target) => missingPermissions(ability, granted, target, projectActions, now(), effort),
  };
  return access;
};
