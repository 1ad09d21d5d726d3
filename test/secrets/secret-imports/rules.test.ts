import { expect } from 'chai';
import { movedTo, importsFolder } from '../../../src/resources/secrets/secret-imports/rules.ts';

const edges = (text: string) =>
  text.split(' ').map((pair, index) => ({ id: `${index}`, folderId: pair[0]!, sourceFolderId: pair[2]! }));

describe('the folders visible through imports', () => {
  it('are the folder itself, its imports, and their imports', () => {
    const folders = ['a', 'b', 'c', 'd', 'x'];
    const some = edges('a>b b>c b>d x>a');
    expect(folders.filter((folder) => importsFolder(some, 'a', folder))).to.deep.equal(['a', 'b', 'c', 'd']);
    expect(folders.filter((folder) => importsFolder(some, 'c', folder))).to.deep.equal(['c']);
    expect(importsFolder([], 'a', 'a')).to.equal(true);
  });

  it('are found in bounded time if there are many paths to the same folder, or a cycle', () => {
    const chain = Array.from({ length: 5000 }, (_, index) =>
      [`${index}`, `${index}'`].flatMap((folderId) =>
        [`${index + 1}`, `${index + 1}'`].map((sourceFolderId) => ({ id: '', folderId, sourceFolderId })),
      ),
    ).flat();
    expect(importsFolder(chain, '0', "5000'")).to.equal(true);
    expect(importsFolder(chain, '1', '0')).to.equal(false);
    expect(importsFolder(edges('a>b b>a'), 'a', 'c')).to.equal(false);
  });
});

describe('the order of imports', () => {
  it('changes the position of one import and keeps the order of the others', () => {
    const moved = [1, 2, 3, 4, 9].map((position) => movedTo(['a', 'b', 'c', 'd'], 'b', position).join(''));
    expect(moved).to.deep.equal(['bacd', 'abcd', 'acbd', 'acdb', 'acdb']);
  });
});
