import { timestamp, type Clock } from '../platform/clock.ts';
import { forbidden, missingToken, notFound, ServiceError } from '../platform/errors.ts';
import type { ProjectRow } from '../resources/projects/store.ts';
import type { Rule } from '../resources/roles/store.ts';
import type { Stores } from '../stores.ts';
import type { Abilities } from './abilities.ts';
import { organizationActions, type Ability } from './ability.ts';
import type { Actor, ActorOrganization } from './actor.ts';
import { missingPermissions } from './cover.ts';
import { permissionDenied, RefusedInProject, requireNothingMissing } from './denied.ts';
import { createProjectAccess, type ProjectAccess } from './project-access.ts';

/** What the caller may do. Ask before telling anything. */
export interface Access {
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
  requireCover(granted: readonly Rule[]): void;
  /** 403 unless the caller administers the instance. */
  requireInstanceAdmin(): void;
  /** The project of that id; 404 when the organization has none, 403 for whoever is no member of it. */
  inProject(projectId: string): Promise<ProjectAccess>;
  /** The same by slug. */
  inProjectBySlug(slug: string): Promise<ProjectAccess>;
}

/** What access is worked out from. `stores` read what is committed, also during a transaction: the caller is judged as it came. */
export interface AccessMeans {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly abilities: Abilities;
}

/** 401 for a token that was not made for any organization. */
export const organizationOf = ({ organization }: Actor): ActorOrganization => {
  if (!organization) throw missingToken('This token belongs to no organization yet. Choose one with POST /api/v3/auth/select-organization.');
  return organization;
};

export const noSuchProject = () => notFound('There is no such project.');

const noMember = (): ServiceError => new ServiceError(403, 'ProjectMembershipNotFound', 'You are not a member of this project. Ask whoever administers it to add you.');

/** `ability` is what the caller may do in its organization; absent only together with that. */
export const createAccess = ({ stores, clock, abilities }: AccessMeans, actor: Actor, ability: Ability | undefined): Access => {
  const now = (): string => timestamp(clock.now());
  const inProject = async (project: ProjectRow | undefined): Promise<ProjectAccess> => {
    if (!project) throw noSuchProject();
    const held = await abilities.inProject(stores, project, organizationOf(actor));
    if (!held.isMember) throw new RefusedInProject(project, noMember());
    return createProjectAccess(project, held, clock);
  };
  const own = (): Ability => {
    organizationOf(actor);
    return ability!;
  };

  return {
    get organization() {
      return organizationOf(actor);
    },
    requireOrganization(organizationId) {
      if (organizationId !== organizationOf(actor).id) throw notFound('There is no such organization.');
    },
    get rules() {
      return own().grants.flatMap(({ rules }) => rules);
    },
    allows: (action, subject) => own().decide(action, subject, {}, now()).isAllowed,
    require(action, subject) {
      if (!this.allows(action, subject)) throw permissionDenied(own(), action, subject, now());
    },
    requireCover: (granted) => requireNothingMissing(missingPermissions(own(), granted, undefined, organizationActions, now())),
    requireInstanceAdmin() {
      if (!actor.isInstanceAdmin) throw forbidden('This is for administrators of the instance.');
    },
    inProject: async (projectId) => inProject(await stores.projects.findById(organizationOf(actor).id, projectId)),
    inProjectBySlug: async (slug) => inProject(await stores.projects.findBySlug(organizationOf(actor).id, slug)),
  };
};
