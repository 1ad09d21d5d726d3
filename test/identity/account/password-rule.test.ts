import { expect } from 'chai';
import {
  passwordIssues,
  passwordRequirements,
  requireGoodPassword,
} from '../../../src/resources/identity/account/password-rule.ts';
import { ValidationFailure } from '../../../src/platform/errors.ts';

const broken = (password: string): string[] => passwordIssues(password, ['password']).map(({ message }) => message);

describe('the rule for new passwords', () => {
  const fine = [
    'abcdefghijklm1',
    'abcdefghijklm!',
    'correct horse battery-staple',
    'aaabbbcccddd11',
    'a1'.repeat(50),
    'пароль-для-всех',
    'ªbcdefghijklm½',
    '𝒶bcdefghijklm€',
  ];
  for (const password of fine) {
    it(`accepts ${password}`, () => expect(broken(password)).to.deep.equal([]));
  }

  const cases: Record<string, [string, RegExp]> = {
    'one character too few': ['abcdefghijkl1', /at least 14/],
    'one character too few, some of two UTF-16 code units': ['𝒶𝒷𝒸𝒹ℯ𝒻ℊ1234567'.slice(0, -1), /at least 14/],
    'one character too many': [`${'a1'.repeat(50)}a`, /at most 100/],
    'no letter': ['12345678901234', /a letter/],
    'only letters': ['abcdefghijklmn', /a digit or a special/],
    'a character four times in a row': ['aaaabcdefghij1', /three times in a row/],
    'a character of two UTF-16 code units four times in a row': ['𝒶𝒶𝒶𝒶bcdefghij1', /three times in a row/],
    'a newline': ['abcdefghijklm\n1', /newline/],
    'a carriage return': ['abcdefghijklm\r1', /newline/],
    'a tab': ['abcdefghijklm\t1', /newline/],
    'a backslash': ['abcdefghijklm\\1', /newline/],
  };
  for (const [name, [password, message]] of Object.entries(cases)) {
    it(`refuses ${name}, with only this reason`, () => {
      const found = broken(password);
      expect(found).to.have.length(1);
      expect(found[0]).to.match(message);
    });
  }

  it('reports every violated part, with its position', () => {
    expect(passwordIssues('\t\t\t\t', ['user', 'password'])).to.deep.equal(
      [
        { code: 'too_small', message: passwordRequirements[0] },
        { code: 'pattern', message: passwordRequirements[2] },
        { code: 'pattern', message: passwordRequirements[4] },
        { code: 'pattern', message: passwordRequirements[5] },
      ].map((issue) => ({ ...issue, in: 'body', path: ['user', 'password'] })),
    );
  });

  it('accepts a phrase: a space counts as a special character', () => {
    expect(passwordIssues('correct horse battery', ['password'])).to.deep.equal([]);
  });

  it('throws all reasons at once', () => {
    expect(() => requireGoodPassword('aaaa', ['password']))
      .to.throw(ValidationFailure)
      .with.property('issues')
      .with.length(3);
    expect(() => requireGoodPassword('abcdefghijklm1', ['password'])).not.to.throw();
  });
});
