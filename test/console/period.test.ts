import { expect } from 'chai';
import { parseLength } from '../../src/console/components/duration.ts';
import {
  draftError,
  draftOf,
  grantTypeOfDraft,
  lengthText,
  stateOf,
} from '../../src/console/temporary-access/period.ts';

const hour = 3_600_000;

describe('console: periods of temporary access', () => {
  it('says a length by its two largest units', () => {
    const lengths = [0, 59_400, 60_000, 3 * hour + 12 * 60_000 + 5_000, 26 * hour, 48 * hour];
    expect(lengths.map(lengthText)).to.deep.equal(['0 s', '59 s', '1 min', '3 h 12 min', '1 d 2 h', '2 d']);
  });

  it('reads lengths as the server does, and nothing else', () => {
    expect(['90m', '1.5 hours', '2 weeks', '1 Day', '45 s'].map(parseLength)).to.deep.equal([
      90 * 60_000,
      1.5 * hour,
      14 * 24 * hour,
      24 * hour,
      45_000,
    ]);
    for (const text of ['', 'soon', '0 h', '-1 h', '5 parsecs']) expect(parseLength(text), text).to.equal(undefined);
  });

  it('is active from its start to its end', () => {
    const span = { startsAt: 10, endsAt: 20 };
    expect([9, 10, 19, 20].map((now) => stateOf(span, now))).to.deep.equal(['planned', 'active', 'active', 'ended']);
  });

  it('sends a stored period back as it is, whatever its unit', () => {
    const stored = {
      isTemporary: true,
      temporaryRange: '5400000ms',
      temporaryAccessStartTime: '2030-01-01T00:00:00.000Z',
      temporaryAccessEndTime: '2030-01-01T01:30:00.000Z',
    };
    const draft = draftOf(stored);
    expect(draftError(draft)).to.equal(undefined);
    expect(grantTypeOfDraft(draft, 0)).to.deep.equal({
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '5400s',
      temporaryAccessStartTime: stored.temporaryAccessStartTime,
    });
  });
});
