import { refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';

interface Requirement {
  readonly code: ValidationIssue['code'];
  readonly message: string;
  readonly isMet: (password: string) => boolean;
}

const minLength = 14;
const maxLength = 100;

/** Counts code points, as the contract does. */
const lengthOf = (password: string): number => Array.from(password).length;

const requirements: readonly Requirement[] = [
  {
    code: 'too_small',
    message: `must have at least ${minLength} characters`,
    isMet: (password) => lengthOf(password) >= minLength,
  },
  {
    code: 'too_big',
    message: `must have at most ${maxLength} characters`,
    isMet: (password) => lengthOf(password) <= maxLength,
  },
  { code: 'pattern', message: 'must contain a letter', isMet: (password) => /\p{L}/u.test(password) },
  {
    code: 'pattern',
    message: 'must contain a digit or a special character',
    isMet: (password) => /[^\p{L}]/u.test(password),
  },
  {
    code: 'pattern',
    message: 'must not repeat a character more than three times in a row',
    isMet: (password) => !/(.)\1{3}/su.test(password),
  },
  {
    code: 'pattern',
    message: 'must not contain a newline, carriage return, tab or backslash',
    isMet: (password) => !/[\n\r\t\\]/.test(password),
  },
];

/** The requirements of a new password as text for users. */
export const passwordRequirements: readonly string[] = requirements.map(({ message }) => message);

/** Returns an issue for each requirement that a new password does not meet; `path` is its position in the body. */
export const passwordIssues = (password: string, path: readonly string[]): ValidationIssue[] =>
  requirements
    .filter(({ isMet }) => !isMet(password))
    .map(({ code, message }) => ({ code, in: 'body', path: [...path], message }));

/** 422 with all issues of the password. */
export const requireGoodPassword = (password: string, path: readonly string[]): void => {
  const issues = passwordIssues(password, path);
  refuseIssues(issues);
};
