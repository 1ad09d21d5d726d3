import type { LoadResult } from './load-result.ts';
import type { LoadRequest, Load, LoadProcess } from './load.ts';
import type { Measurable } from './rounds.ts';

export interface Pace {
  readonly connections: number;
  /** About how long one measurement takes. */
  readonly seconds: number;
}

/** The parts of the warm-up in seconds: several, because code is compiled only after it has run often enough. */
const warmUpParts = (seconds: number): readonly number[] => [0.2, 0.8, 2 * seconds];

type Target = Pick<Load, 'urls' | 'headers' | 'expects'> & { readonly requests: () => Promise<readonly LoadRequest[]> };

/** Sends as many requests of one kind as the last rate allows in the time, and waits for all responses. */
export const requestsOf = (
  name: string,
  target: Target,
  load: LoadProcess,
  { connections, seconds }: Pace,
): Measurable => {
  let perSecond = 0;
  const send = async (amount: number): Promise<LoadResult> => {
    const result = await load.run({
      ...target,
      requests: await target.requests(),
      connections,
      amount: Math.max(connections, Math.ceil(amount)),
    });
    perSecond = result.perSecond;
    return result;
  };
  return {
    name,
    warm: async () => {
      await send(connections);
      for (const part of warmUpParts(seconds)) {
        // Slow scenarios are warm by now.
        if (perSecond * part > connections) await send(perSecond * part);
      }
    },
    measure: () => send(perSecond * seconds),
  };
};
