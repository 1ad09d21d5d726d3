// x-permission of an operation: whether it can be checked, and which value of the request names its project or
// organization.
import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { root } from './setup.mjs';

/** Imports a module of the permission engine. */
export const load = (name) => tsImport(join(root, 'src', 'access', name), import.meta.url);
const { projectSubjects } = await load('project-subjects.ts');
const { organizationSubjects } = await load('organization-subjects.ts');

const actionsOn = {
  project: (subject) => projectSubjects.get(subject)?.actions,
  organization: (subject) => organizationSubjects.get(subject),
};

const kinds = ['none', 'instance', 'organization', 'project'];
const usage =
  'needs x-permission: { organization: subject:action }, { project: subject:action }, { instance: admin } or { none: the reason }';

/** The parameters by which requests usually name their project or organization, and the part they are in. */
const usualNames = {
  project: ['projectId', 'workspaceId', 'projectSlug'],
  organization: ['organizationId', 'orgId'],
};

const resolve = (document, schema) =>
  schema?.$ref
    ? schema.$ref
        .split('/')
        .slice(1)
        .reduce((part, name) => part[name], document)
    : schema;

const bodyFields = (document, { requestBody }) => {
  const content = Object.values(resolve(document, requestBody)?.content ?? {})[0];
  const { properties = {}, required = [] } = resolve(document, content?.schema) ?? {};
  return Object.keys(properties).map((name) => ({ part: 'body', name, isRequired: required.includes(name) }));
};

const partOf = { path: 'params', query: 'query' };

/** All values of the request, those of its path first. */
const valuesOf = (document, item, operation) => {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
    .map((parameter) => resolve(document, parameter))
    .filter((parameter) => parameter.in in partOf)
    .map(({ in: location, name, required = false }) => ({ part: partOf[location], name, isRequired: required }));
  return [
    ...parameters.filter(({ part }) => part === 'params'),
    ...parameters.filter(({ part }) => part === 'query'),
    ...bodyFields(document, operation),
  ];
};

const source = ({ part, name }) => ({ part, name });

/** The value of the request that names its project; null if only a stored row determines the project. */
export const projectSourceOf = (document, item, operation) => {
  const { none, project, by } = operation['x-permission'] ?? {};
  if ((project === undefined && (none === undefined || by === undefined)) || by === 'row') return null;
  if (usualNames.organization.includes(by)) return null;
  const value = valuesOf(document, item, operation).find(
    ({ name, isRequired }) => isRequired && (by === undefined ? usualNames.project.includes(name) : name === by),
  );
  return value ? source(value) : null;
};

/** The value of the request that names its organization, which may be optional. */
export const organizationSourceOf = (document, item, operation) => {
  const { organization, by } = operation['x-permission'] ?? {};
  if (organization === undefined && !usualNames.organization.includes(by)) return null;
  const value = valuesOf(document, item, operation).find(({ name }) => usualNames.organization.includes(name));
  return value ? source(value) : null;
};

const unknownNames = (kind, names) =>
  names.filter((name) => {
    const [subject, action] = name.split(':');
    return !actionsOn[kind](subject)?.includes(action);
  });

/** What belongs to a project or to the organization has a permission of either kind. */
const unknownAlternatives = (names) => unknownNames('project', unknownNames('organization', names));

/** Why the server could not check the permission of an operation. */
export const permissionProblems = (document, item, operation) => {
  const permission = operation['x-permission'];
  const [kind, ...others] = kinds.filter((name) => permission?.[name] !== undefined);
  if (kind === undefined || others.length > 0) return [usage];
  const { or = [], by, on, more } = permission;
  const problems = Object.keys(permission)
    .filter((name) => ![kind, 'or', 'by', 'on', 'more'].includes(name))
    .map((name) => `has an unknown key ${name} in x-permission`);
  if (kind === 'instance' && permission.instance !== 'admin') problems.push(usage);
  if (kind in actionsOn)
    for (const name of [...unknownNames(kind, [permission[kind]]), ...unknownAlternatives(or)])
      problems.push(`asks for ${name}, which is no action of a subject of the ${kind}`);
  if (more !== undefined && (kind !== 'none' || unknownNames('organization', [more]).length > 0))
    problems.push('can name a permission of the organization in `more` only with `none`');
  if (on !== undefined && on !== 'row')
    problems.push('has an invalid value of `on` in x-permission: only on: row is allowed');
  if (or.length > 0 && on !== 'row') problems.push('can list other permissions only with on: row');
  const isFound = projectSourceOf(document, item, operation) ?? organizationSourceOf(document, item, operation);
  if (by !== undefined && by !== 'row' && !isFound) problems.push(`has no required parameter ${by}`);
  if (kind === 'project' && on !== 'row' && !isFound)
    problems.push('names no project in its request: set `by` to the parameter, or use on: row');
  if (operation.security?.length === 0 && (kind !== 'none' || by !== undefined))
    problems.push('is public, so it has no caller whose permission could be checked');
  return problems;
};
