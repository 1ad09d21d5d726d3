import { expect } from 'chai';
import { SingleFlight } from '../../src/platform/single-flight.ts';

describe('a single flight', () => {
  const started = () => {
    const singleFlight = new SingleFlight();
    const finishes: { succeed: (result: number) => void; fail: (error: Error) => void }[] = [];
    const ask = (name: string) =>
      singleFlight.join(name, () => new Promise<number>((succeed, fail) => void finishes.push({ succeed, fail })));
    return { finishes, ask };
  };

  it('runs once for all callers while it is in progress, and again afterwards', async () => {
    const { finishes, ask } = started();
    const [one, other] = [ask('a'), ask('a')];
    expect(finishes).to.have.length(1);
    finishes[0]!.succeed(1);
    expect(await Promise.all([one, other])).to.deep.equal([1, 1]);
    const later = ask('a');
    expect(finishes).to.have.length(2);
    finishes[1]!.succeed(2);
    expect(await later).to.equal(2);
  });

  it('runs for each name', () => {
    const { finishes, ask } = started();
    void ask('a');
    void ask('b');
    expect(finishes).to.have.length(2);
  });

  it('fails for all callers, and is repeated afterwards', async () => {
    const { finishes, ask } = started();
    const both = Promise.allSettled([ask('a'), ask('a')]);
    finishes[0]!.fail(new Error('no'));
    expect((await both).map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    void ask('a');
    expect(finishes).to.have.length(2);
  });
});
