import { useMemo } from 'react';
import type { components } from '../../../../generated/api.d.ts';
import { api } from '../../api/client.ts';
import { statusOf } from '../../api/errors.ts';
import { useSecrets, type FolderRef, type ListedSecret } from '../../secrets/use-secrets.ts';

export type ListedFolder = components['schemas']['FolderList']['folders'][number];
export type ListedImport = components['schemas']['SecretImportList']['secretImports'][number];
export type ImportedSecret = components['schemas']['SecretFacts'];

/** An import, with the secrets that it shows. */
export interface ImportWithSecrets {
  readonly listed: ListedImport;
  readonly secrets: readonly ImportedSecret[];
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
  const own = useSecrets(folder, { withPersonal: true });
  const hasPersonal = useMemo(() => own.data?.secrets.some(({ type }) => type === 'personal') ?? false, [own.data]);
  // The list with personal secrets lacks the shared ones that they override.
  const shared = useSecrets(folder, { withPersonal: false, isEnabled: hasPersonal });
  const folders = api.useQuery('get', '/api/v2/folders', { params: { query } });
  const imports = api.useQuery('get', '/api/v2/secret-imports', { params: { query } });

  const list = hasPersonal ? shared.data : own.data;
  const contents = useMemo((): Contents | undefined => {
    if (!folders.data || (!list && statusOf(own.error) !== 403)) return undefined;
    const personal = own.data?.secrets.filter(({ type }) => type === 'personal') ?? [];
    return {
      secrets: list?.secrets ?? empty,
      overridden: new Set(personal.map(({ secretKey }) => secretKey)),
      folders: folders.data.folders,
      imports: (imports.data?.secretImports ?? empty).map((listed) => ({
        listed,
        secrets:
          list?.imports.find(
            (each) => each.secretPath === listed.importPath && each.environment === listed.importEnv.slug,
          )?.secrets ?? empty,
      })),
    };
  }, [list, own.data, own.error, folders.data, imports.data]);

  return {
    contents,
    /** Why the secrets cannot be shown; a person may see folders without the secrets in them. */
    error: own.error ?? shared.error ?? folders.error,
    reload: () => Promise.all([own.refetch(), ...(hasPersonal ? [shared.refetch()] : [])]),
    refetch: () => Promise.all([own.refetch(), folders.refetch(), imports.refetch()]),
  };
};
