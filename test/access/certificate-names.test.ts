import { expect } from 'chai';
import { now } from './arbitraries.ts';
import { abilityOf, allows, denies, everything, isAllowed, rule } from './certificate-rules.ts';

describe('names of certificates', () => {
  it('are compared without case', () => {
    for (const condition of [
      'Admin',
      { $eq: 'ADMIN' },
      { $in: ['x', 'aDmin'] },
      { $glob: 'AD*' },
      { $glob: '{X,Admin}' },
      { $ne: 'User' },
    ]) {
      for (const name of ['admin', 'ADMIN', 'aDmIn'])
        expect(
          [allows(condition, name), denies(condition, name)],
          `${JSON.stringify(condition)} ${name}`,
        ).to.deep.equal([true, true]);
    }
    for (const name of ['admin', 'Admin'])
      expect([allows({ $ne: 'ADMIN' }, name), denies({ $ne: 'ADMIN' }, name)]).to.deep.equal([false, false]);
    for (const [one, other] of [
      ['ÄRZTE', 'ärzte'],
      ['ΟΔΟΣ', 'οδος'],
      ['οδοσ', 'οδος'],
      ['STRAẞE', 'straße'],
    ] as const)
      expect(denies(one, other), one).to.equal(true);
    expect(denies({ $glob: 'stra?e' }, 'Straße')).to.equal(true);
    expect(denies({ $glob: '?' }, 'İ')).to.equal(true);
    expect(allows('{{identity.metadata.part}}', 'corp'), 'a template, whose key has a case').to.equal(true);
    expect(allows({ $glob: '{{identity.metadata.part}}*' }, 'CORPORATION')).to.equal(true);
  });

  it('do not affect other fields, which are compared with case', () => {
    const decide = (fields: Record<string, string>) =>
      abilityOf([{ subject: 'certificates', action: 'create', conditions: { friendlyName: 'Admin' } }]).decide(
        'create',
        'certificates',
        fields,
        now,
      ).isAllowed;
    expect([decide({ friendlyName: 'Admin' }), decide({ friendlyName: 'admin' })]).to.deep.equal([true, false]);
  });

  /** Conditions, and whether they deny and allow `*.corp.example`. */
  const rows: [unknown, boolean, boolean][] = [
    ['admin.corp.example', true, false],
    ['Admin.Corp.Example', true, false],
    ['a.b.corp.example', false, false],
    ['corp.example', false, false],
    ['.corp.example', false, false],
    ['admin.other.example', false, false],
    ['*.corp.example', true, true],
    ['*.Corp.example', true, true],
    ['*.other.example', false, false],
    [{ $in: ['x', 'admin.corp.example'] }, true, false],
    [{ $in: ['x', '*.corp.example'] }, true, true],
    [{ $in: ['x'] }, false, false],
    [{ $ne: 'x' }, true, true],
    [{ $ne: 'admin.corp.example' }, true, false],
    [{ $ne: '*.corp.example' }, true, false],
    [{ $glob: '*.corp.example' }, true, true],
    [{ $glob: '*' }, true, true],
    [{ $glob: '**' }, true, true],
    [{ $glob: '*.example' }, true, true],
    [{ $glob: '*.{corp,x}.example' }, true, true],
    [{ $glob: '{x,*}.corp.example' }, true, true],
    [{ $glob: '?*.corp.example' }, true, true],
    [{ $glob: '*corp.example' }, true, true],
    [{ $glob: '*.corp.*' }, true, true],
    [{ $glob: '?.corp.example' }, true, false],
    [{ $glob: 'a*.corp.example' }, true, false],
    [{ $glob: '*n.corp.example' }, true, false],
    [{ $glob: 'admin.*' }, true, false],
    [{ $glob: '{a,b}.corp.example' }, true, false],
    [{ $glob: 'admin.corp.example' }, true, false],
    [{ $glob: '*.*.corp.example' }, false, false],
    [{ $glob: '*.other.example' }, false, false],
    [{ $glob: 'corp.*' }, true, false],
    [{ $glob: '' }, false, false],
    [{ $glob: '*.corp.example', $ne: 'admin.corp.example' }, true, false],
    [{ $glob: '*.corp.example', $ne: 'x' }, true, true],
    [{ $glob: 'a*', $in: ['b.corp.example'] }, false, false],
    [{ $glob: '{{identity.metadata.Host}}' }, true, true],
    [{ $glob: '{x,{{identity.metadata.Host}}}' }, true, true],
  ];
  for (const [condition, isDenied, isGranted] of rows) {
    it(`${JSON.stringify(condition)} ${isDenied ? 'denies' : 'does not deny'} and ${isGranted ? 'allows' : 'does not allow'} *.corp.example`, () => {
      expect([denies(condition, '*.corp.example'), allows(condition, '*.corp.example')]).to.deep.equal([
        isDenied,
        isGranted,
      ]);
    });
  }

  it('a star within a label counts too, but not in a mail address or a URL', () => {
    expect(denies('admin.corp.example', 'ad*n.corp.example')).to.equal(true);
    expect(denies('admin.corp.example', 'admin*.corp.example')).to.equal(true);
    expect(denies('admin.corp.example', 'admin.*.example')).to.equal(true);
    expect(allows('admin.corp.example', 'admin*.corp.example')).to.equal(false);
    expect(allows({ $glob: 'admin*.corp.example' }, 'admin*.corp.example')).to.equal(true);
    expect(denies('ab@corp.example', 'a*@corp.example')).to.equal(false);
    expect(allows({ $glob: '?@corp.example' }, '*@corp.example')).to.equal(true);
    expect(denies('spiffe://a/b', 'spiffe://a/*')).to.equal(false);
  });

  it('each alternative name is authorized, also if there are several', () => {
    const decide = (inverted: boolean, altNames: unknown, fields: readonly string[]) =>
      abilityOf([
        ...(inverted ? [everything] : []),
        { subject: 'certificates', action: 'create', conditions: { altNames }, inverted },
      ]).decide('create', 'certificates', { altNames: fields }, now).isAllowed;
    expect(decide(true, 'admin.example', ['x.test', '*.Example'])).to.equal(false);
    expect(decide(true, 'admin.example', ['x.test'])).to.equal(true);
    expect(decide(false, { $glob: '*.example' }, ['x.example', '*.Example'])).to.equal(true);
    expect(decide(false, { $glob: '*.example' }, ['x.example', 'x.test'])).to.equal(false);
    expect(decide(false, { $glob: '*.example' }, [])).to.equal(false);
  });
});

describe('many names and rules', () => {
  it('are decided, however long the names and patterns are', () => {
    const long = `*.${'a'.repeat(60)}.${'a'.repeat(60)}.${'a'.repeat(60)}.${'a'.repeat(60)}`;
    const rules = [
      everything,
      ...Array.from({ length: 20 }, (_, index) => rule({ $glob: `${'{a,aa}*'.repeat(10)}b${index}` }, true)),
    ];
    expect(isAllowed(rules, long)).to.equal(true);
    expect(
      isAllowed(
        [everything, rule({ $in: Array.from({ length: 100 }, () => long.replace('*', 'b')) }, true)],
        `${'*a'.repeat(120)}.b`,
      ),
    ).to.equal(true);
  });
});
