import { expect } from 'chai';
import { Ability, projectActions } from '../../src/access/ability.ts';
import type { CacheKey } from '../../src/contract.ts';
import { ResponseCache } from '../../src/http/response-cache.ts';
import { SerializedJson } from '../../src/http/serialized-json.ts';
import { TestClock } from '../support/world/clock.ts';

describe('cached responses', () => {
  const clock = new TestClock();
  const ability = new Ability(
    [
      {
        source: { type: 'privilege', id: 'id', slug: 'temporary', name: null, group: null },
        rules: [],
        startsAt: '2030-01-01T00:01:00.000Z',
        endsAt: '2030-01-01T00:02:00.000Z',
      },
    ],
    undefined,
    projectActions,
  );
  let cache: ResponseCache;
  beforeEach(() => {
    cache = new ResponseCache(clock);
  });

  const keyOf = (query: string): CacheKey => ({ ability, query, revision: 1 });

  const add = (query: string, mebibytes: number): void => {
    const json = new SerializedJson(Buffer.alloc(mebibytes * 1024 * 1024, query));
    cache.add(keyOf(query), cache.now, { etag: '"tag"', json, event: undefined });
  };

  it('are retained while they fit into the cache', () => {
    add('a', 6);
    add('b', 6);
    for (const query of ['a', 'b'])
      expect(cache.find(keyOf(query))!.body!.json.content.toString()).to.equal(query.repeat(6 * 1024 * 1024));
    add('too large', 9);
    expect([cache.find(keyOf('too large')), cache.find(keyOf('a'))?.etag]).to.deep.equal([undefined, '"tag"']);
    add('c', 6);
    expect(['a', 'b', 'c'].map((query) => cache.find(keyOf(query))?.etag)).to.deep.equal(['"tag"', undefined, '"tag"']);
  });

  it('are specific to one caller, one request and one revision', () => {
    cache.addTag(keyOf('a'), cache.now, '"tag"');
    const other = new Ability([], undefined, projectActions);
    expect(
      [keyOf('a'), keyOf('b'), { ...keyOf('a'), revision: 2 }, { ...keyOf('a'), ability: other }].map(
        (key) => cache.find(key)?.etag,
      ),
    ).to.deep.equal(['"tag"', undefined, undefined, undefined]);
    expect(new ResponseCache(clock).find(keyOf('a'))).to.equal(undefined);
  });

  it('are returned until a rule of the caller begins or ends', async () => {
    cache.addTag(keyOf('a'), cache.now, '"tag"');
    const at = (seconds: number) => clock.later(seconds, async () => cache.find(keyOf('a'))?.etag);
    expect([await at(0), await at(59.999), await at(60), await at(120)]).to.deep.equal([
      '"tag"',
      '"tag"',
      undefined,
      undefined,
    ]);
  });
});
