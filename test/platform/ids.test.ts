import { expect } from 'chai';
import { alphanumericId, lowerAlphanumericId, orderedUuid } from '../../src/platform/crypto/random-ids.ts';

describe('generated names', () => {
  it('contain every character of their alphabet with equal frequency', () => {
    const counts = new Map<string, number>();
    const drawn = alphanumericId(62_000);
    for (const character of drawn) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(drawn).to.match(/^[0-9a-zA-Z]{62000}$/);
    expect(counts.size).to.equal(62);
    // Six standard deviations of a uniform distribution: exceeded by chance once in a hundred million runs.
    for (const [character, count] of counts) expect(count, character).to.be.within(810, 1190);
  });

  it('are unique, whatever else was generated between them', () => {
    const drawn = Array.from({ length: 20_000 }, (_, index) => {
      lowerAlphanumericId(index % 7);
      return alphanumericId(14);
    });
    expect(new Set(drawn).size).to.equal(drawn.length);
    expect(drawn.every((each) => /^[0-9a-zA-Z]{14}$/.test(each))).to.equal(true);
  });

  it('are sorted by time where required', () => {
    const [early, late] = [new Date('2030-01-01T00:00:00.001Z'), new Date('2030-01-01T00:00:00.002Z')];
    const made = [orderedUuid(late), orderedUuid(early), orderedUuid(late)];
    for (const id of made) expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([...made].sort()[0]).to.equal(made[1]);
    expect(new Set(made).size).to.equal(3);
    expect(Number.parseInt(made[1]!.replace('-', '').slice(0, 12), 16)).to.equal(early.getTime());
  });
});
