import { api } from './client.ts';

/** The projects of the organization that the caller is a member of, with the time of their last change. */
export const useProjects = () =>
  api.useQuery('get', '/api/v1/projects', { params: { query: { includeLastChange: true } } });
