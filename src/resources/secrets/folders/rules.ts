import { timestamp, type Timestamp } from '../../../platform/clock.ts';
import { badRequest, ValidationFailure, type ValidationIssue } from '../../../platform/errors.ts';
import { canonicalPath, childPath, depthOf, longestName, root } from './path.ts';

const limits = { path: 1024, name: 255, depth: 32 };

/** The folder that a request speaks of: the one itself, or the one in which something is. */
export interface Place {
  /** Its slug. */
  readonly environment: string;
  readonly path: string;
}

/** Where in a request a path stands. */
export interface Where {
  readonly in: ValidationIssue['in'];
  readonly path: readonly (string | number)[];
}

const problemsOf = (path: string): string[] => [
  ...(path.length > limits.path ? [`must not have more than ${limits.path} characters`] : []),
  ...(depthOf(path) > limits.depth ? [`must not have more than ${limits.depth} folders`] : []),
  ...(longestName(path) > limits.name ? [`must not have a name of more than ${limits.name} characters`] : []),
];

/** Whether there can be a folder of that path. */
export const isPossible = (path: string): boolean => problemsOf(path).length === 0;

const refuse = (problems: readonly string[], where: Where): void => {
  if (problems.length === 0) return;
  throw new ValidationFailure(
    problems.map((message) => ({ code: 'too_big', in: where.in, path: where.path.map(String), message })),
  );
};

/** The path as it is kept; 422 if there can be none such. */
export const readPath = (given: string, where: Where): string => {
  if (given === root) return root;
  const path = canonicalPath(given);
  refuse(problemsOf(path), where);
  return path;
};

/** The same for a folder in which there is to be one of that name. */
export const readPathFor = (given: string, name: string, where: Where): string => {
  const path = readPath(given, where);
  refuse(
    problemsOf(childPath(path, name)).map((problem) => `${problem}, the new name included`),
    where,
  );
  return path;
};

export const inBody = (...path: (string | number)[]): Where => ({ in: 'body', path });

export const inQuery = (name: string): Where => ({ in: 'query', path: [name] });

/** 400 if what is stored below a folder would get paths there that are too long or too deep. */
export const checkCarried = (paths: readonly string[]): void => {
  const problem = paths.flatMap(problemsOf)[0];
  if (problem) throw badRequest(`A path of a folder ${problem}; one below this folder would.`);
};

/** Any text but an empty one, 0 and false is true. The Python SDK writes False with a capital. */
export const isTrue = (text: string | undefined): boolean =>
  text !== undefined && !['', '0', 'false'].includes(text.toLowerCase());

/** The time in the form in which times are kept. */
export const readModifiedSince = (given: string | undefined): Timestamp | undefined => {
  if (given === undefined) return undefined;
  const time = new Date(given);
  // A leap second is written well, and yet no time that there is here.
  if (Number.isNaN(time.getTime()))
    throw new ValidationFailure([
      { code: 'format', in: 'query', path: ['lastSecretModified'], message: 'must be a time' },
    ]);
  return timestamp(time);
};
