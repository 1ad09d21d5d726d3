import { mayHaveChanged } from './access-changes.ts';
import type { ProjectWithRevisions } from './project.ts';
import type { Rule } from './rule.ts';
import { timestamp, type Clock, type Timestamp } from '../platform/clock.ts';
import type { ProjectAbility } from './abilities.ts';
import type { CheckedPermissions } from './checked-permissions.ts';
import { projectActions, type Ability, type PartialDecision } from './ability.ts';
import type { SubjectFields } from './conditions.ts';
import { missingPermissions, newProofBudget, type GrantedRules, type Permission } from './permission-boundary.ts';
import { boundaryRefusal, permissionDenied, RefusedInProject } from './denied.ts';
import { ComparisonBudget } from './comparison-budget.ts';

/** What the caller may do in one project. */
export interface ProjectAccess {
  /** The project row at the time when the caller's rules were read. */
  readonly row: ProjectWithRevisions;
  /** The caller's rules in the project. */
  readonly ability: Ability;
  /** Another number after every change that responses about the project's secrets can show. */
  readonly dataRevision: number;
  /** Whether the action is allowed for these subject fields. */
  allows(action: string, subject: string, fields?: SubjectFields): boolean;
  /** Throws a 403 unless the action is allowed; pass the subject fields if the subject has conditions. */
  require(action: string, subject: string, fields?: SubjectFields): void;
  /** Throws a 403; pass the subject fields that it was decided by. */
  refuse(action: string, subject: string, fields?: SubjectFields): never;
  /** Throws a 403 if the known fields already rule the action out; the rest is authorized afterwards. */
  requireSome(action: string, subject: string, fields?: SubjectFields): void;
  /** Evaluates the rules once for many objects that share these fields. */
  narrow(action: string, subject: string, fields: SubjectFields): PartialDecision;
  /** Throws a 403 unless the caller holds everything that these rules grant, for as long as they grant it. */
  requirePermissionBoundary(granted: GrantedRules): Promise<void>;
  /** Whether that check takes long; then it also runs before the transaction, so that no locks are held meanwhile. */
  isCostly(rules: readonly Rule[]): boolean;
  /** The permissions that these rules grant and the caller lacks. */
  missing(granted: GrantedRules): Promise<Permission[]>;
}

/** As many comparisons of rules as take a few milliseconds. */
const costlyPairs = 10_000;

/** The part of the row that responses show. */
const shownIn = ({ accessRevision: _, accessChanges: _changes, dataRevision: _data, ...row }: ProjectWithRevisions) =>
  JSON.stringify(row);

/** Decides by the rules of the caller. */
export class ProjectAccessByRules implements ProjectAccess {
  readonly row: ProjectWithRevisions;
  readonly ability: Ability;
  readonly #clock: Clock;
  readonly #asked: CheckedPermissions | undefined;
  /** The budget of one request in the project. */
  readonly #budget = new ComparisonBudget();
  #proofEffort: ComparisonBudget | undefined;
  #usesRevision = false;
  /** Results of costly checks, which run before a transaction and again within it. */
  #proofs: Map<string, Promise<Permission[]>> | undefined;

  constructor(project: ProjectWithRevisions, { ability }: ProjectAbility, clock: Clock, asked?: CheckedPermissions) {
    this.row = project;
    this.ability = ability;
    this.#clock = clock;
    this.#asked = asked;
  }

  get dataRevision(): number {
    this.#usesRevision = true;
    return this.row.dataRevision;
  }

  /** Whether nothing that was used so far differs from the row, and no rules of the membership have changed. */
  isSameIn(row: ProjectWithRevisions | undefined, membershipId: string | undefined): boolean {
    if (row === this.row) return true;
    return (
      row !== undefined &&
      !(membershipId !== undefined && mayHaveChanged(row, this.row.accessRevision, membershipId)) &&
      !(this.#usesRevision && row.dataRevision !== this.row.dataRevision) &&
      shownIn(row) === shownIn(this.row)
    );
  }

  allows(action: string, subject: string, fields: SubjectFields = {}): boolean {
    this.#asked?.note(action, subject);
    return this.ability.decide(action, subject, fields, this.#now, this.#budget).isAllowed;
  }

  require(action: string, subject: string, fields?: SubjectFields): void {
    if (!this.allows(action, subject, fields)) this.refuse(action, subject, fields);
  }

  refuse(action: string, subject: string, fields: SubjectFields = {}): never {
    const { ability } = this;
    const refused = { action, subject, fields, ability };
    throw new RefusedInProject(this.row, permissionDenied(ability, action, subject, this.#now), refused);
  }

  requireSome(action: string, subject: string, fields: SubjectFields = {}): void {
    if (!this.narrow(action, subject, fields).mayAllow) this.refuse(action, subject, fields);
  }

  narrow(action: string, subject: string, fields: SubjectFields): PartialDecision {
    this.#asked?.note(action, subject);
    return this.ability.narrow(action, subject, fields, this.#now, this.#budget);
  }

  async requirePermissionBoundary(granted: GrantedRules): Promise<void> {
    const missing = await this.missing(granted);
    if (missing.length > 0) throw boundaryRefusal(this.row, this.ability, missing);
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
    this.#proofEffort ??= newProofBudget();
    return missingPermissions(this.ability, granted, projectActions, this.#now, this.#proofEffort);
  }

  get #now(): Timestamp {
    return timestamp(this.#clock.now());
  }
}
