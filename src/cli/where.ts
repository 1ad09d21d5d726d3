import type { ApiClient } from './server/client.ts';
import { checkEnvironment, checkFolder, findProject, type Project } from './server/project.ts';
import { UsageError } from './usage.ts';

/** A project, or something in it. */
export interface Where {
  /** The id or the slug. */
  readonly project: string;
  readonly environment?: string;
  readonly path?: string;
  readonly name?: string;
}

export const whereForm = 'PROJECT[:ENVIRONMENT[:/PATH[:NAME]]]';

export const whereHelp = `
WHERE is ${whereForm}: the slug or id of a project, the slug of an environment, the path of a
folder and the name of a secret, such as rockets, rockets:prod, rockets:prod:/payments or rockets:prod:/payments:API_KEY.`;

/** Reads what a command is about; the name of a secret may contain colons. */
export const readWhere = (text: string): Where => {
  const [, project, environment, path, name] = /^([^:]+)(?::([^:]+)(?::(\/[^:]*)(?::(.+))?)?)?$/s.exec(text) ?? [];
  if (project === undefined)
    throw new UsageError(`WHERE must be ${whereForm}, such as rockets:prod:/payments:API_KEY, not ${text}.`);
  return {
    project,
    ...(environment !== undefined && { environment }),
    ...(path !== undefined && { path: path.length > 1 ? path.replace(/\/+$/, '') || '/' : path }),
    ...(name !== undefined && { name }),
  };
};

/** As it is written on the command line. */
export const whereText = ({ project, environment, path, name }: Where): string =>
  [project, environment, path, name].filter((part) => part !== undefined).join(':');

/** The fields of the subject, by the names that the conditions of rules use. */
export const subjectFields = ({ environment, path, name }: Where): Record<string, string> => ({
  ...(environment !== undefined && { environment }),
  ...(path !== undefined && { secretPath: path }),
  ...(name !== undefined && { secretName: name }),
});

/** Whether the path stands for several folders. */
export const isPathPattern = (path: string): boolean => /[*?{]/.test(path);

/** Finds the project, and refuses an environment or a folder that it does not have. */
export const requireWhere = async (client: ApiClient, where: Where): Promise<Project> => {
  const project = await findProject(client, where.project);
  if (where.environment === undefined) return project;
  checkEnvironment(project, where.environment);
  const { path } = where;
  if (path !== undefined && !isPathPattern(path)) await checkFolder(client, project, where.environment, path);
  return project;
};
