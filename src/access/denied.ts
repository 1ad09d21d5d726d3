import type { Timestamp } from '../platform/clock.ts';
import { ServiceError } from '../platform/errors.ts';
import type { ProjectAbility } from './abilities.ts';
import type { Ability } from './ability.ts';
import type { Permission } from './cover.ts';

/** 403 with the rules that say something about the action, for the one who is refused it. */
export const permissionDenied = (ability: Ability, action: string, subject: string, now: Timestamp): ServiceError =>
  new ServiceError(403, 'PermissionDenied', `You are not allowed to ${action} on ${subject}.`, {
    details: ability.relevant(action, subject, now).map(({ rule: { conditions, inverted = false } }) => ({ action, subject, inverted, ...(conditions && { conditions }) })),
  });

export const requireNothingMissing = (missing: readonly Permission[]): void => {
  if (missing.length > 0) {
    throw new ServiceError(403, 'PermissionBoundaryError', 'You cannot grant what you do not hold yourself.', { details: { missingPermissions: missing.slice(0, maxListed) } });
  }
};

/** The same about a project; whoever is no member of it is not told what conditions there speak of. */
export const requireNothingMissingIn = ({ isMember }: Pick<ProjectAbility, 'isMember'>, missing: readonly Permission[]): void =>
  requireNothingMissing(isMember ? missing : missing.map(({ action, subject }) => ({ action, subject })));

const maxListed = 100;
