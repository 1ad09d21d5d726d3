import type { QueryClient } from '@tanstack/react-query';

/** Forgets what was loaded about something that is deleted now, so that it is not loaded again with everything else. */
export const forgetAbout = (queries: QueryClient, id: string): void =>
  queries.removeQueries({ predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(id) });
