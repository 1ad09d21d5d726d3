import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../generated/api.d.ts';
import { requests } from '../api/client.ts';
import { loadIfChanged, type Tagged } from '../api/conditional.ts';

export type ListedSecret = components['schemas']['Secret'];
export type SecretList = components['schemas']['SecretList'];

/** A folder of a project. */
export interface FolderRef {
  readonly projectId: string;
  readonly environment: string;
  readonly path: string;
}

/** Lists the secrets of a folder without values. */
export const useSecrets = (
  { projectId, environment, path }: FolderRef,
  { withPersonal, isEnabled = true }: { withPersonal: boolean; isEnabled?: boolean },
) => {
  const queryKey = ['secrets', { projectId, environment, path, withPersonal }];
  return useQuery({
    queryKey,
    enabled: isEnabled,
    structuralSharing: false,
    queryFn: ({ signal, client: queries }) => {
      const query = {
        projectId,
        environment,
        secretPath: path,
        recursive: false,
        viewSecretValue: false,
        expandSecretReferences: false,
        includeImports: true,
        includePersonalOverrides: withPersonal,
      };
      return loadIfChanged<SecretList>(queries, queryKey, (header) =>
        requests.GET('/api/v4/secrets', { params: { query, header }, signal }),
      );
    },
    select: dataIn,
  });
};

const dataIn = ({ data }: Tagged<SecretList>): SecretList => data;
