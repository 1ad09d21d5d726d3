import type { ProjectRow } from './project.ts';
import type { Rule } from './rule.ts';
import { timestamp, type Clock, type Timestamp } from '../platform/clock.ts';
import { forbidden, missingToken, notFound, ServiceError } from '../platform/errors.ts';
import type { AccessStores } from './stores.ts';
import type { Abilities, ProjectAbility } from './abilities.ts';
import { organizationActions, type Ability } from './ability.ts';
import type { Actor, ActorOrganization } from './actor.ts';
import { missingPermissions } from './permission-boundary.ts';
import { ComparisonBudget } from './comparison-budget.ts';
import { forGood } from './grant.ts';
import { permissionDenied, RefusedInProject, requireNothingMissing } from './denied.ts';
import { noPermissions, type AskedPermissions, type NamedPermission } from './asked.ts';
import { ProjectAccessByRules, type ProjectAccess } from './project-access.ts';

/** What the caller may do. Ask before telling anything. */
export interface Access extends AskedPermissions {
  /** The organization that the caller acts in. */
  readonly organization: ActorOrganization;
  /** The caller's own rules in that organization. */
  readonly rules: readonly Rule[];
  /** 404 unless it is that organization: for its bearer, a token's is the only one there is. */
  requireOrganization(organizationId: string): void;
  /** Whether the caller's roles in its organization allow the action. */
  allows(action: string, subject: string): boolean;
  /** 403 unless they do. */
  require(action: string, subject: string): void;
  /** 403 unless the caller holds everything that it would grant in its organization. */
  requireCover(granted: readonly Rule[]): Promise<void>;
  /** 403 unless the caller administers the instance. */
  requireInstanceAdmin(): void;
  /** The project of that id; 404 when the organization has none, 403 for whoever is no member of it. */
  inProject(projectId: string): Promise<ProjectAccess>;
  /** The same by slug. */
  inProjectBySlug(slug: string): Promise<ProjectAccess>;
}

/**
 * What access is worked out from. `stores` read what is committed, also during a transaction: the caller is judged as
 * it came.
 */
export interface AccessDeps {
  readonly stores: AccessStores;
  readonly clock: Clock;
  readonly abilities: Abilities;
}

/** 401 for a token that was not made for any organization. */
export const organizationOf = ({ organization }: Actor): ActorOrganization => {
  if (!organization)
    throw missingToken(
      'This token belongs to no organization yet. Choose one with POST /api/v3/auth/select-organization.',
    );
  return organization;
};

export const projectNotFound = () => notFound('There is no such project.');

const noMember = (): ServiceError =>
  new ServiceError(
    403,
    'ProjectMembershipNotFound',
    'You are not a member of this project. Ask whoever administers it to add you.',
  );

export class CallerAccess implements Access {
  readonly #means: AccessDeps;
  readonly #actor: Actor;
  readonly #ability: Ability | undefined;
  readonly #expected: readonly NamedPermission[];
  readonly #effort = new ComparisonBudget();
  #wasAsked = false;

  /**
   * `ability` is what the caller may do in its organization; absent only together with that. `expected` is what the
   * contract says that the operation asks for.
   */
  constructor(
    means: AccessDeps,
    actor: Actor,
    ability: Ability | undefined,
    expected: readonly NamedPermission[] = noPermissions,
  ) {
    this.#means = means;
    this.#actor = actor;
    this.#ability = ability;
    this.#expected = expected;
  }

  get wasAsked(): boolean {
    return this.#wasAsked;
  }

  note(action: string, subject: string): void {
    if (this.#wasAsked) return;
    for (const expected of this.#expected)
      if (expected.action === action && expected.subject === subject) this.#wasAsked = true;
  }

  get organization(): ActorOrganization {
    return organizationOf(this.#actor);
  }

  get rules(): readonly Rule[] {
    return this.#own.grants.flatMap(({ rules }) => rules);
  }

  requireOrganization(organizationId: string): void {
    if (organizationId !== this.organization.id) throw notFound('There is no such organization.');
  }

  allows(action: string, subject: string): boolean {
    this.note(action, subject);
    return this.#own.decide(action, subject, {}, this.#now, this.#effort).isAllowed;
  }

  require(action: string, subject: string): void {
    if (!this.allows(action, subject)) throw permissionDenied(this.#own, action, subject, this.#now);
  }

  async requireCover(granted: readonly Rule[]): Promise<void> {
    requireNothingMissing(
      await missingPermissions(this.#own, { rules: granted, during: forGood }, organizationActions, this.#now),
    );
  }

  requireInstanceAdmin(): void {
    if (!this.#actor.isInstanceAdmin) throw forbidden('This is for administrators of the instance.');
  }

  async inProject(projectId: string): Promise<ProjectAccess> {
    return this.#in(await this.#means.stores.projects.findById(this.organization.id, projectId));
  }

  async inProjectBySlug(slug: string): Promise<ProjectAccess> {
    return this.#in(await this.#means.stores.projects.findBySlug(this.organization.id, slug));
  }

  get #now(): Timestamp {
    return timestamp(this.#means.clock.now());
  }

  get #own(): Ability {
    organizationOf(this.#actor);
    return this.#ability!;
  }

  #heldIn(project: ProjectRow): ProjectAbility | Promise<ProjectAbility> {
    const { stores, abilities } = this.#means;
    if (this.#actor.type !== 'service') return abilities.inProject(stores, project, this.organization);
    if (project.id !== this.#actor.projectId)
      throw new RefusedInProject(project, forbidden('This service token is for another project.'));
    return abilities.ofServiceToken(this.#actor);
  }

  async #in(project: ProjectRow | undefined): Promise<ProjectAccess> {
    if (!project) throw projectNotFound();
    const held = await this.#heldIn(project);
    if (!held.isMember) throw new RefusedInProject(project, noMember());
    return new ProjectAccessByRules(project, held, this.#means.clock, this);
  }
}
