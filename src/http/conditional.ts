import type { Conditional } from '../contract.ts';
import type { Timestamp } from '../platform/clock.ts';
import { isTimeUp, yieldToEventLoop } from '../platform/event-loop.ts';
import type { AnswerCache, CachedAnswer } from './answer-cache.ts';
import type { MatchesTag } from './etag.ts';
import { JsonBytes } from './json-bytes.ts';

export interface TaggedAnswer {
  readonly etag: string;
  /** Undefined if the reader has this answer already. */
  readonly body: unknown;
}

const computeTag = async (cache: AnswerCache, { key, tag }: Conditional<unknown>, at: Timestamp): Promise<string> => {
  const { etag, isCacheable } = await tag();
  if (key && isCacheable) cache.addTag(key, at, etag);
  return etag;
};

/** Encrypting an answer takes time, so only one that is asked for again is cached. */
const computeBody = async (
  cache: AnswerCache,
  { key, body: compute }: Conditional<unknown>,
  { at, isAskedAgain }: { at: Timestamp; isAskedAgain: boolean },
): Promise<TaggedAnswer> => {
  const { etag, isCacheable, body, event } = await compute();
  const bytes = await JsonBytes.ifLong(body);
  if (!key || !isCacheable) return { etag, body: bytes };
  if (!isAskedAgain) {
    cache.addTag(key, at, etag);
    return { etag, body: bytes };
  }
  const whole = bytes instanceof JsonBytes ? bytes : JsonBytes.of(body);
  cache.add(key, at, { etag, json: whole.json, event });
  return { etag, body: whole };
};

const answer = async (
  cache: AnswerCache,
  reply: Conditional<unknown>,
  matches: MatchesTag | undefined,
): Promise<TaggedAnswer> => {
  const at = cache.now;
  const cached: CachedAnswer | undefined = reply.key && cache.find(reply.key);
  if (matches) {
    const etag = cached?.etag ?? (await computeTag(cache, reply, at));
    if (matches(etag)) return { etag, body: undefined };
  }
  if (!cached?.bytes) return computeBody(cache, reply, { at, isAskedAgain: cached !== undefined });
  if (cached.isLong && isTimeUp()) await yieldToEventLoop();
  reply.recordAgain(cached.event);
  return { etag: cached.etag, body: cached.bytes };
};

/**
 * Returns the answer with its tag. A cached one needs no reading. For a reader that sends a tag, the tag is computed
 * first: if it is still the same, nothing is decrypted.
 */
export const answerConditionally = (
  cache: AnswerCache,
  reply: Conditional<unknown>,
  matches: MatchesTag | undefined,
): Promise<TaggedAnswer> => {
  const { key, limited } = reply;
  if (!limited) return answer(cache, reply, matches);
  const cached = matches && key && cache.find(key);
  if (cached && matches(cached.etag)) return Promise.resolve({ etag: cached.etag, body: undefined });
  // Looked up again after waiting: an earlier request may have cached the same answer.
  return limited(() => answer(cache, reply, matches));
};
