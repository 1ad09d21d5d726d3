import type { Ability } from '../../access/ability.ts';
import type { ProjectAccess } from '../../access/project-access.ts';
import { timestamp, type Timestamp } from '../../platform/clock.ts';
import type { Scope } from '../../scope.ts';

interface Known {
  readonly etag: string;
  /** What was committed then. */
  readonly revision: number;
  readonly at: Timestamp;
}

type Means = Pick<Scope, 'revision' | 'clock'>;

const maxQuestions = 100;

/** By what the reader may do, and what was asked. Nothing of an answer is kept but its tag. */
const known = new WeakMap<Ability, Map<string, Known>>();

/**
 * The tag of the answer to a question, worked out once as long as nothing is committed and no rule of the reader begins or ends:
 * whoever asks again and again is told that nothing has changed without a single secret being read.
 */
export const tagOf = async ({ revision, clock }: Means, { ability }: ProjectAccess, question: unknown, work: () => Promise<string>): Promise<string> => {
  const at = timestamp(clock.now());
  const now = revision();
  if (now === undefined) return work();
  const questions = known.get(ability) ?? new Map<string, Known>();
  known.set(ability, questions);
  const key = JSON.stringify(question);
  const before = questions.get(key);
  if (before?.revision === now && ability.isSame(before.at, at)) return before.etag;
  const etag = await work();
  if (questions.size === maxQuestions) questions.clear();
  questions.set(key, { etag, revision: now, at });
  return etag;
};
