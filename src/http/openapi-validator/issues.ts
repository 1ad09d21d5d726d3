import type { Request, Response } from 'express';
import { maxIssues, type ValidationIssue } from '../../platform/errors.ts';
import type { RequestError } from './checks.ts';
import { patternMessage } from './patterns.ts';

const codes: Readonly<Record<string, ValidationIssue['code']>> = {
  required: 'required',
  type: 'type',
  minLength: 'too_small',
  minItems: 'too_small',
  minimum: 'too_small',
  minProperties: 'too_small',
  maxLength: 'too_big',
  maxItems: 'too_big',
  maximum: 'too_big',
  maxProperties: 'too_big',
  enum: 'enum',
  format: 'format',
  pattern: 'pattern',
  additionalProperties: 'unknown',
};

const parts: Readonly<Record<string, ValidationIssue['in']>> = {
  body: 'body',
  query: 'query',
  params: 'path',
  headers: 'header',
};

const unescape = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');

/** Replaces the message about a pattern, which shows the regular expression, and lists the types of a union. */
const readable = (message: string): string => {
  const pattern = /^must match pattern "(.*)"$/s.exec(message)?.[1];
  return pattern === undefined
    ? message.replace(/^must be (\w+),(?!null$)(\w+)$/, 'must be $1 or $2')
    : patternMessage(pattern);
};

/** Converts the errors in a request to issues. */
export const toIssues = (errors: readonly RequestError[]): ValidationIssue[] =>
  errors.flatMap(({ path, message, errorCode = '' }) => {
    const [keyword = ''] = errorCode.split('.');
    // The errors inside the chosen alternative come before this one, which only repeats that there are some.
    if (keyword === 'if') return [];
    const [part = '', ...keys] = path.replace(/^\//, '').split('/').map(unescape);
    return [{ code: codes[keyword] ?? 'invalid', in: parts[part] ?? 'body', path: keys, message: readable(message) }];
  });

export const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

const message = 'must not contain a NUL character or an unpaired surrogate';

/** Collects issues up to the limit of a response. The depth of bodies is limited. */
const findUnstorable = (
  value: unknown,
  where: ValidationIssue['in'],
  path: string[],
  issues: ValidationIssue[],
): void => {
  if (typeof value === 'string' && /[\0\p{Surrogate}]/u.test(value))
    issues.push({ code: 'invalid', in: where, path, message });
  if (!isContainer(value)) return;
  for (const [key, each] of Object.entries(value)) {
    if (issues.length >= maxIssues) return;
    findUnstorable(each, where, [...path, key], issues);
  }
};

/**
 * Finds texts that cannot be stored: PostgreSQL has no NUL in text, and no database half of a surrogate pair. Called
 * only for requests whose raw form shows that there may be one.
 */
export const unstorableIssues = (req: Request, { locals }: Response): ValidationIssue[] => {
  const issues: ValidationIssue[] = [];
  if (locals.mayBeUnstorable) findUnstorable(req.body, 'body', [], issues);
  findUnstorable(locals.query, 'query', [], issues);
  return issues;
};
