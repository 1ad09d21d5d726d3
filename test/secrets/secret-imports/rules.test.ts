import { expect } from 'chai';
import { movedTo, importsFolder } from '../../../src/resources/secrets/secret-imports/rules.ts';

const edges = (text: string) =>
  text.split(' ').map((pair, index) => ({ id: `${index}`, folderId: pair[0]!, sourceFolderId: pair[2]! }));

describe('what a folder shows through imports', () => {
  it('is itself, what it imports, and what that imports', () => {
    const folders = ['a', 'b', 'c', 'd', 'x'];
    const some = edges('a>b b>c b>d x>a');
    expect(folders.filter((folder) => importsFolder(some, 'a', folder))).to.deep.equal(['a', 'b', 'c', 'd']);
    expect(folders.filter((folder) => importsFolder(some, 'c', folder))).to.deep.equal(['c']);
    expect(importsFolder([], 'a', 'a')).to.equal(true);
  });

  it('is found in time, also where many ways lead to the same, and where there is a cycle', () => {
    const ladder = Array.from({ length: 5000 }, (_, index) =>
      [`${index}`, `${index}'`].flatMap((folderId) =>
        [`${index + 1}`, `${index + 1}'`].map((sourceFolderId) => ({ id: '', folderId, sourceFolderId })),
      ),
    ).flat();
    expect(importsFolder(ladder, '0', "5000'")).to.equal(true);
    expect(importsFolder(ladder, '1', '0')).to.equal(false);
    expect(importsFolder(edges('a>b b>a'), 'a', 'c')).to.equal(false);
  });
});

describe('the order of imports', () => {
  it('has one elsewhere, and the others as they were', () => {
    const moved = [1, 2, 3, 4, 9].map((position) => movedTo(['a', 'b', 'c', 'd'], 'b', position).join(''));
    expect(moved).to.deep.equal(['bacd', 'abcd', 'acbd', 'acdb', 'acdb']);
  });
});
