import type { ProjectRow } from './project.ts';
import type { Timestamp } from '../platform/clock.ts';
import { ServiceError } from '../platform/errors.ts';
import { helpSections } from '../platform/help-sections.ts';
import type { ProjectAbility } from './abilities.ts';
import type { Ability } from './ability.ts';
import type { SubjectFields } from './conditions.ts';
import { actionPhrase } from './action-phrases.ts';
import type { Permission } from './permission-boundary.ts';

/** What the caller asked for and was refused: an action on an object with these fields. */
export interface RefusedAction {
  readonly action: string;
  readonly subject: string;
  readonly fields: SubjectFields;
  /** The caller's rules in the project or the organization. */
  readonly ability: Ability;
}

/** A refusal in a project, which is also recorded in the audit log of that project. */
export class RefusedInProject extends ServiceError {
  readonly project: ProjectRow;
  /** Undefined if no rule decided. */
  readonly refused: RefusedAction | undefined;

  constructor(project: ProjectRow, { status, name, message, details, help }: ServiceError, refused?: RefusedAction) {
    super(status, name, message, { details, help });
    this.project = project;
    this.refused = refused;
  }
}

/** A refusal in an organization by the rules of the caller there. */
export class RefusedInOrganization extends ServiceError {
  readonly refused: Omit<RefusedAction, 'fields'> | undefined;

  constructor({ status, name, message, details, help }: ServiceError, refused?: Omit<RefusedAction, 'fields'>) {
    super(status, name, message, { details, help });
    this.refused = refused;
  }
}

/** A 403 that lists the caller's rules about the action. */
export const permissionDenied = (ability: Ability, action: string, subject: string, now: Timestamp): ServiceError =>
  new ServiceError(403, 'PermissionDenied', `You are not allowed to ${actionPhrase(action, subject)}.`, {
    details: ability.relevant(action, subject, now).map(({ rule: { conditions, inverted = false } }) => ({
      action,
      subject,
      inverted,
      ...(conditions && { conditions }),
    })),
  });

const maxListed = 100;

/** A 403 in a project that lists the permissions that the caller lacks there. */
export const boundaryRefusal = (
  project: ProjectRow,
  ability: Ability,
  missing: readonly Permission[],
  message?: string,
): RefusedInProject => {
  const [first] = missing;
  const refused = first && { action: first.action, subject: first.subject, fields: {}, ability };
  return new RefusedInProject(project, permissionBoundaryError(missing, message), refused);
};

/** A 403 that lists the permissions that the caller lacks. */
export const permissionBoundaryError = (
  missing: readonly Permission[],
  message = 'You cannot grant permissions that you do not have yourself, nor take them from others.',
): ServiceError =>
  new ServiceError(403, 'PermissionBoundaryError', message, {
    details: { missingPermissions: missing.slice(0, maxListed) },
    help: helpSections.boundary,
  });

/**
 * Throws a 403 if permissions in a project are missing; their conditions are hidden from callers outside the project.
 */
export const requireNothingMissingIn = (
  { isMember }: Pick<ProjectAbility, 'isMember'>,
  missing: readonly Permission[],
  message?: string,
): void => {
  if (missing.length === 0) return;
  const shown = isMember ? missing : missing.map(({ action, subject }) => ({ action, subject }));
  throw permissionBoundaryError(shown, message);
};
