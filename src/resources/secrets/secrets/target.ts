import type { ProjectAccess } from '../../../access/project-access.ts';
import { ValidationFailure } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { inQuery, readPath, type Place } from '../folders/rules.ts';

type Means = Pick<Scope, 'access' | 'actor'>;

interface FolderQuery {
  readonly environment?: string;
  readonly secretPath: string;
}

/** A folder, and the project that it is in. */
interface Target {
  readonly project: ProjectAccess;
  readonly place: Place;
}

/** 422 that names each parameter without a value. */
const refuseMissing = (parameters: Readonly<Record<string, unknown>>): never => {
  const missing = Object.keys(parameters).filter((name) => parameters[name] === undefined);
  throw new ValidationFailure(
    missing.map((name) => ({
      code: 'required',
      in: 'query',
      path: [name],
      message: `must have required property '${name}'`,
    })),
  );
};

const placeIn = (environment: string, { secretPath }: FolderQuery): Place => ({
  environment,
  path: readPath(secretPath, inQuery('secretPath')),
});

/**
 * The folder of the only scope of a service token, if it has one: the token gets that one whatever the query asks for,
 * as old clients expect.
 */
const targetOfToken = async ({ access, actor }: Means): Promise<Target | undefined> =>
  actor.type === 'service' && actor.folder
    ? { project: await access.inProject(actor.projectId), place: actor.folder }
    : undefined;

/** What a query of v4 asks for. */
export const targetById = async (
  means: Means,
  query: FolderQuery & { readonly projectId?: string },
): Promise<Target> => {
  const ofToken = means.actor.type === 'service' ? await targetOfToken(means) : undefined;
  if (ofToken) return ofToken;
  const { projectId, environment } = query;
  if (projectId === undefined || environment === undefined) return refuseMissing({ projectId, environment });
  return { place: placeIn(environment, query), project: await means.access.inProject(projectId) };
};

/** What an older query asks for, which names its project in another way. */
export const targetIn = async <Query extends FolderQuery>(
  means: Means,
  query: Query,
  findProject: (means: Means, query: Query) => Promise<ProjectAccess>,
): Promise<Target> => {
  const ofToken = means.actor.type === 'service' ? await targetOfToken(means) : undefined;
  if (ofToken) return ofToken;
  const { environment } = query;
  if (environment === undefined) return refuseMissing({ environment });
  return { place: placeIn(environment, query), project: await findProject(means, query) };
};

/** Service tokens have no personal secrets; old clients ask for them all the same, and get the shared ones. */
export const typeFor = ({ actor }: Means, type: 'shared' | 'personal'): 'shared' | 'personal' =>
  actor.type === 'service' ? 'shared' : type;
