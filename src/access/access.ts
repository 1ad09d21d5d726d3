import type { ProjectWithRevisions } from './project.ts';
import type { Rule } from './rule.ts';
import { timestamp, type Clock, type Timestamp } from '../platform/clock.ts';
import { forbidden, mayBeSlug, missingToken, notFound, ServiceError, slugInsteadOfId } from '../platform/errors.ts';
import { helpSections } from '../platform/help-sections.ts';
import type { AccessStores } from './stores.ts';
import type { Abilities, ProjectAbility } from './abilities.ts';
import { organizationActions, type Ability } from './ability.ts';
import type { Actor, ActorOrganization } from './actor.ts';
import type { SubjectFields } from './conditions.ts';
import { missingPermissions } from './permission-boundary.ts';
import { ComparisonBudget } from './comparison-budget.ts';
import { permanently } from './grant.ts';
import { permissionBoundaryError, permissionDenied, RefusedInOrganization, RefusedInProject } from './denied.ts';
import { noPermissions, type CheckedPermissions, type NamedPermission } from './checked-permissions.ts';
import { ProjectAccessByRules, type ProjectAccess } from './project-access.ts';

/** The permissions of the caller. Check them before responding. */
export interface Access extends CheckedPermissions {
  /** The organization that the caller acts in. */
  readonly organization: ActorOrganization;
  /** The caller's own rules in that organization. */
  readonly rules: readonly Rule[];
  /** 404 unless the caller acts in this organization; others do not exist for its token. */
  requireOrganization(organizationId: string): void;
  /** Whether the caller's roles in its organization allow the action. */
  allows(action: string, subject: string, fields?: SubjectFields): boolean;
  /**
   * 403 unless the caller's roles in its organization allow the action; pass the fields if the subject has conditions.
   * `refusal` takes the place of the usual error.
   */
  require(action: string, subject: string, fields?: SubjectFields, refusal?: ServiceError): void;
  /** Whether the caller's roles in its organization allow the action with some objects. */
  allowsSome(action: string, subject: string): boolean;
  /** 403 unless the caller's roles in its organization allow the action with some objects. */
  requireSome(action: string, subject: string): void;
  /** 403 unless the caller has every permission in its organization that the rules grant. */
  requirePermissionBoundary(granted: readonly Rule[]): Promise<void>;
  /** 403 unless the caller administers the instance. */
  requireInstanceAdmin(): void;
  /** Returns the access to the project; 404 if the organization does not have it, 403 if the caller is not a member. */
  inProject(projectId: string): Promise<ProjectAccess>;
  /** Returns the access to the project with this slug; see {@link inProject}. */
  inProjectBySlug(slug: string): Promise<ProjectAccess>;
  /** Returns the access to a project of the organization that was just read; see {@link inProject}. */
  inFoundProject(project: ProjectWithRevisions | undefined): Promise<ProjectAccess>;
}

/**
 * The dependencies of access checks. `stores` read committed data, so a transaction cannot authorize itself; for a
 * request that only reads, they are those of its snapshot as soon as that has begun.
 */
export interface AccessDeps {
  readonly stores: AccessStores;
  readonly clock: Clock;
  readonly abilities: Abilities;
}

/** A project of any organization that a request names, or undefined. */
export interface NamedProject {
  readonly kind: 'id' | 'slug';
  readonly name: string;
  readonly found: Promise<ProjectWithRevisions | undefined>;
}

/** What is known of the caller and its request. */
export interface KnownAccess {
  /** The caller's permissions in its organization; undefined only without an organization. */
  readonly ability: Ability | undefined;
  /** The permissions that the contract names for the operation. */
  readonly expected?: readonly NamedPermission[];
  readonly project?: NamedProject | undefined;
}

/** What a request has read of projects and rules is not as in its snapshot, so that it has to begin again. */
export class OutdatedAccess extends Error {
  override readonly name = 'OutdatedAccess';
}

/** 401 if the token has no organization. */
export const organizationOf = ({ organization }: Actor): ActorOrganization => {
  if (!organization)
    throw missingToken(
      'This token belongs to no organization yet. Choose one with POST /api/v3/auth/select-organization.',
    );
  return organization;
};

export const projectNotFound = () => notFound('Project not found.');

const notAMember = (): ServiceError =>
  new ServiceError(
    403,
    'ProjectMembershipNotFound',
    'You are not a member of this project. Ask whoever administers it to add you.',
    { help: helpSections.membership },
  );

export class CallerAccess implements Access {
  readonly #deps: AccessDeps;
  readonly #actor: Actor;
  readonly #ability: Ability | undefined;
  readonly #expected: readonly NamedPermission[];
  readonly #budget = new ComparisonBudget();
  /** The projects that were opened before the snapshot of the request began. */
  readonly #opened: ProjectAccessByRules[] = [];
  #wasChecked = false;
  #project: NamedProject | undefined;

  constructor(deps: AccessDeps, actor: Actor, { ability, expected = noPermissions, project }: KnownAccess) {
    this.#deps = deps;
    this.#actor = actor;
    this.#ability = ability;
    this.#expected = expected;
    this.#project = project;
  }

  get wasChecked(): boolean {
    return this.#wasChecked;
  }

