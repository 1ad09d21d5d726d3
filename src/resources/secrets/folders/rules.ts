import { timestamp, type Timestamp } from '../../../platform/clock.ts';
import { badRequest, ValidationFailure, type ValidationIssue } from '../../../platform/errors.ts';
import { canonicalPath, childPath, depthOf, longestName, root } from './path.ts';

const limits = { path: 1024, name: 255, depth: 32 };

/** A folder reference: an environment and a path in it. */
export interface FolderRef {
  /** The slug of the environment. */
  readonly environment: string;
  readonly path: string;
}

/** The position of a value in the request, for validation issues. */
export interface RequestPosition {
  readonly in: ValidationIssue['in'];
  readonly path: readonly (string | number)[];
}

const problemsOf = (path: string): string[] => [
  ...(path.length > limits.path ? [`must not have more than ${limits.path} characters`] : []),
  ...(depthOf(path) > limits.depth ? [`must not have more than ${limits.depth} folders`] : []),
  ...(longestName(path) > limits.name ? [`must not have a name of more than ${limits.name} characters`] : []),
];

/** Whether a folder may have this path: it is within the limits of length, depth and names. */
export const isValidPath = (path: string): boolean => problemsOf(path).length === 0;

const refuse = (problems: readonly string[], where: RequestPosition): void => {
  if (problems.length === 0) return;
  throw new ValidationFailure(
    problems.map((message) => ({ code: 'too_big', in: where.in, path: where.path.map(String), message })),
  );
};

/** Returns the stored form of a path; 422 if it exceeds a limit. */
export const readPath = (input: string, where: RequestPosition): string => {
  if (input === root) return root;
  const path = canonicalPath(input);
  refuse(problemsOf(path), where);
  return path;
};

/** Returns the stored form of a parent path; 422 if it, or the new folder in it, exceeds a limit. */
export const readPathFor = (input: string, name: string, where: RequestPosition): string => {
  const path = readPath(input, where);
  refuse(
    problemsOf(childPath(path, name)).map((problem) => `${problem}, including the new name`),
    where,
  );
  return path;
};

export const inBody = (...path: (string | number)[]): RequestPosition => ({ in: 'body', path });

export const inQuery = (name: string): RequestPosition => ({ in: 'query', path: [name] });

/** 400 if a path exceeds a limit after its folder was moved or renamed. */
export const checkMovedPaths = (paths: readonly string[]): void => {
  const problem = paths.flatMap(problemsOf)[0];
  if (problem) throw badRequest(`The path of a folder ${problem}; that of a folder below this one would.`);
};

/** Reads a boolean of a query in any case: the Python SDK sends `False`. */
export const isTrue = (text: string | undefined): boolean => text === '1' || text?.toLowerCase() === 'true';

/** Returns the time in its stored form. */
export const readModifiedSince = (input: string | undefined): Timestamp | undefined => {
  if (input === undefined) return undefined;
  const time = new Date(input);
  // A leap second has the right format, but Date cannot represent it.
  if (Number.isNaN(time.getTime()))
    throw new ValidationFailure([
      { code: 'format', in: 'query', path: ['lastSecretModified'], message: 'must be a valid time' },
    ]);
  return timestamp(time);
};
