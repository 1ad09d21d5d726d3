import type { ProjectAccess } from '../../../access/project-access.ts';
import { refuseIssues } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';

type Deps = Pick<Scope, 'access'>;

/** Finds the project by its id or, without one, by its slug; 422 if the request has neither. */
const findProject = async (
  { access }: Deps,
  part: 'query' | 'body',
  id: string | undefined,
  slug: string | undefined,
): Promise<ProjectAccess> => {
  const slugName = part === 'query' ? 'workspaceSlug' : 'projectSlug';
  refuseIssues(
    id === undefined && slug === undefined
      ? [{ code: 'required', in: part, path: ['workspaceId'], message: `is required unless ${slugName} is given` }]
      : [],
  );
  return id === undefined ? access.inProjectBySlug(slug!) : access.inProject(id);
};

/** Finds the project that a query names by id or slug. */
export const findProjectInQuery = (
  deps: Deps,
  { workspaceId, workspaceSlug }: { workspaceId?: string; workspaceSlug?: string },
): Promise<ProjectAccess> => findProject(deps, 'query', workspaceId, workspaceSlug);

/** Finds the project that a body names by id or slug. */
export const findProjectInBody = (
  deps: Deps,
  { workspaceId, projectSlug }: { workspaceId?: string; projectSlug?: string },
): Promise<ProjectAccess> => findProject(deps, 'body', workspaceId, projectSlug);
