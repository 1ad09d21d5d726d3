import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { dataOf } from './errors.ts';

interface Loaded<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** Data with the ETag under which the server knows it. */
export interface Tagged<Data> {
  readonly data: Data;
  readonly tag: string | null;
}

/**
 * Loads data that the server sends only if it has changed. What has not is the same object as before, so that nothing
 * is compared or drawn again; queries need `structuralSharing: false` for that.
 */
export const loadIfChanged = async <Data>(
  queries: QueryClient,
  queryKey: QueryKey,
  load: (header: { 'If-None-Match'?: string }) => Promise<Loaded<Data>>,
): Promise<Tagged<Data>> => {
  const before = queries.getQueryData<Tagged<Data>>(queryKey);
  const { response, ...result } = await load(before?.tag ? { 'If-None-Match': before.tag } : {});
  if (before && response.status === 304) return before;
  return { data: dataOf(result), tag: response.headers.get('etag') };
};
