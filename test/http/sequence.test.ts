import { expect } from 'chai';
import type { RequestHandler } from 'express';
import { runInSequence } from '../../src/http/sequence.ts';

describe('middleware in sequence', () => {
  const follow = (...steps: RequestHandler[]): Promise<unknown> =>
    new Promise(
      (resolve) =>
        void runInSequence(...steps)({} as never, {} as never, (error?: unknown) => resolve(error ?? 'done')),
    );
  const problem = new Error('a problem');
  const never: RequestHandler = () => expect.fail('this step is not reached');

  it('runs one function after the other', async () => {
    const taken: number[] = [];
    const step =
      (number: number): RequestHandler =>
      (_req, _res, next) => {
        taken.push(number);
        setImmediate(next);
      };
    expect(await follow(step(1), step(2), step(3))).to.equal('done');
    expect(taken).to.deep.equal([1, 2, 3]);
  });

  it('ends with the first error, however it is reported', async () => {
    const throwing: RequestHandler = () => {
      throw problem;
    };
    for (const step of [
      throwing,
      async () => Promise.reject(problem),
      ((_req, _res, next) => next(problem)) as RequestHandler,
    ]) {
      expect(await follow(step, never)).to.equal(problem);
    }
  });
});
