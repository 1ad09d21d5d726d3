import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

// The linter forbids `Date.now()` and `Math.random()` there, and has no rule for a date without arguments.
describe('the present time', () => {
  it('is asked of the clock by the resources and the permission engine', () => {
    const own = ['src/resources', 'src/access']
      .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
      .filter((file) => file.endsWith('.ts') && /new Date\(\)/.test(readFileSync(file, 'utf8')));
    expect(own).to.deep.equal([]);
  });
});
