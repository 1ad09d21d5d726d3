import type { components } from '../../../generated/api.d.ts';
import { useCan } from '../access/use-can.ts';
import { api } from '../api/client.ts';
import type { Project } from '../layout/project.tsx';
import type { FolderRef } from '../secrets/use-secrets.ts';

export type DynamicSecret = components['schemas']['DynamicSecret'];

/** A folder, as the operations about dynamic secrets name it. */
export interface Place {
  readonly projectSlug: string;
  readonly environmentSlug: string;
  readonly path: string;
}

type Folder = Pick<FolderRef, 'environment' | 'path'>;

export const placeOf = ({ slug }: Pick<Project, 'slug'>, { environment, path }: Folder): Place => ({
  projectSlug: slug,
  environmentSlug: environment,
  path,
});

/** What somebody may do with one dynamic secret. */
export const useDynamicRights = (project: Pick<Project, 'id'>, { environment, path }: Folder) => {
  const ability = useCan(project);
  return {
    mayList: ['lease', 'read-root-credential'].some((action) =>
      ability.may(action, 'dynamic-secrets', { environment, secretPath: path }),
    ),
    can: (action: string, { metadata }: Pick<DynamicSecret, 'metadata'>): boolean =>
      ability.can(action, 'dynamic-secrets', { environment, secretPath: path, metadata }),
  };
};

/** How often what the server does in the background is looked at. */
export const watchMs = 3_000;

/** The dynamic secrets of a folder, without their inputs. */
export const useDynamicSecrets = (place: Place, isEnabled: boolean) =>
  api.useQuery(
    'get',
    '/api/v1/dynamic-secrets',
    { params: { query: place } },
    {
      enabled: isEnabled,
      refetchInterval: ({ state }) =>
        state.data?.dynamicSecrets.some(({ status }) => status !== null) === true && watchMs,
    },
  );

/** A dynamic secret with its inputs, for those who may read them; each time is in the audit log. */
export const useDynamicSecret = (place: Place, dynamicSecretName: string) =>
  api.useQuery(
    'get',
    '/api/v1/dynamic-secrets/{dynamicSecretName}',
    { params: { path: { dynamicSecretName }, query: place } },
    { gcTime: 0, refetchOnWindowFocus: false, meta: { isRecorded: true } },
  );
