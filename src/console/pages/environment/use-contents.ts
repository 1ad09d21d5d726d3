import { useMemo } from 'react';
import type { components } from '../../../../generated/api.d.ts';
import { api } from '../../api/client.ts';
import { statusOf } from '../../api/errors.ts';
import { useSecrets, type FolderRef, type ListedSecret } from '../../secrets/use-secrets.ts';

export type ListedFolder = components['schemas']['FolderList']['folders'][number];
export type ListedImport = components['schemas']['SecretImportList']['secretImports'][number];

/** An import, with the secrets that it shows. */
export interface ImportWithSecrets {
  readonly listed: ListedImport;
  readonly secrets: readonly ListedSecret[];
}

export interface Contents {
  /** The shared secrets, also where a personal one overrides them. */
  readonly secrets: readonly ListedSecret[];
  /** Names of secrets that the person overrides with personal ones. */
  readonly overridden: ReadonlySet<string>;
  readonly folders: readonly ListedFolder[];
  readonly imports: readonly ImportWithSecrets[];
}

const empty: readonly never[] = [];

/** Everything that is in a folder, without values. */
export const useContents = (folder: FolderRef) => {
  const { projectId, environment, path } = folder;
  const query = { projectId, environment, path };
  const { data: list, error, refetch } = useSecrets(folder);
  const folders = api.useQuery('get', '/api/v2/folders', { params: { query } });
  const imports = api.useQuery('get', '/api/v2/secret-imports', { params: { query } });

  const contents = useMemo((): Contents | undefined => {
    if (!folders.data || (!list && statusOf(error) !== 403)) return undefined;
    const secrets = list?.secrets ?? empty;
    const isPersonal = ({ type }: ListedSecret): boolean => type === 'personal';
    return {
      secrets: secrets.filter((secret) => !isPersonal(secret)),
      overridden: new Set(secrets.filter(isPersonal).map(({ secretKey }) => secretKey)),
      folders: folders.data.folders,
      imports: (imports.data?.secretImports ?? empty).map((listed) => ({
        listed,
        secrets:
          list?.imports.find(
            (each) => each.secretPath === listed.importPath && each.environment === listed.importEnv.slug,
          )?.secrets ?? empty,
      })),
    };
  }, [list, error, folders.data, imports.data]);

  return {
    contents,
    /** Why the secrets cannot be shown; a person may see folders without the secrets in them. */
    error: error ?? folders.error,
    reload: refetch,
    refetch: () => Promise.all([refetch(), folders.refetch(), imports.refetch()]),
  };
};
