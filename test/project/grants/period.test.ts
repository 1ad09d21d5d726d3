import { expect } from 'chai';
import { ValidationFailure } from '../../../src/platform/errors.ts';
import {
  isOver,
  isPeriodWithin,
  parseRange,
  periodIssues,
  readPeriod,
  periodView,
  type PeriodInput,
} from '../../../src/resources/project/grants/period.ts';
import { parseTime } from '../../../src/platform/clock.ts';

const temporary = (changes: object = {}): PeriodInput => ({
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange: '1h',
  temporaryAccessStartTime: '2030-01-01T00:00:00Z',
  ...changes,
});
const issuesOf = (changes: object): string[] =>
  periodIssues(temporary(changes), 'roles', '0').map(({ in: part, path, code }) => `${part} ${path.join('.')} ${code}`);

describe('periods', () => {
  it('of permanent grants are empty, whatever other fields are given', () => {
    const input = {
      isTemporary: false,
      temporaryMode: '',
      temporaryRange: '',
      temporaryAccessStartTime: '0001-01-01T00:00:00Z',
    } as const;
    expect(periodIssues(input)).to.deep.equal([]);
    expect(readPeriod(input)).to.deep.equal({
      isTemporary: false,
      temporaryMode: null,
      temporaryRange: null,
      temporaryAccessStartTime: null,
      temporaryAccessEndTime: null,
    });
  });

  it('end after their range, and are stored in UTC', () => {
    expect(
      readPeriod(temporary({ temporaryRange: '1.5 hours', temporaryAccessStartTime: '2030-01-01T01:30:00.25+02:00' })),
    ).to.deep.equal({
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '1.5 hours',
      temporaryAccessStartTime: '2029-12-31T23:30:00.250Z',
      temporaryAccessEndTime: '2030-01-01T01:00:00.250Z',
    });
  });

  it('accept ranges with every unit, in upper and lower case', () => {
    const day = 86_400_000;
    for (const [names, expected] of [
      [['ms', 'msec', 'msecs', 'millisecond', 'milliseconds', ''], 2],
      [['s', 'sec', 'secs', 'second', 'seconds'], 2000],
      [['m', 'min', 'mins', 'minute', 'minutes'], 120_000],
      [['h', 'hr', 'hrs', 'hour', 'hours'], 7_200_000],
      [['d', 'day', 'days'], 2 * day],
      [['w', 'week', 'weeks'], 14 * day],
      [['y', 'yr', 'yrs', 'year', 'years'], 730.5 * day],
    ] as const) {
      for (const name of names)
        for (const text of [`2${name}`, `2 ${name}`, `2.0   ${name.toUpperCase()}`])
          expect(parseRange(text), text).to.equal(expected);
    }
    expect(parseRange('.5h')).to.equal(1_800_000);
    expect(parseRange('-1h')).to.equal(-3_600_000);
    for (const bad of [
      '',
      ' 1h',
      '1h ',
      '1h30m',
      '1mo',
      '1 month',
      'h',
      '1.',
      '1..5h',
      '1e3',
      '+1h',
      '1_000',
      'Infinity',
      '0x10',
      '1\th',
      '1hh',
    ])
      expect(parseRange(bad), bad).to.equal(undefined);
  });

  it('accept times with any offset, with or without seconds', () => {
    const expected = Date.UTC(2030, 0, 1);
    for (const text of [
      '2030-01-01T00:00:00Z',
      '2030-01-01T00:00Z',
      '2030-01-01t00:00:00.0000000z',
      '2030-01-01T05:30:00+05:30',
      '2029-12-31T16:00:00-08:00',
    ]) {
      expect(parseTime(text), text).to.equal(expected);
    }
    expect(parseTime('2030-01-01T00:00:00.123456789Z')).to.equal(expected + 123);
    expect(parseTime('0001-01-01T00:00:00Z')).to.equal(new Date('0001-01-01T00:00:00Z').getTime());
    for (const bad of [
      '2030-01-01',
      '2030-01-01T00:00:00',
      '2030-02-30T00:00:00Z',
      '2029-02-29T00:00:00Z',
      '2030-13-01T00:00:00Z',
      '2030-01-01T24:00:00Z',
      '2030-01-01T00:60:00Z',
      '2030-01-01T00:00:60Z',
      '2030-01-01T00:00:00+24:00',
      '2030-01-01T00:00:00+0100',
      '2030-01-01 00:00:00Z',
      '2030-01-01T00:00.5Z',
      '2030-01-01T00:00:00.Z',
      '0000-01-01T00:00:00+01:00',
      '9999-12-31T23:59:59-01:00',
      '+002030-01-01T00:00:00Z',
      'now',
      '1893456000',
    ]) {
      expect(parseTime(bad), bad).to.equal(undefined);
    }
  });

  it('report each problem with its position', () => {
    expect(issuesOf({})).to.deep.equal([]);
    expect(issuesOf({ temporaryRange: 'soon', temporaryAccessStartTime: 'now' })).to.deep.equal([
      'body roles.0.temporaryAccessStartTime format',
      'body roles.0.temporaryRange format',
    ]);
    for (const temporaryRange of ['0', '0s', '-1h', '0.9ms'])
      expect(issuesOf({ temporaryRange }), temporaryRange).to.deep.equal(['body roles.0.temporaryRange too_small']);
    expect(issuesOf({ temporaryRange: '1ms' })).to.deep.equal([]);
    const late = { temporaryAccessStartTime: '9999-12-31T23:59:59.000Z' };
    expect(issuesOf({ ...late, temporaryRange: '999' })).to.deep.equal([]);
    for (const temporaryRange of ['1000', '9'.repeat(100), '99999999999y'])
      expect(issuesOf({ ...late, temporaryRange })).to.deep.equal(['body roles.0.temporaryRange too_big']);
    expect(() => readPeriod(temporary({ temporaryRange: 'soon' }), 'type'))
      .to.throw(ValidationFailure)
      .with.property('issues')
      .that.has.length(1);
  });

  describe('compared at a given time', () => {
    const now = '2030-01-01T00:00:30.000Z';
    const permanentPeriod = readPeriod({ isTemporary: false });
    const lasting = (temporaryRange: string, temporaryAccessStartTime = '2030-01-01T00:00:00Z') =>
      readPeriod(temporary({ temporaryRange, temporaryAccessStartTime }));

    it('have ended at their end time', () => {
      expect(isOver(permanentPeriod, now)).to.equal(false);
      expect(isOver(lasting('30001'), now)).to.equal(false);
      expect(isOver(lasting('30s'), now)).to.equal(true);
    });

    it('are compared by their remaining time', () => {
      for (const [inner, outer, expected] of [
        [permanentPeriod, permanentPeriod, true],
        [lasting('1h'), permanentPeriod, true],
        [permanentPeriod, lasting('7900y'), false],
        [lasting('1h'), lasting('1h'), true],
        [lasting('1h'), lasting('1h', '2030-01-01T00:00:01Z'), true],
        [lasting('1h', '2030-01-01T00:00:01Z'), lasting('1h'), false],
        [lasting('1m', '2030-01-01T00:01:00Z'), lasting('1h'), true],
        [lasting('1h'), lasting('1h', '2030-01-01T00:00:31Z'), false],
        [lasting('1h'), lasting('1s'), false],
        [lasting('1s'), lasting('1m', '2040-01-01T00:00:00Z'), true],
        [lasting('1s'), lasting('2s'), true],
      ] as const) {
        expect(isPeriodWithin(inner, outer, now), JSON.stringify([inner, outer])).to.equal(expected);
      }
    });
  });

  it('are returned without the other columns of a row', () => {
    const period = readPeriod(temporary());
    expect(periodView({ ...period, id: 'x' } as typeof period)).to.deep.equal(period);
  });
});
