import type { LoadRequest, LoadProcess } from './load.ts';
import { requestsOf, type Pace } from './paced-requests.ts';
import type { Measured } from './processes.ts';
import type { Measurable } from './rounds.ts';

interface BareRequest {
  /** The name of this limit in the results. */
  readonly name: string;
  readonly request: LoadRequest;
}

/** The bare server of a deployment, which is the limit, and what a read and a change are compared with. */
export interface Bare {
  readonly start: () => Promise<Measured>;
  readonly read: BareRequest;
  readonly change: BareRequest;
}

/** The limit of a read on SQLite, and of everything in results that do not name their limits. */
export const sqliteLimit = 'SQLite';

/** A name for what is measured with another number of connections than the rest. */
export const named = (name: string, connections: number, usual: number): string =>
  connections === usual ? name : `${name}, ${connections} connections`;

const limitSeconds = 0.5;

/** Returns the limit for reads or changes with a number of connections; the same one for the same name. */
export const limitsOf = (
  { read, change }: Bare,
  url: string,
  load: LoadProcess,
  usual: number,
): ((kind: { readonly isChange: boolean } & Pick<Pace, 'connections'>) => Measurable) => {
  const limits = new Map<string, Measurable>();
  return ({ isChange, connections }) => {
    const { name: limitName, request } = isChange ? change : read;
    const name = named(limitName, connections, usual);
    const limit =
      limits.get(name) ??
      requestsOf(name, { urls: [url], headers: {}, expects: 200, requests: async () => [request] }, load, {
        connections,
        seconds: limitSeconds,
      });
    limits.set(name, limit);
    return limit;
  };
};
