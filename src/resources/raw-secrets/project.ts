import type { ProjectAccess } from '../../access/project-access.ts';
import { refuseIssues, type ValidationIssue } from '../../platform/errors.ts';
import type { Scope } from '../../scope.ts';

interface Given {
  readonly in: ValidationIssue['in'];
  /** By what each is called in the request; the first that is there counts. */
  readonly id: string | undefined;
  readonly slug: string | undefined;
}

/** The project that a request names by its id or by its slug; 422 if it names none. */
export const projectGiven = ({ access }: Pick<Scope, 'access'>, { in: part, id, slug }: Given): Promise<ProjectAccess> => {
  refuseIssues(id === undefined && slug === undefined ? [{ code: 'required', in: part, path: ['workspaceId'], message: `must be there, or ${part === 'query' ? 'workspaceSlug' : 'projectSlug'} instead` }] : []);
  return id === undefined ? access.inProjectBySlug(slug!) : access.inProject(id);
};
