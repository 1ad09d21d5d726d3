import type { Ability } from '../access/ability.ts';
import { timestamp, type Clock } from '../platform/clock.ts';
import { isTimeUp, nextTurn } from '../platform/event-loop.ts';
import type { EventOrigin } from '../resources/secrets/events/store.ts';
import { mayReadOrigin } from './filter.ts';

/** What each subscriber may do in a project, by its key, or why it may do nothing there. */
type AbilitiesIn = (
  projectId: string,
) => Promise<ReadonlyMap<string, { readonly ability: Ability } | { readonly reason: string }>>;

/**
 * The keys of the subscribers that may read one of these folders of other projects. Nobody else learns that something
 * changed there.
 */
export const readersOf = async (
  origins: readonly EventOrigin[],
  abilitiesIn: AbilitiesIn,
  clock: Clock,
): Promise<Set<string>> => {
  const readers = new Set<string>();
  for (const origin of origins) {
    const judgements = await abilitiesIn(origin.projectId);
    const now = timestamp(clock.now());
    for (const [key, judgement] of judgements) {
      if (isTimeUp()) await nextTurn();
      if ('ability' in judgement && mayReadOrigin(judgement.ability, origin, now)) readers.add(key);
    }
  }
  return readers;
};
