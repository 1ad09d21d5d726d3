import { forbidden, missingToken, notFound, ServiceError } from '../platform/errors.ts';
import type { Rule } from '../resources/roles/store.ts';
import type { Actor, ActorOrganization } from './actor.ts';
import { organizationRules } from './organization-roles.ts';
import { allows, missingPermissions, relevantRules } from './rules.ts';

/** What the caller may do. Ask before telling anything. */
export interface Access {
  /** The organization that the caller acts in. */
  readonly organization: ActorOrganization;
  /** The caller's own rules in that organization. */
  readonly rules: readonly Rule[];
  /** 404 unless it is that organization: for its bearer, a token's is the only one there is. */
  requireOrganization(organizationId: string): void;
  /** 403 unless the caller's role in its organization allows the action. */
  require(action: string, subject: string): void;
  /** 403 unless the caller holds everything that it would grant. */
  requireCover(granted: readonly Rule[]): void;
  /** 403 unless the caller administers the instance. */
  requireInstanceAdmin(): void;
}

const permissionDenied = (action: string, subject: string, rules: readonly Rule[]): ServiceError =>
  new ServiceError(403, 'PermissionDenied', `You are not allowed to ${action} on ${subject}.`, {
    details: relevantRules(rules, action, subject).map(({ conditions, inverted = false }) => ({ action, subject, inverted, ...(conditions && { conditions }) })),
  });

/** 401 for a token that was not made for any organization. */
export const organizationOf = ({ organization }: Actor): ActorOrganization => {
  if (!organization) throw missingToken('This token belongs to no organization yet. Choose one with POST /api/v3/auth/select-organization.');
  return organization;
};

export const createAccess = (actor: Actor): Access => ({
  get organization() {
    return organizationOf(actor);
  },
  requireOrganization(organizationId) {
    if (organizationId !== this.organization.id) throw notFound('There is no such organization.');
  },
  get rules() {
    return organizationRules(organizationOf(actor));
  },
  require(action, subject) {
    const { rules } = this;
    if (!allows(rules, action, subject)) throw permissionDenied(action, subject, rules);
  },
  requireCover(granted) {
    const missing = missingPermissions(this.rules, granted);
    if (missing.length > 0) {
      throw new ServiceError(403, 'PermissionBoundaryError', 'You cannot grant what you do not hold yourself.', { details: { missingPermissions: missing } });
    }
  },
  requireInstanceAdmin() {
    if (!actor.isInstanceAdmin) throw forbidden('This is for administrators of the instance.');
  },
});
