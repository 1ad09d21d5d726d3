import type { Answered } from './answered.ts';
import type { Asked, Load, LoadProcess } from './load.ts';
import type { Measurable } from './rounds.ts';

export interface Pace {
  readonly connections: number;
  /** About how long one measurement takes. */
  readonly seconds: number;
}

/** Several seconds, because the first requests run code that is not compiled yet, and rarely called code is last. */
const warmingFor = (seconds: number): readonly number[] => [0.2, 0.8, 2 * seconds];

type Questions = Pick<Load, 'urls' | 'headers' | 'expects'> & { readonly requests: () => Promise<readonly Asked[]> };

/** Sends as many requests of one kind as fit into the time at the last pace; all are answered before the next kind. */
export const requestsOf = (
  name: string,
  questions: Questions,
  load: LoadProcess,
  { connections, seconds }: Pace,
): Measurable => {
  let perSecond = 0;
  const ask = async (amount: number): Promise<Answered> => {
    const answered = await load.run({
      ...questions,
      requests: await questions.requests(),
      connections,
      amount: Math.max(connections, Math.ceil(amount)),
    });
    perSecond = answered.perSecond;
    return answered;
  };
  return {
    name,
    warm: async () => {
      await ask(connections);
      for (const part of warmingFor(seconds)) {
        // Slow scenarios are warm by now.
        if (perSecond * part > connections) await ask(perSecond * part);
      }
    },
    measure: () => ask(perSecond * seconds),
  };
};
