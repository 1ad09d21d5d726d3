import { expect } from 'chai';
import { tagsIn } from '../../src/http/etag.ts';

describe('If-None-Match', () => {
  it('contains no tag, one, several, weak ones, or any', () => {
    expect(tagsIn(undefined)).to.equal(undefined);
    expect(tagsIn('"a"')!('"a"')).to.equal(true);
    expect(tagsIn('"a"')!('"b"')).to.equal(false);
    expect(tagsIn('"a", W/"b"')!('"b"')).to.equal(true);
    expect(tagsIn(' * ')!('"b"')).to.equal(true);
    expect(tagsIn('')!('"a"')).to.equal(false);
    expect(tagsIn('a')!('"a"')).to.equal(false);
  });
});
