import { expect } from 'chai';
import { referencesIn, replaceReferences, tokenOf } from '../../../src/resources/secrets/secrets/reading/references.ts';

describe('references in a value', () => {
  const here = (key: string) => ({ environment: null, path: null, key });

  it('name a secret of the same folder, of an environment, or of a folder of an environment', () => {
    expect(referencesIn('${A}-${dev.B}-${prod.x.y-z.C_1}')).to.deep.equal([
      here('A'),
      { environment: 'dev', path: '/', key: 'B' },
      { environment: 'prod', path: '/x/y-z', key: 'C_1' },
    ]);
  });

  it('name a secret of another project by its slug', () => {
    const there = { project: 'other-1', environment: 'dev' };
    expect(referencesIn('${@other-1.dev.B}-${@other-1.dev.x.y.C}-${dev.B}')).to.deep.equal([
      { ...there, path: '/', key: 'B' },
      { ...there, path: '/x/y', key: 'C' },
      { environment: 'dev', path: '/', key: 'B' },
    ]);
  });

  it('are returned once each', () => {
    expect(referencesIn('${A}${A} ${A}')).to.deep.equal([here('A')]);
  });

  it('are not recognized in similar text', () => {
    for (const text of [
      '',
      'plain',
      '$A',
      '${',
      '${}',
      '${A',
      '${A B}',
      '${A:-x}',
      '${a..B}',
      '${.B}',
      '${B.}',
      '${@}',
      '${@A}',
      '${@other.A}',
      '${@.dev.A}',
      '${@other..A}',
      '${@@other.dev.A}',
      '${dev.@other.A',
      '$${',
      '${{A}}',
    ])
      expect(referencesIn(text), text).to.deep.equal([]);
    expect(referencesIn('$${A}')).to.deep.equal([here('A')]);
  });

  it('are not recognized with invalid names', () => {
    const path = (length: number): string =>
      ['p'.repeat(200), 'p'.repeat(200), 'p'.repeat(200), 'p'.repeat(200), 'p'.repeat(length - 805)].join('.');
    for (const token of [
      'k'.repeat(255),
      `${'e'.repeat(64)}.K`,
      `dev.${path(1024)}.K`,
      `dev${'.a'.repeat(32)}.K`,
      `@${'p'.repeat(64)}.${'e'.repeat(64)}.${path(1024)}.${'k'.repeat(255)}`,
    ])
      expect(referencesIn(`\${${token}}`), token).to.have.length(1);
    for (const token of [
      'k'.repeat(256),
      `dev.${'k'.repeat(256)}`,
      `${'e'.repeat(65)}.K`,
      `dev.${path(1025)}.K`,
      `dev.${'p'.repeat(256)}.K`,
      `dev${'.a'.repeat(33)}.K`,
      `dev${'.a'.repeat(300_000)}.K`,
      `@${'p'.repeat(65)}.dev.K`,
      `@other.${'e'.repeat(65)}.K`,
      `@other.dev${'.a'.repeat(33)}.K`,
    ]) {
      expect(referencesIn(`\${${token}}`), token).to.deep.equal([]);
    }
  });

  it('can be parsed and written back unchanged', () => {
    for (const token of ['A', 'dev.B', 'prod.x.y.C', '@other.dev.B', '@other.dev.x.y.C'])
      expect(tokenOf(referencesIn(`\${${token}}`)[0]!)).to.equal(token);
  });

  it('are replaced as plain text if they have a replacement', () => {
    expect(replaceReferences('a ${A} b ${B} c ${A}', (token) => (token === 'A' ? '$& $1' : undefined))).to.equal(
      'a $& $1 b ${B} c $& $1',
    );
  });
});