  note(action: string, subject: string): void {
    if (this.#wasChecked) return;
    for (const expected of this.#expected)
      if (expected.action === action && expected.subject === subject) this.#wasChecked = true;
  }

  get organization(): ActorOrganization {
    return organizationOf(this.#actor);
  }

  get rules(): readonly Rule[] {
    return this.#abilityInOrganization.grants.flatMap(({ rules }) => rules);
  }

  requireOrganization(organizationId: string): void {
    if (organizationId !== this.organization.id) throw notFound('Organization not found.');
  }

  allows(action: string, subject: string, fields: SubjectFields = {}): boolean {
    this.note(action, subject);
    return this.#abilityInOrganization.decide(action, subject, fields, this.#now, this.#budget).isAllowed;
  }

  require(action: string, subject: string, fields?: SubjectFields, refusal?: ServiceError): void {
    if (!this.allows(action, subject, fields)) this.#refuse(action, subject, refusal);
  }

  allowsSome(action: string, subject: string): boolean {
    this.note(action, subject);
    return this.#abilityInOrganization.narrow(action, subject, {}, this.#now, this.#budget).mayAllow;
  }

  requireSome(action: string, subject: string): void {
    if (!this.allowsSome(action, subject)) this.#refuse(action, subject);
  }

  #refuse(action: string, subject: string, refusal?: ServiceError): never {
    const ability = this.#abilityInOrganization;
    const error = refusal ?? permissionDenied(ability, action, subject, this.#now);
    throw new RefusedInOrganization(error, { action, subject, ability });
  }

  async requirePermissionBoundary(granted: readonly Rule[]): Promise<void> {
    const ability = this.#abilityInOrganization;
    const held = { rules: granted, during: permanently };
    const missing = await missingPermissions(ability, held, organizationActions, this.#now);
    const [first] = missing;
    if (!first) return;
    const { action, subject } = first;
    throw new RefusedInOrganization(permissionBoundaryError(missing), { action, subject, ability });
  }

  requireInstanceAdmin(): void {
    if (!this.#actor.isInstanceAdmin)
      throw forbidden('This is for administrators of the instance.', helpSections.administrators);
  }

  inProject(projectId: string): Promise<ProjectAccess> {
    const { id } = this.organization;
    return this.#open(
      async ({ projects }) => (await this.#takeProject('id', projectId)) ?? projects.findById(id, projectId),
      projectId,
    );
  }

  inProjectBySlug(slug: string): Promise<ProjectAccess> {
    const { id } = this.organization;
    return this.#open(async ({ projects }) => (await this.#takeProject('slug', slug)) ?? projects.findBySlug(id, slug));
  }

  inFoundProject(project: ProjectWithRevisions | undefined): Promise<ProjectAccess> {
    return this.#open(() => Promise.resolve(project));
  }

  /** Throws {@link OutdatedAccess} unless everything was read as it is in these stores, which are used from then on. */
  async verify({ organizations, projects }: AccessStores): Promise<void> {
    this.#project = undefined;
    const { organization, type } = this.#actor;
    if (!organization) return;
    const { id, accessRevision } = organization;
    // The rules of a service token never change.
    const membershipId = type === 'service' ? undefined : organization.membershipId;
    const [revision, ...rows] = await Promise.all([
      membershipId === undefined ? accessRevision : organizations.findAccessRevision(id),
      ...this.#opened.map(({ row: project }) => projects.findById(id, project.id)),
    ]);
    const isSame = (opened: ProjectAccessByRules, index: number): boolean => opened.isSameIn(rows[index], membershipId);
    if (revision !== accessRevision || !this.#opened.every(isSame))
      throw new OutdatedAccess('projects or rules have changed since they were read');
  }

  /** Reads the project and the caller's rules; again if the snapshot of the request begins meanwhile. */
  async #open(
    find: (stores: AccessStores) => Promise<ProjectWithRevisions | undefined>,
    projectId?: string,
  ): Promise<ProjectAccess> {
    const { stores } = this.#deps;
    const project = await find(stores);
    if (project?.organizationId !== this.organization.id) throw await this.#unknownProject(stores, projectId);
    const ability = await this.#findAbility(stores, project);
    if (stores !== this.#deps.stores) return this.#open(find, projectId);
    if (!ability.isMember) throw new RefusedInProject(project, notAMember());
    const access = new ProjectAccessByRules(project, ability, this.#deps.clock, this);
    this.#opened.push(access);
    return access;
  }

  /** The 404 for an unknown id; it names the right one if this is the slug of a project that the caller is a member of. */
  async #unknownProject(stores: AccessStores, projectId = ''): Promise<ServiceError> {
    const project = mayBeSlug(projectId)
      ? await stores.projects.findBySlug(this.organization.id, projectId)
      : undefined;
    if (!project || (this.#actor.type === 'service' && this.#actor.projectId !== project.id)) return projectNotFound();
    const { isMember } = await this.#findAbility(stores, project);
    return isMember ? slugInsteadOfId('project', projectId, project.id) : projectNotFound();
  }

  /** Returns the project of the request if it is this one, in the caller's organization. Later calls read it again. */
  async #takeProject(kind: NamedProject['kind'], name: string): Promise<ProjectWithRevisions | undefined> {
    const project = this.#project;
    if (project?.kind !== kind || project.name !== name) return undefined;
    this.#project = undefined;
    const row = await project.found;
    return row?.organizationId === this.organization.id ? row : undefined;
  }

  get #now(): Timestamp {
    return timestamp(this.#deps.clock.now());
  }

  get #abilityInOrganization(): Ability {
    organizationOf(this.#actor);
    return this.#ability!;
  }

  #findAbility(stores: AccessStores, project: ProjectWithRevisions): ProjectAbility | Promise<ProjectAbility> {
    const { abilities } = this.#deps;
    if (this.#actor.type !== 'service') return abilities.inProject(stores, project, this.organization);
    if (project.id !== this.#actor.projectId)
      throw new RefusedInProject(
        project,
        forbidden('This service token is for another project.', helpSections.kindOfCaller),
      );
    return abilities.ofServiceToken(this.#actor);
  }
}
