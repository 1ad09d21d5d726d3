import { useMemo } from 'react';
import { useSecrets, type FolderRef } from '../../secrets/use-secrets.ts';

export interface Suggestion {
  /** What stands between `${` and `}`. */
  readonly reference: string;
  readonly description: string;
}

const maxSuggestions = 50;

/** Secrets that a value may refer to, for what is typed after `${`. */
export const useReferences = (folder: FolderRef, typed: string | undefined): Suggestion[] => {
  const { data } = useSecrets(folder, { withPersonal: true });
  return useMemo(() => {
    if (typed === undefined || !data) return [];
    const search = typed.toLowerCase();
    const own = data.secrets.map(({ secretKey }) => ({ reference: secretKey, description: '' }));
    const imported = data.imports.flatMap(({ environment, secretPath, secrets }) =>
      secrets.map(({ secretKey }) => ({
        reference: secretKey,
        description: `imported from ${environment} ${secretPath}`,
      })),
    );
    const known = new Set<string>();
    return [...own, ...imported]
      .filter(({ reference }) => reference.toLowerCase().includes(search))
      .filter(({ reference }) => !known.has(reference) && known.add(reference))
      .slice(0, maxSuggestions);
  }, [data, typed]);
};
