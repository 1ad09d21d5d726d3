import { missingToken, ServiceError } from '../platform/errors.ts';
import type { Actor, ActorOrganization } from './actor.ts';
import { organizationRules } from './organization-roles.ts';
import { allows } from './rules.ts';

/** What the caller may do. Ask before telling anything. */
export interface Access {
  /** The organization that the caller acts in. */
  readonly organization: ActorOrganization;
  /** 403 unless the caller's role in its organization allows the action. */
  require(action: string, subject: string): void;
}

const permissionDenied = (action: string, subject: string): ServiceError =>
  new ServiceError(403, 'PermissionDenied', `You are not allowed to ${action} on ${subject}.`, { details: [] });

/** 401 for a token that was not made for any organization. */
export const organizationOf = ({ organization }: Actor): ActorOrganization => {
  if (!organization) throw missingToken('This token belongs to no organization yet. Choose one with POST /api/v3/auth/select-organization.');
  return organization;
};

export const createAccess = (actor: Actor): Access => ({
  get organization() {
    return organizationOf(actor);
  },
  require(action, subject) {
    if (!allows(organizationRules(this.organization.role), action, subject)) throw permissionDenied(action, subject);
  },
});
