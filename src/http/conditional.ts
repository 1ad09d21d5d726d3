import type { Conditional } from '../contract.ts';
import type { Timestamp } from '../platform/clock.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { MatchesTag } from './etag.ts';
import { SerializedJson } from './serialized-json.ts';

export class TaggedAnswer {
  readonly etag: string;
  /** Undefined if the client has this answer already. */
  readonly body: unknown;

  constructor(etag: string, body?: unknown) {
    this.etag = etag;
    this.body = body;
  }
}

const computeTag = async (cache: AnswerCache, { key, tag }: Conditional<unknown>, at: Timestamp): Promise<string> => {
  const { etag, isCacheable } = await tag();
  if (key && isCacheable) cache.addTag(key, at, etag);
  return etag;
};

/** Caches the body only from the second request on, because most are not asked for again. */
const computeBody = async (
  cache: AnswerCache,
  { key, body: compute }: Conditional<unknown>,
  { at, isRepeated }: { at: Timestamp; isRepeated: boolean },
): Promise<TaggedAnswer> => {
  const { etag, isCacheable, body, event } = await compute();
  const written = await SerializedJson.ifLong(body);
  if (!key || !isCacheable) return new TaggedAnswer(etag, written);
  if (!isRepeated) {
    cache.addTag(key, at, etag);
    return new TaggedAnswer(etag, written);
  }
  const json = written instanceof SerializedJson ? written : SerializedJson.of(body);
  cache.add(key, at, { etag, json, event });
  return new TaggedAnswer(etag, json);
};

const answer = async (
  cache: AnswerCache,
  reply: Conditional<unknown>,
  matches: MatchesTag | undefined,
): Promise<TaggedAnswer> => {
  const at = cache.now;
  const cached = reply.key && cache.find(reply.key);
  if (matches) {
    const etag = cached?.etag ?? (await computeTag(cache, reply, at));
    if (matches(etag)) return new TaggedAnswer(etag);
  }
  if (!cached?.body) return computeBody(cache, reply, { at, isRepeated: cached !== undefined });
  reply.recordAgain(cached.body.event);
  return new TaggedAnswer(cached.etag, cached.body.json);
};

/**
 * Returns the answer with its tag. A cached answer needs no queries. If the client sends a tag, the tag is computed
 * first: if it is still the same, nothing is decrypted. `renew` returns the reply for what has changed since the handler
 * returned this one, or throws the error that has another cause; an answer whose turn has come does not wait again for that.
 */
export const answerConditionally = (
  cache: AnswerCache,
  reply: Conditional<unknown>,
  matches: MatchesTag | undefined,
  renew: (error: unknown) => Promise<Conditional<unknown>>,
): Promise<TaggedAnswer> => {
  const answerNow = async (): Promise<TaggedAnswer> => {
    for (let current = reply; ;) {
      try {
        return await answer(cache, current, matches);
      } catch (error) {
        current = await renew(error);
      }
    }
  };
  const { key, limited } = reply;
  if (!limited) return answerNow();
  const cached = matches && key && cache.find(key);
  if (cached && matches(cached.etag)) return Promise.resolve(new TaggedAnswer(cached.etag));
  // Looked up again after waiting: an earlier request may have cached the same answer.
  return limited(answerNow);
};
