import type { ProjectAccess } from '../../../access/project-access.ts';
import { ValidationFailure } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { inQuery, readPath, type FolderRef } from '../folders/rules.ts';

type Deps = Pick<Scope, 'access' | 'actor'>;

interface FolderQuery {
  readonly environment?: string;
  readonly secretPath: string;
}

/** A folder reference with its project. */
interface Target {
  readonly project: ProjectAccess;
  readonly folderRef: FolderRef;
}

/** Throws a 422 with an issue for each missing parameter. */
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

const folderIn = (environment: string, { secretPath }: FolderQuery): FolderRef => ({
  environment,
  path: readPath(secretPath, inQuery('secretPath')),
});

/**
 * Returns the folder of a service token that has exactly one scope. Such a token reads that folder whatever the query
 * says, because old clients send no folder.
 */
const targetOfToken = async ({ access, actor }: Deps): Promise<Target | undefined> =>
  actor.type === 'service' && actor.folder
    ? { project: await access.inProject(actor.projectId), folderRef: actor.folder }
    : undefined;

/** Returns the folder that a query of v4 names. */
export const targetById = async (deps: Deps, query: FolderQuery & { readonly projectId?: string }): Promise<Target> => {
  const ofToken = deps.actor.type === 'service' ? await targetOfToken(deps) : undefined;
  if (ofToken) return ofToken;
  const { projectId, environment } = query;
  if (projectId === undefined || environment === undefined) return refuseMissing({ projectId, environment });
  return { folderRef: folderIn(environment, query), project: await deps.access.inProject(projectId) };
};

/** Returns the folder that an older query names; `findProject` finds its project. */
export const targetIn = async <Query extends FolderQuery>(
  deps: Deps,
  query: Query,
  findProject: (deps: Deps, query: Query) => Promise<ProjectAccess>,
): Promise<Target> => {
  const ofToken = deps.actor.type === 'service' ? await targetOfToken(deps) : undefined;
  if (ofToken) return ofToken;
  const { environment } = query;
  if (environment === undefined) return refuseMissing({ environment });
  return { folderRef: folderIn(environment, query), project: await findProject(deps, query) };
};

/** Returns the type to read: service tokens have no personal secrets; old clients that ask for them get shared ones. */
export const typeFor = ({ actor }: Deps, type: 'shared' | 'personal'): 'shared' | 'personal' =>
  actor.type === 'service' ? 'shared' : type;

interface ReadQuery {
  readonly expandSecretReferences: boolean;
  readonly viewSecretValue: boolean;
}

/** Reads the parameters that queries of all API generations share. */
export const readQuery = ({ expandSecretReferences, viewSecretValue }: ReadQuery) => ({
  isExpanded: expandSecretReferences,
  showsValues: viewSecretValue,
});
