// Checks whether nodes report that they are ready.
import { until } from './processes.mjs';

/** The status of a page without a token; undefined while there is no response. */
export const statusOf = async (url, path) => {
  const response = await fetch(url + path, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
  await response?.arrayBuffer().catch(() => undefined);
  return response?.status;
};

export const isReady = async ({ url }) => (await statusOf(url, '/readyz')) === 200;

export const untilReady = async (nodes) => {
  for (const node of nodes) await until('/readyz', () => isReady(node));
};
