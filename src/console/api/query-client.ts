import { MutationCache, QueryClient } from '@tanstack/react-query';
import { notifyFailure } from '../components/failure.tsx';
import { statusOf } from './errors.ts';
import { onOtherSession } from './session.ts';

/** Mutations with `meta: { showsError: true }` show their error themselves; `changesNothing` is for downloads. */
const mutationCache = new MutationCache({
  onError: (error, _variables, _context, mutation) => {
    if (!mutation.meta?.showsError) notifyFailure(error);
  },
  // Whatever is on the screen may have changed.
  onSuccess: (_data, _variables, _context, mutation) =>
    mutation.meta?.changesNothing ? undefined : queryClient.invalidateQueries(),
});

export const queryClient: QueryClient = new QueryClient({
  mutationCache,
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < 2 && (statusOf(error) ?? 500) >= 500,
    },
    mutations: { networkMode: 'always' },
  },
});

onOtherSession(() => queryClient.clear());
