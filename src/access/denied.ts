import type { ProjectRow } from './project.ts';
import type { Timestamp } from '../platform/clock.ts';
import { ServiceError } from '../platform/errors.ts';
import type { ProjectAbility } from './abilities.ts';
import type { Ability } from './ability.ts';
import type { Permission } from './cover.ts';

/** Refused in a project: told to the caller like every refusal, and told to the project by its audit log. */
export class RefusedInProject extends ServiceError {
  readonly project: ProjectRow;

  constructor(project: ProjectRow, { status, name, message, details }: ServiceError) {
    super(status, name, message, { details });
    this.project = project;
  }
}

/** 403 with the rules that say something about the action, for the one who is refused it. */
export const permissionDenied = (ability: Ability, action: string, subject: string, now: Timestamp): ServiceError =>
  new ServiceError(403, 'PermissionDenied', `You are not allowed to ${action} on ${subject}.`, {
    details: ability.relevant(action, subject, now).map(({ rule: { conditions, inverted = false } }) => ({
      action,
      subject,
      inverted,
      ...(conditions && { conditions }),
    })),
  });

const maxListed = 100;

/** 403 with what the caller would have to hold. */
export const grantsTooMuch = (
  missing: readonly Permission[],
  message = 'You cannot grant what you do not hold yourself.',
): ServiceError =>
  new ServiceError(403, 'PermissionBoundaryError', message, {
    details: { missingPermissions: missing.slice(0, maxListed) },
  });

export const requireNothingMissing = (missing: readonly Permission[], message?: string): void => {
  if (missing.length > 0) throw grantsTooMuch(missing, message);
};

/** The same about a project; whoever is no member of it is not told what conditions there speak of. */
export const requireNothingMissingIn = (
  { isMember }: Pick<ProjectAbility, 'isMember'>,
  missing: readonly Permission[],
  message?: string,
): void =>
  requireNothingMissing(isMember ? missing : missing.map(({ action, subject }) => ({ action, subject })), message);
