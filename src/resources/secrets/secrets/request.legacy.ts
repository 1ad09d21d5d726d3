import type { ProjectAccess } from '../../../access/project-access.ts';
import { refuseIssues } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';

type Means = Pick<Scope, 'access'>;

/** 422 if there is neither; the id counts if there are both. */
const findProject = async (
  { access }: Means,
  part: 'query' | 'body',
  id: string | undefined,
  slug: string | undefined,
): Promise<ProjectAccess> => {
  const slugName = part === 'query' ? 'workspaceSlug' : 'projectSlug';
  refuseIssues(
    id === undefined && slug === undefined
      ? [{ code: 'required', in: part, path: ['workspaceId'], message: `must be there, or ${slugName} instead` }]
      : [],
  );
  return id === undefined ? access.inProjectBySlug(slug!) : access.inProject(id);
};

/** The project that a query names by its id or by its slug. */
export const findProjectInQuery = (
  means: Means,
  { workspaceId, workspaceSlug }: { workspaceId?: string; workspaceSlug?: string },
): Promise<ProjectAccess> => findProject(means, 'query', workspaceId, workspaceSlug);

/** The project that a body names by its id or by its slug. */
export const findProjectInBody = (
  means: Means,
  { workspaceId, projectSlug }: { workspaceId?: string; projectSlug?: string },
): Promise<ProjectAccess> => findProject(means, 'body', workspaceId, projectSlug);
