import type { Conditional } from '../contract.ts';
import type { Timestamp } from '../platform/clock.ts';
import type { ResponseCache } from './response-cache.ts';
import type { MatchesTag } from './etag.ts';
import { SerializedJson } from './serialized-json.ts';

export class TaggedResponse {
  readonly etag: string;
  /** Undefined if the client has this response already. */
  readonly body: unknown;

  constructor(etag: string, body?: unknown) {
    this.etag = etag;
    this.body = body;
  }
}

const computeTag = async (cache: ResponseCache, { key, tag }: Conditional<unknown>, at: Timestamp): Promise<string> => {
  const { etag, isCacheable } = await tag();
  if (key && isCacheable) cache.addTag(key, at, etag);
  return etag;
};

/** Caches the body only from the second request on, because most are not asked for again. */
const computeBody = async (
  cache: ResponseCache,
  { key, body: compute }: Conditional<unknown>,
  { at, isRepeated }: { at: Timestamp; isRepeated: boolean },
): Promise<TaggedResponse> => {
  const { etag, isCacheable, body, event } = await compute();
  const written = await SerializedJson.ifLong(body);
  if (!key || !isCacheable) return new TaggedResponse(etag, written);
  if (!isRepeated) {
    cache.addTag(key, at, etag);
    return new TaggedResponse(etag, written);
  }
  const json = written instanceof SerializedJson ? written : SerializedJson.of(body);
  cache.add(key, at, { etag, json, event });
  return new TaggedResponse(etag, json);
};

const respond = async (
  cache: ResponseCache,
  reply: Conditional<unknown>,
  matches: MatchesTag | undefined,
): Promise<TaggedResponse> => {
  const at = cache.now;
  const cached = reply.key && cache.find(reply.key);
  if (matches) {
    const etag = cached?.etag ?? (await computeTag(cache, reply, at));
    if (matches(etag)) return new TaggedResponse(etag);
  }
  if (!cached?.body) return computeBody(cache, reply, { at, isRepeated: cached !== undefined });
  reply.recordAgain(cached.body.event);
  return new TaggedResponse(cached.etag, cached.body.json);
};

/**
 * Returns the response with its tag. A cached response needs no queries. If the client sends a tag, the tag is computed
 * first: if it is still the same, nothing is decrypted. `renew` returns the reply for what has changed since the handler
 * returned this one, or throws the error that has another cause; what `limited` has let through does not wait again for
 * that.
 */
export const respondConditionally = (
  cache: ResponseCache,
  reply: Conditional<unknown>,
  matches: MatchesTag | undefined,
  renew: (error: unknown) => Promise<Conditional<unknown>>,
): Promise<TaggedResponse> => {
  const respondNow = async (): Promise<TaggedResponse> => {
    for (let current = reply; ;) {
      try {
        return await respond(cache, current, matches);
      } catch (error) {
        current = await renew(error);
      }
    }
  };
  const { key, limited } = reply;
  if (!limited) return respondNow();
  const cached = matches && key && cache.find(key);
  if (cached && matches(cached.etag)) return Promise.resolve(new TaggedResponse(cached.etag));
  // Looked up again after waiting: an earlier request may have cached the same response.
  return limited(respondNow);
};
