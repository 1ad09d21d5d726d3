import { expect } from 'chai';
import { environmentAddress, environmentOfSegment, environmentSegment } from '../../src/console/layout/addresses.ts';
import { paths } from '../../src/console/paths.ts';

describe('console: the address of an environment', () => {
  it('is never that of another page of its project', () => {
    const pages = Object.values(paths).flatMap((path) => /^\/p\/:slug\/([a-z]+)$/.exec(path)?.[1] ?? []);
    expect(pages).to.include.members(['settings', 'events']);
    for (const slug of [...pages, 'access', 'roles', 'certificates', 'dev', 'settings-2']) {
      expect(pages, slug).not.to.include(environmentSegment(slug));
      expect(environmentOfSegment(environmentSegment(slug))).to.equal(slug);
    }
    expect(environmentAddress({ slug: 'p', environment: 'events', path: '/a b', secret: 'K' })).to.equal(
      '/p/p/~events/a%20b?secret=K',
    );
    expect(environmentAddress({ slug: 'p', environment: 'dev' })).to.equal('/p/p/dev');
  });
});
