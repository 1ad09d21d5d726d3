import type { ValidationIssue } from '../platform/errors.ts';
import { isPartOf, isPlainName, nearestName } from './nearest-name.ts';

/** How many unknown keys of an object are examined and named, which bounds the work. */
const maxExamined = 5;

/** The keys that a part of a request has, and those that the contract knows there. */
export interface Keys {
  readonly given: readonly string[];
  readonly known: ReadonlySet<string>;
}

const isMissing = ({ code, path }: ValidationIssue): boolean => code === 'required' && path.length > 0;

const parentOf = ({ in: part, path }: ValidationIssue): string => JSON.stringify([part, path.slice(0, -1)]);

const meantBy = (unknown: readonly string[], missing: string): string | undefined =>
  unknown.find((name) => nearestName(name, [missing]) !== undefined) ?? unknown.find((name) => isPartOf(name, missing));

/**
 * Names the unknown keys of an object beside those that it lacks, because one is often the misspelling of the other.
 * `keysAt` finds the keys of the object that lacks the value of an issue.
 */
export const withMisspeltKeys = (
  issues: readonly ValidationIssue[],
  keysAt: (issue: ValidationIssue) => Keys | undefined,
): ValidationIssue[] => {
  const seen = new Map<string, readonly string[]>();
  const unknownAt = (issue: ValidationIssue): readonly string[] => {
    const parent = parentOf(issue);
    let unknown = seen.get(parent);
    if (!unknown) {
      const { given = [], known } = keysAt(issue) ?? {};
      unknown = known ? given.filter((name) => !known.has(name) && isPlainName(name)).slice(0, maxExamined) : [];
      seen.set(parent, unknown);
    }
    return unknown;
  };
  const explained = new Set<string>();
  const advised = issues.map((issue) => {
    if (!isMissing(issue)) return issue;
    const missing = issue.path.at(-1)!;
    const name = meantBy(unknownAt(issue), missing);
    if (name === undefined) return issue;
    explained.add(parentOf(issue));
    return { ...issue, message: `${issue.message}; ${name} is not known: did you mean ${missing}?` };
  });
  return advised.map((issue) => {
    const parent = parentOf(issue);
    if (!isMissing(issue) || explained.has(parent) || unknownAt(issue).length === 0) return issue;
    explained.add(parent);
    return { ...issue, message: `${issue.message}; not known and ignored: ${unknownAt(issue).join(', ')}` };
  });
};
