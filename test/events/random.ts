/** Random choices that depend only on the seed. */
export interface Random {
  /** From 0 up to, but not including, the limit. */
  below(limit: number): number;
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** This many of them, each once, in random order. */
  some<T>(from: readonly T[], count: number): T[];
}

/** Mulberry32: short, fast, and random enough for this. */
export const randomOf = (seed: number): Random => {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (share) => next() < share,
    pick: (from) => from[below(from.length)]!,
    some: (from, count) => {
      const left = [...from];
      return Array.from({ length: Math.min(count, left.length) }, () => left.splice(below(left.length), 1)[0]!);
    },
  };
};
