import { globProblem } from '../../access/glob.ts';
import type { Request } from '../../contract.ts';
import { isPattern, type Filter } from '../../events/filter.ts';
import { refuseIssues, type ValidationIssue } from '../../platform/errors.ts';
import { canonicalPath } from '../folders/path.ts';

type Registered = Request<'subscribeToProjectEvents'>['body']['register'];

const problemsOf = (path: string | undefined, index: number): ValidationIssue[] => {
  const message = path === undefined ? undefined : globProblem(path);
  return message === undefined ? [] : [{ code: 'too_big', in: 'body', path: ['register', String(index), 'conditions', 'secretPath'], message }];
};

/** What a stream is to tell of, each once; 422 for patterns that would take too long. */
export const readFilters = (register: Registered): Filter[] => {
  refuseIssues(register.flatMap(({ conditions }, index) => problemsOf(conditions?.secretPath, index)));
  const filters = register.map(({ event, conditions = {} }): Filter => {
    const { environmentSlug, secretPath } = conditions;
    return { kind: event, environment: environmentSlug, path: secretPath === undefined || isPattern(secretPath) ? secretPath : canonicalPath(secretPath) };
  });
  return [...new Map(filters.map((filter) => [JSON.stringify(filter), filter])).values()];
};
