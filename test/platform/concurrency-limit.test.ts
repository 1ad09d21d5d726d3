import { expect } from 'chai';
import { ConcurrencyLimit } from '../../src/platform/concurrency-limit.ts';

describe('a concurrency limit', () => {
  const started: string[] = [];
  const setting = (mayWait: number, mayWaitInAll?: number) => {
    started.length = 0;
    const bound = mayWaitInAll === undefined ? {} : { mayWaitInAll };
    const turns = new ConcurrencyLimit({ atOnce: 1, mayWait, ...bound, refusal: 'Too much.' });
    const ends: (() => void)[] = [];
    const take = (name: string, caller?: string) =>
      turns.take(() => new Promise<void>((end) => void (started.push(name), ends.push(end))), caller);
    const endOne = async (): Promise<void> => {
      ends.shift()!();
      await new Promise(setImmediate);
    };
    return { take, endOne };
  };

  it('serves callers in turn, however much one of them requests', async () => {
    const { take, endOne } = setting(10);
    const all = [
      ...[1, 2, 3, 4].map((number) => take(`a${number}`, 'a')),
      take('b1', 'b'),
      take('c1', 'c'),
      take('b2', 'b'),
    ];
    for (const _ of all) await endOne();
    await Promise.all(all);
    expect(started).to.deep.equal(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('refuses what exceeds the queue of one caller, and does not affect the others', async () => {
    const { take, endOne } = setting(2);
    const all = [take('a1', 'a'), take('a2', 'a'), take('a3', 'a')];
    const refusal: unknown = await take('a4', 'a').catch((error: unknown) => error);
    expect(refusal).to.include({ status: 503, message: 'Too much.' });
    all.push(take('b1', 'b'));
    for (const _ of all) await endOne();
    await Promise.all(all);
    expect(started).to.deep.equal(['a1', 'a2', 'b1', 'a3']);
  });

  it('refuses the last of the longest queue if too much waits altogether', async () => {
    const { take, endOne } = setting(10, 4);
    const all = [take('a1', 'a'), take('a2', 'a'), take('a3', 'a'), take('b1', 'b')];
    const last = take('a4', 'a').catch((error: unknown) => error);
    all.push(take('c1', 'c'));
    expect(await last).to.include({ status: 503, message: 'Too much.' });
    for (const _ of all) await endOne();
    await Promise.all(all);
    expect(started).to.deep.equal(['a1', 'a2', 'b1', 'c1', 'a3']);
  });

  it('refuses what comes last if no queue is longer than its own would be', async () => {
    const { take, endOne } = setting(10, 3);
    const all = [take('a1', 'a'), take('a2', 'a'), take('b1', 'b'), take('c1', 'c')];
    for (const caller of ['a', 'd']) {
      const refusal: unknown = await take('one too many', caller).catch((error: unknown) => error);
      expect(refusal, caller).to.include({ status: 503 });
    }
    for (const _ of all) await endOne();
    await Promise.all(all);
    expect(started).to.deep.equal(['a1', 'a2', 'b1', 'c1']);
  });

  it('continues after work that fails, and starts at once when nothing is running', async () => {
    const turns = new ConcurrencyLimit({ atOnce: 1, mayWait: 1, refusal: 'Too much.' });
    expect(await turns.take(() => Promise.reject(new Error('failed'))).catch(String)).to.equal('Error: failed');
    expect(await turns.take(() => Promise.resolve(1))).to.equal(1);
  });
});
