import type { ProjectAccess } from '../../../access/project-access.ts';
import { refuseIssues } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { requireEnvironments } from '../environments/guard.ts';

interface NamedProject {
  readonly projectId?: string | undefined;
  readonly projectSlug?: string | undefined;
}

/** Finds the project that a request names by its id or slug; 422 without either, 400 for one without environments. */
export const findPolicyProject = async (
  { access }: Pick<Scope, 'access'>,
  part: 'query' | 'body',
  { projectId, projectSlug }: NamedProject,
): Promise<ProjectAccess> => {
  refuseIssues(
    projectId === undefined && projectSlug === undefined
      ? [{ code: 'required', in: part, path: ['projectSlug'], message: 'is required unless projectId is given' }]
      : [],
  );
  const project =
    projectId === undefined ? await access.inProjectBySlug(projectSlug!) : await access.inProject(projectId);
  requireEnvironments(project);
  return project;
};
