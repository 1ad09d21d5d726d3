import type { ProjectRow } from './project.ts';
import type { Rule } from './rule.ts';
import { timestamp, type Clock, type Timestamp } from '../platform/clock.ts';
import type { ProjectAbility } from './abilities.ts';
import type { AskedPermissions } from './asked.ts';
import { projectActions, type Ability, type NarrowedQuestion } from './ability.ts';
import type { Thing } from './conditions.ts';
import { missingPermissions, newProofEffort, type GrantedRules, type Permission } from './cover.ts';
import { grantsTooMuch, permissionDenied, RefusedInProject } from './denied.ts';
import { Effort } from './effort.ts';

/** What the caller may do in one project. */
export interface ProjectAccess {
  /** As it was when the caller's rules were read. */
  readonly project: ProjectRow;
  /** The caller's rules there. */
  readonly ability: Ability;
  /** Whether the action is allowed on that thing. */
  allows(action: string, subject: string, thing?: Thing): boolean;
  /**
   * 403 unless the action is allowed on that thing; of a subject that has conditions, the thing says what they may ask
   * for.
   */
  require(action: string, subject: string, thing?: Thing): void;
  /** 403, whatever the rules say. */
  refuse(action: string, subject: string): never;
  /**
   * 403 unless there may be things, of those of which this much is known, on which the action is allowed. For what is
   * judged in full afterwards.
   */
  requireSome(action: string, subject: string, known?: Thing): void;
  /** The same question about many things that share what is known. */
  narrow(action: string, subject: string, known: Thing): NarrowedQuestion;
  /** 403 unless the caller holds everything that these rules grant, for as long as they grant it. */
  requireCover(granted: GrantedRules): Promise<void>;
  /**
   * Whether that takes long to find out: then it is asked before the transaction that needs it, too, so that nobody
   * waits for its locks meanwhile.
   */
  isCostly(rules: readonly Rule[]): boolean;
  /** What the caller lacks of that. */
  missing(granted: GrantedRules): Promise<Permission[]>;
}

/** Comparisons of rules that take a few milliseconds. */
const costlyPairs = 10_000;

/** By what the caller holds there. */
export class HeldAccess implements ProjectAccess {
  readonly project: ProjectRow;
  readonly ability: Ability;
  readonly #clock: Clock;
  readonly #asked: AskedPermissions | undefined;
  /** For all that one request asks in the project. */
  readonly #effort = new Effort();
  #proofEffort: Effort | undefined;
  /** Of costly questions, which are asked before a transaction and again within it. */
  #proofs: Map<string, Promise<Permission[]>> | undefined;

  constructor(project: ProjectRow, { ability }: ProjectAbility, clock: Clock, asked?: AskedPermissions) {
    this.project = project;
    this.ability = ability;
    this.#clock = clock;
    this.#asked = asked;
  }

  allows(action: string, subject: string, thing: Thing = {}): boolean {
    this.#asked?.note(action, subject);
    return this.ability.decide(action, subject, thing, this.#now, this.#effort).isAllowed;
  }

  require(action: string, subject: string, thing?: Thing): void {
    if (!this.allows(action, subject, thing)) this.refuse(action, subject);
  }

  refuse(action: string, subject: string): never {
    throw new RefusedInProject(this.project, permissionDenied(this.ability, action, subject, this.#now));
  }

  requireSome(action: string, subject: string, known: Thing = {}): void {
    if (!this.narrow(action, subject, known).mayAllow) this.refuse(action, subject);
  }

  narrow(action: string, subject: string, known: Thing): NarrowedQuestion {
    this.#asked?.note(action, subject);
    return this.ability.narrow(action, subject, known, this.#now, this.#effort);
  }

  async requireCover(granted: GrantedRules): Promise<void> {
    const missing = await this.missing(granted);
    if (missing.length > 0) throw new RefusedInProject(this.project, grantsTooMuch(missing));
  }

  missing(granted: GrantedRules): Promise<Permission[]> {
    if (!this.isCostly(granted.rules)) return this.#prove(granted);
    const key = JSON.stringify(granted);
    this.#proofs ??= new Map<string, Promise<Permission[]>>();
    const proof = this.#proofs.get(key) ?? this.#prove(granted);
    this.#proofs.set(key, proof);
    return proof;
  }

  isCostly(rules: readonly Rule[]): boolean {
    return rules.length * this.ability.size > costlyPairs;
  }

  #prove(granted: GrantedRules): Promise<Permission[]> {
    this.#proofEffort ??= newProofEffort();
    return missingPermissions(this.ability, granted, projectActions, this.#now, this.#proofEffort);
  }

  get #now(): Timestamp {
    return timestamp(this.#clock.now());
  }
}
