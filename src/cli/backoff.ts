const firstDelayMs = 1_000;
export const maxDelayMs = 30_000;

/** Exponential backoff up to half a minute, with a random reduction so that clients do not reconnect at once. */
export const delayMs = (failures: number, chance = Math.random()): number =>
  Math.round(Math.min(firstDelayMs * 2 ** failures, maxDelayMs) * (1 - chance / 4));
