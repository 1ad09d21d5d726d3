import { projectSubjects } from '../../../access/project-subjects.ts';
import { ValidationFailure, type ValidationIssue } from '../../../platform/errors.ts';

const refuse = (path: string, message: string): never => {
  const issue: ValidationIssue = { code: 'enum', in: 'body', path: [path], message };
  throw new ValidationFailure([issue]);
};

/** 422 unless the actor is named either by its id or by its name. */
export const requireOneActor = ({ actorId, actorName }: { readonly actorId?: string; readonly actorName?: string }) => {
  if ((actorId === undefined) === (actorName === undefined))
    throw new ValidationFailure([
      { code: 'required', in: 'body', path: ['actorId'], message: 'must be given, or actorName instead of it' },
    ]);
};

/** 422 for a subject or an action that no rule can contain. */
export const requireKnownAction = ({
  subject,
  action,
}: {
  readonly subject: string;
  readonly action: string;
}): void => {
  const definition = projectSubjects.get(subject);
  if (!definition)
    return refuse('subject', 'must be a subject of rules in projects, such as secrets, environments or identity');
  const { actions } = definition;
  if (!actions.includes(action)) refuse('action', `must be an action of ${subject}: ${actions.join(', ')}`);
};
