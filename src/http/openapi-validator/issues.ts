import type { Request, Response } from 'express';
import { maxIssues, type ValidationIssue } from '../../platform/errors.ts';

interface ValidatorError {
  readonly status: number;
  readonly message: string;
  readonly errors: readonly { readonly path: string; readonly message: string; readonly errorCode?: string }[];
}

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

const isValidatorError = (error: unknown): error is ValidatorError =>
  error instanceof Error &&
  (error as Partial<ValidatorError>).status === 400 &&
  Array.isArray((error as Partial<ValidatorError>).errors);

const unescape = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');

/** What the validator found, in the contract's words; undefined when the error is about something else. */
export const toIssues = (error: unknown): ValidationIssue[] | undefined => {
  if (!isValidatorError(error)) return undefined;
  return error.errors.map(({ path, message, errorCode = '' }) => {
    const [part = '', ...keys] = path.replace(/^\//, '').split('/').map(unescape);
    return { code: codes[errorCode.split('.')[0]!] ?? 'invalid', in: parts[part] ?? 'body', path: keys, message };
  });
};

export const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isUnstorable = (value: unknown): boolean => typeof value === 'string' && /[\0\p{Surrogate}]/u.test(value);

/** A list or object inside a request, and the way to it. */
interface Spot {
  readonly container: object;
  readonly key: string;
  readonly parent: Spot | undefined;
}

const pathTo = (spot: Spot, key: string): string[] => {
  const path = [key];
  for (let at = spot; at.parent; at = at.parent) path.push(at.key);
  return path.reverse();
};

/**
 * As many as an answer lists. Lists and objects that are inside others wait on a stack of their own, so that they may
 * be nested deeply.
 */
const findUnstorable = (part: unknown, where: ValidationIssue['in'], found: ValidationIssue[]): void => {
  const message = 'must not contain a NUL, or half of a character';
  if (isUnstorable(part)) found.push({ code: 'invalid', in: where, path: [], message });
  const open: Spot[] = isContainer(part) ? [{ container: part, key: '', parent: undefined }] : [];
  for (let spot = open.pop(); spot; spot = open.pop()) {
    for (const [key, value] of Object.entries(spot.container) as [string, unknown][]) {
      if (isContainer(value)) open.push({ container: value, key, parent: spot });
      else if (
        isUnstorable(value) &&
        found.push({ code: 'invalid', in: where, path: pathTo(spot, key), message }) >= maxIssues
      )
        return;
    }
  }
};

/**
 * PostgreSQL cannot store a NUL in text, and no database half of a surrogate pair. For requests that show in their raw
 * form that there may be some.
 */
export const unstorableIssues = (req: Request, { locals }: Response): ValidationIssue[] => {
  const found: ValidationIssue[] = [];
  if (locals.mayBeUnstorable) findUnstorable(req.body, 'body', found);
  findUnstorable(locals.query, 'query', found);
  return found;
};
