import { expect } from 'chai';
import fc from 'fast-check';
import { foldName } from '../../src/access/folding.ts';
import { allows, denies, everything, isGrantable, rule } from './certificate-rules.ts';
import { cases } from '../support/world/cases.ts';

const fullWidth = (text: string): string =>
  text.replaceAll(/[!-~]/g, (character) => String.fromCodePoint(character.codePointAt(0)! + 0xfee0));

/** Format characters, fillers and variation selectors. */
const invisible = [
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u115f',
  '\u180e',
  '\u200b',
  '\u200d',
  '\u202e',
  '\u2060',
  '\u3164',
  '\ufe0f',
  '\ufeff',
  '\u{e0041}',
  '\u{e0100}',
];

const change = fc.tuple(fc.nat(), fc.constantFrom('full-width', 'upper', ...invisible));

/** Writes the letters of a text differently, but no other characters: they mean something in a pattern. */
const respell = (text: string, changes: readonly (readonly [number, string])[]): string => {
  const characters = Array.from(text);
  for (const [at, how] of changes) {
    const index = at % (characters.length + 1);
    const character = characters[index];
    const isLetter = character !== undefined && /^[a-z]$/.test(character);
    if (how === 'full-width') characters[index] = isLetter ? fullWidth(character) : (character ?? '');
    else if (how === 'upper') characters[index] = character?.toUpperCase() ?? '';
    else characters.splice(index, 0, how);
  }
  return characters.join('');
};

const name = fc.constantFrom('admin', 'user', 'web.corp.example', '*.corp.example', 'ad*n.corp', 'ab', 'naïve', 'ﬁx');
const glob = fc.constantFrom(
  'admin',
  'ad*',
  '*.corp.example',
  'web.*',
  '{user,web.corp.example}',
  '?b',
  'na?ve',
  'fi?',
);
const condition = fc.oneof(
  fc.record({ $eq: name }),
  fc.record({ $ne: name }),
  fc.record({ $in: fc.array(name, { minLength: 1, maxLength: 3 }) }),
  fc.record({ $glob: glob }),
);
const end = fc.constantFrom('', '.', '\u200b.', '.\ufeff', '\uff0e');

describe('spellings of a name of a certificate', () => {
  for (const spelling of [
    'admin.',
    'ADMIN.',
    'ａｄｍｉｎ',
    'Ａdmin．',
    'ad\u200bmin',
    '\u202eadmin',
    'admin\u00ad.',
    'admin \u200b',
    '\u2060 admin',
    '𝐚𝐝𝐦𝐢𝐧',
    'ⓐⓓⓜⓘⓝ',
    'admin\ufe0f',
  ])
    it(`deny and allow the same as the plain name: ${JSON.stringify(spelling)}`, () => {
      for (const same of [
        'admin',
        { $in: ['x', 'Admin.'] },
        { $glob: 'ad*n' },
        { $glob: 'ａdm?n.' },
        { $glob: '{x.,admin.}' },
      ])
        expect([denies(same, spelling), allows(same, spelling)], JSON.stringify(same)).to.deep.equal([true, true]);
      expect([denies({ $ne: 'admin' }, spelling), allows({ $ne: 'admin' }, spelling)]).to.deep.equal([false, false]);
      for (const other of ['admins', 'admi', 'x.admin', { $glob: 'admin.*' }, { $glob: 'admin?' }])
        expect([denies(other, spelling), allows(other, spelling)], JSON.stringify(other)).to.deep.equal([false, false]);
    });

  it('decide the same in names and in conditions, in random cases', () => {
    fc.assert(
      fc.property(condition, name, fc.array(change), fc.array(change), end, (plain, text, ofRule, ofName, dot) => {
        const spelled = Object.fromEntries(
          Object.entries<string | string[]>(plain).map(([operator, value]) => [
            operator,
            typeof value === 'string' ? respell(value, ofRule) : value.map((each) => respell(each, ofRule)),
          ]),
        );
        const asked = respell(text, ofName) + dot;
        expect([denies(spelled, asked), allows(spelled, asked)]).to.deep.equal([
          denies(plain, text),
          allows(plain, text),
        ]);
      }),
      { numRuns: cases(20_000) },
    );
  });

  it('are folded completely: what was folded does not change again', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom(...invisible, '\u0301', '.', ' '),
    );
    fc.assert(
      fc.property(fc.array(unit), (parts) => {
        const folded = foldName(parts.join(''));
        expect(foldName(folded)).to.equal(folded);
        expect(foldName(parts.join('\u200b'))).to.equal(folded);
      }),
      { numRuns: cases(20_000) },
    );
  });

  it('include a full-width star, which is a wildcard too', () => {
    expect(denies('admin.corp', '＊.corp')).to.equal(true);
    expect(allows('admin.corp', '＊.corp')).to.equal(false);
    expect(allows({ $glob: '＊.corp' }, '*.corp')).to.equal(true);
    expect(allows({ $glob: '＊.corp' }, 'admin.corp'), 'no wildcard of the pattern').to.equal(false);
  });

  it('keep the final dot of a URL, which is part of its path', () => {
    expect(allows('https://a.example/b', 'https://a.example/b.')).to.equal(false);
    expect(denies({ $glob: 'https://a.example/b.' }, 'https://a.example/b.')).to.equal(true);
  });

  it('are the same for the permission boundary', async () => {
    expect(await isGrantable([everything, rule('admin', true)], [rule('ａdmin.')])).to.equal(false);
    expect(await isGrantable([everything, rule({ $glob: 'ad\u200bmin.' }, true)], [rule('admin')])).to.equal(false);
    expect(await isGrantable([rule({ $glob: '*.corp' })], [rule({ $glob: '*.ｃorp.' })])).to.equal(true);
  });
});
