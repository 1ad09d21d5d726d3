import { ValidationFailure, type ValidationIssue } from '../../platform/errors.ts';

const rules: readonly { isBroken: (password: string) => boolean; code: ValidationIssue['code']; message: string }[] = [
  { isBroken: (password) => !/^.{14}/su.test(password), code: 'too_small', message: 'must have at least 14 characters' },
  { isBroken: (password) => /^.{101}/su.test(password), code: 'too_big', message: 'must have at most 100 characters' },
  { isBroken: (password) => !/\p{L}/u.test(password), code: 'pattern', message: 'must contain a letter' },
  { isBroken: (password) => !/[^\p{L}]/u.test(password), code: 'pattern', message: 'must contain a digit or a special character' },
  { isBroken: (password) => /(.)\1{3}/su.test(password), code: 'pattern', message: 'must not have a character more than three times in a row' },
  { isBroken: (password) => /[\n\r\t\\]/.test(password), code: 'pattern', message: 'must not contain a newline, carriage return, tab or backslash' },
];

/** 422 with an issue for each rule that the password breaks. They are all here, so that they are all told at once. */
export const requireGoodPassword = (password: string): void => {
  const issues = rules.filter(({ isBroken }) => isBroken(password)).map(({ code, message }): ValidationIssue => ({ code, in: 'body', path: ['password'], message }));
  if (issues.length > 0) throw new ValidationFailure(issues);
};
