import { globCharacters, globProblem, withoutTrailingSlash } from '../../../access/glob.ts';
import type { Request } from '../../../contract.ts';
import { isPattern, type Filter } from '../../../events/filter.ts';
import { refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';
import { canonicalPath } from '../folders/path.ts';

type RegisterInput = Request<'subscribeToProjectEvents'>['body']['register'];

const problemsOf = (path: string | undefined, index: number): ValidationIssue[] => {
  if (path === undefined) return [];
  const issue = (code: ValidationIssue['code'], message: string): ValidationIssue => ({
    code,
    in: 'body',
    path: ['register', String(index), 'conditions', 'secretPath'],
    message,
  });
  const problem = globProblem(path);
  return [
    ...(path.startsWith('/') ? [] : [issue('format', "must start with '/'")]),
    ...(problem === undefined ? [] : [issue('too_big', problem)]),
  ];
};

/** Normalizes a path or pattern to the form in which the paths of events are written. */
export const comparablePath = (path: string): string =>
  isPattern(path)
    ? withoutTrailingSlash(globCharacters(path))
        .map(({ character }) => character)
        .join('')
    : canonicalPath(path);

/** Returns the distinct filters of a subscription; 422 for patterns that would take too long to match. */
export const readFilters = (register: RegisterInput): Filter[] => {
  refuseIssues(register.flatMap(({ conditions }, index) => problemsOf(conditions?.secretPath, index)));
  const filters = register.map(({ event, conditions = {} }): Filter => {
    const { environmentSlug, secretPath } = conditions;
    return {
      kind: event,
      environment: environmentSlug,
      path: secretPath === undefined ? undefined : comparablePath(secretPath),
    };
  });
  return [...new Map(filters.map((filter) => [JSON.stringify(filter), filter])).values()];
};
