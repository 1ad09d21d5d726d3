import { expect } from 'chai';
import fc from 'fast-check';
import { timestamp } from '../../src/platform/clock.ts';

describe('a timestamp', () => {
  it('is the time in UTC with milliseconds, whatever was formatted before', () => {
    const anyTime = fc.oneof(
      fc.date({ noInvalidDate: true }),
      fc.integer({ min: -3000, max: 3000 }).map((time) => new Date(time)),
    );
    fc.assert(
      fc.property(anyTime, (date) => timestamp(date) === date.toISOString()),
      { numRuns: 10_000 },
    );
  });

  it('does not exist for an invalid date', () => {
    expect(() => timestamp(new Date(Number.NaN))).to.throw(RangeError);
  });
});
