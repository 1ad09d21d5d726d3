import type { Answered } from './answered.ts';
import type { Asked, Load, LoadProcess } from './load.ts';
import type { Measurable } from './rounds.ts';

export interface Pace {
  readonly connections: number;
  /** About how long one measurement takes. */
  readonly seconds: number;
}

/**
 * Seconds: at first the pace is that of code which nobody has compiled yet, and what is compiled last is what is called
 * seldom.
 */
const warmingFor = (seconds: number): readonly number[] => [0.2, 0.8, 2 * seconds];

type Questions = Pick<Load, 'urls' | 'headers' | 'expects'> & { readonly requests: () => Promise<readonly Asked[]> };

/**
 * Requests of one kind, as many as fit into the time at the pace of last time: all are answered before anything else is
 * measured.
 */
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
        // What is slow has been warmed by now, and waits for nobody.
        if (perSecond * part > connections) await ask(perSecond * part);
      }
    },
    measure: () => ask(perSecond * seconds),
  };
};
