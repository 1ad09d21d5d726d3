import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../generated/api.d.ts';
import { requests } from './client.ts';
import { loadIfChanged, type Tagged } from './conditional.ts';

export type SecretList = components['schemas']['FolderSecrets'];

interface Folder {
  readonly projectId: string;
  readonly environment: string;
  readonly path: string;
}

const dataIn = ({ data }: Tagged<SecretList>): SecretList => data;

/** The list of the secrets of a folder without values. */
export const secretList = ({ projectId, environment, path }: Folder) => {
  const queryKey = ['secrets', { projectId, environment, path }];
  return queryOptions({
    queryKey,
    structuralSharing: false,
    queryFn: ({ signal, client: queries }) => {
      const query = { projectId, environment, secretPath: path };
      return loadIfChanged<SecretList>(queries, queryKey, (header) =>
        requests.GET('/api/v1/dashboard/folder-secrets', { params: { query, header }, signal }),
      );
    },
    select: dataIn,
  });
};
