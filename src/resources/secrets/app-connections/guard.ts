import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Scope } from '../../../scope.ts';
import type { AppConnectionRow } from './store.ts';

/** What a caller does with a connection. */
export type Verb = 'read' | 'edit' | 'delete' | 'connect' | 'rotate-credentials';

const subject = 'app-connections';

/** The names of actions differ in rules of projects. */
const projectAction = (verb: Verb): string => (verb === 'rotate-credentials' ? verb : `${verb}-app-connections`);

/** 403 unless the caller may do this with the connection; returns the access to its project, if it has one. */
export const requireOn = async (
  { access }: Pick<Scope, 'access'>,
  verb: Verb,
  { id: connectionId, projectId }: Pick<AppConnectionRow, 'id' | 'projectId'>,
): Promise<ProjectAccess | undefined> => {
  if (projectId === null) {
    access.require(verb, subject, { connectionId });
    return undefined;
  }
  const project = await access.inProject(projectId);
  project.require(projectAction(verb), subject, { connectionId });
  return project;
};

/** 403 unless the caller may create connections in the project, or in the organization; 404 for an unknown project. */
export const requireCreation = async (
  { access }: Pick<Scope, 'access'>,
  projectId: string | undefined,
): Promise<ProjectAccess | undefined> => {
  if (projectId === undefined) {
    access.require('create', subject);
    return undefined;
  }
  const project = await access.inProject(projectId);
  project.require('create-app-connections', subject);
  return project;
};
