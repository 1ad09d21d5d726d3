import type { Ability } from '../access/ability.ts';
import { timestamp, type Clock } from '../platform/clock.ts';
import { isTimeUp, yieldToEventLoop } from '../platform/event-loop.ts';
import type { EventOrigin } from '../resources/secrets/events/store.ts';
import { mayReadOrigin } from './filter.ts';

/** The permissions of each subscriber in a project by its key, or why it has none. */
type AbilitiesIn = (
  projectId: string,
) => Promise<ReadonlyMap<string, { readonly ability: Ability } | { readonly reason: string }>>;

/** The keys of the subscribers that may read one of these folders of other projects; only they receive the event. */
export const readersOf = async (
  origins: readonly EventOrigin[],
  abilitiesIn: AbilitiesIn,
  clock: Clock,
): Promise<Set<string>> => {
  const readers = new Set<string>();
  for (const origin of origins) {
    const results = await abilitiesIn(origin.projectId);
    const now = timestamp(clock.now());
    for (const [key, result] of results) {
      if (isTimeUp()) await yieldToEventLoop();
      if ('ability' in result && mayReadOrigin(result.ability, origin, now)) readers.add(key);
    }
  }
  return readers;
};
