import type { Rule } from '../../../access/rule.ts';
import { globProblem, literalPrefix } from '../../../access/glob.ts';
import { hasTemplate } from '../../../access/templates.ts';
import { refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';
import { inBody, readPath } from '../../secrets/folders/rules.ts';
import type { ServiceTokenPermission, ServiceTokenScope } from './store.ts';

/** Whether the path names a single folder, and is not a pattern. */
export const isPlainPath = (path: string): boolean => literalPrefix(path) === path;

const problemOf = (path: string): Pick<ValidationIssue, 'code' | 'message'> | undefined => {
  if (hasTemplate(path))
    return { code: 'invalid', message: 'must not contain a template: a service token has no values for templates' };
  const problem = isPlainPath(path) ? undefined : globProblem(path);
  return problem === undefined ? undefined : { code: 'too_big', message: problem };
};

/** Returns the scopes in their stored form; 422 for a path that is not valid. */
export const readScopes = (scopes: readonly ServiceTokenScope[]): ServiceTokenScope[] => {
  const trimmed = scopes.map(({ environment, secretPath }) => ({
    environment: environment.trim(),
    secretPath: secretPath.trim(),
  }));
  refuseIssues(
    trimmed.flatMap(({ secretPath }, index) => {
      const problem = problemOf(secretPath);
      return problem ? [{ ...problem, in: 'body' as const, path: ['scopes', `${index}`, 'secretPath'] }] : [];
    }),
  );
  return trimmed.map(({ environment, secretPath }, index) => ({
    environment,
    // A pattern may begin with a wildcard or a brace, so it gets no leading slash.
    secretPath: isPlainPath(secretPath)
      ? readPath(secretPath, inBody('scopes', index, 'secretPath'))
      : secretPath.replace(/\/$/, ''),
  }));
};

const toConditions = ({ environment, secretPath }: ServiceTokenScope) => ({
  environment,
  secretPath: isPlainPath(secretPath) ? secretPath : { $glob: secretPath },
});

const writing = ['create', 'edit', 'delete'];

/** Returns the rules of a token with these permissions in these scopes. */
export const toRules = (
  scopes: readonly ServiceTokenScope[],
  permissions: readonly ServiceTokenPermission[],
): Rule[] => {
  const reads = permissions.includes('read') ? ['read'] : [];
  const writes = permissions.includes('write') ? writing : [];
  const bySubject = {
    secrets: [...reads, ...writes],
    'secret-imports': [...reads, ...writes],
    'secret-folders': writes,
  };
  return scopes.flatMap((scope) =>
    Object.entries(bySubject).flatMap(([subject, action]) =>
      action.length > 0 ? [{ subject, action, conditions: toConditions(scope) }] : [],
    ),
  );
};

/** Returns what the creator must hold: the token's rules, and creating secrets in each scope, as Infisical requires. */
export const requiredRules = (scopes: readonly ServiceTokenScope[], rules: readonly Rule[]): Rule[] => [
  ...rules,
  ...scopes.map((scope) => ({ subject: 'secrets', action: ['create'], conditions: toConditions(scope) })),
];
