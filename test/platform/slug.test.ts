import { expect } from 'chai';
import { freeSlug } from '../../src/platform/slug.ts';

describe('the slug of a name', () => {
  const rules = { noun: 'project', shortest: 5, longest: 12 };
  const derive = (name: string, isTaken: (slug: string) => boolean = () => false): Promise<string> =>
    freeSlug(
      name,
      rules,
      (slugs) => Promise.resolve(slugs.filter(isTaken)),
      () => 'x7f2',
    );

  it('gets a number only if it is taken, and stays as short as it has to be', async () => {
    expect(await derive('Scale')).to.equal('scale');
    expect(await derive('Scale', (slug) => slug === 'scale')).to.equal('scale-2');
    expect(await derive('Scale', (slug) => !/-99$/.test(slug))).to.equal('scale-99');
    expect(await derive('twelve chars')).to.equal('twelve-chars');
    expect(await derive('twelve chars', (slug) => slug === 'twelve-chars')).to.equal('twelve-cha-2');
    expect(await derive('twelve ch ars', (slug) => slug === 'twelve-ch-ar')).to.equal('twelve-ch-2');
  });

  it('gets a random suffix if a hundred others have the name', async () => {
    expect(await derive('Scale', () => true)).to.equal('scale-x7f2');
  });
});
