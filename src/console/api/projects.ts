import type { QueryClient } from '@tanstack/react-query';
import { api } from './client.ts';

/** The projects of the organization that the caller is a member of, with the time of their last change. */
export const useProjects = () =>
  api.useQuery('get', '/api/v1/projects', { params: { query: { includeLastChange: true } } });

/** Loads the list again, so that the next page does not show a project that was deleted. */
export const reloadProjects = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['get', '/api/v1/projects'] });
