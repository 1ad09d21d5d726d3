import { MutationCache, QueryClient } from '@tanstack/react-query';
import { statusOf } from './errors.ts';
import { onOtherSession } from './session.ts';

let showFailure: (error: unknown) => void = () => undefined;

/** Sets how a person is told of a mutation that failed: the code for that is loaded later than this. */
export const showFailuresWith = (show: typeof showFailure): void => {
  showFailure = show;
};

/**
 * Mutations with `meta: { showsError: true }` show their error themselves; `changesNothing` is for downloads, and
 * `removes` is the path of what is gone after the mutation, so that it and what is below it are not loaded again.
 * Queries with `meta: { isRecorded: true }` are not loaded again, because the audit log would have each time.
 */
const mutationCache = new MutationCache({
  onError: (error, _variables, _context, mutation) => {
    if (!mutation.meta?.showsError) showFailure(error);
  },
  // Whatever is on the screen may have changed.
  onSuccess: (_data, _variables, _context, { meta }) => {
    if (meta?.changesNothing) return undefined;
    const removed = typeof meta?.removes === 'string' ? meta.removes : undefined;
    return queryClient.invalidateQueries({
      predicate: ({ queryKey: [, path], meta: queryMeta }) =>
        !queryMeta?.isRecorded && (removed === undefined || typeof path !== 'string' || !path.startsWith(removed)),
    });
  },
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
