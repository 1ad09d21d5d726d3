import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import { useProject } from '../../layout/project.tsx';
import { useSecrets, type FolderRef, type SecretList } from '../../secrets/use-secrets.ts';

export interface Suggestion {
  /** What stands between `${` and `}`; ends with a dot if more has to follow. */
  readonly reference: string;
  readonly description: string;
}

const maxSuggestions = 50;

/** Dots divide references, so that a name with one cannot be in them. */
const canBeReferred = ({ reference }: Suggestion): boolean => /^[A-Za-z0-9_-][A-Za-z0-9_@-]*$/.test(reference);

interface Target {
  readonly environment: string;
  readonly path: string;
  /** What is typed before the last dot, with it. */
  readonly prefix: string;
}

/** The folder that `environment.folder.KEY` names as far as it is typed; undefined without an environment. */
export const targetOf = (typed: string, environments: readonly string[]): Target | undefined => {
  const [environment = '', ...names] = typed.split('.');
  if (names.length === 0 || !environments.includes(environment)) return undefined;
  const rest = names.pop()!;
  return { environment, path: `/${names.join('/')}`, prefix: typed.slice(0, typed.length - rest.length) };
};

const namesOf = ({ secrets, imports }: SecretList): Suggestion[] => {
  const all = new Map(secrets.map(({ secretKey }) => [secretKey, '']));
  for (const { environment, secretPath, secrets: imported } of imports)
    for (const { secretKey } of imported)
      if (!all.has(secretKey)) all.set(secretKey, `imported from ${environment} ${secretPath}`);
  return [...all].map(([reference, description]) => ({ reference, description })).filter(canBeReferred);
};

/** Secrets and folders of another folder, for a reference that names it already. */
const useOthers = (projectId: string, target: Target | undefined): Suggestion[] => {
  const { environment = '', path = '/', prefix = '' } = target ?? {};
  const isEnabled = target !== undefined;
  const secrets = useSecrets({ projectId, environment, path }, { enabled: isEnabled });
  const folders = api.useQuery(
    'get',
    '/api/v2/folders',
    { params: { query: { projectId, environment, path } } },
    { enabled: isEnabled },
  );
  return useMemo(() => {
    if (!isEnabled) return [];
    const names = secrets.data ? namesOf(secrets.data) : [];
    const below = folders.data?.folders.map(({ name }) => ({ reference: `${name}.`, description: 'folder' })) ?? [];
    return [...names, ...below].map(({ reference, description }) => ({
      reference: `${prefix}${reference}`,
      description,
    }));
  }, [isEnabled, prefix, secrets.data, folders.data]);
};

/** What a value may refer to, for what is typed after `${`. */
export const useReferences = (folder: FolderRef, typed: string | undefined): Suggestion[] => {
  const { environments } = useProject();
  const { data } = useSecrets(folder);
  const isTyping = typed !== undefined;
  const own = useMemo(() => (isTyping && data ? namesOf(data) : []), [isTyping, data]);
  const slugs = environments.map(({ slug }) => slug);
  const others = useOthers(folder.projectId, isTyping ? targetOf(typed, slugs) : undefined);
  return useMemo(() => {
    if (typed === undefined) return [];
    const search = typed.toLowerCase();
    const starts = environments.map(({ slug, name }) => ({ reference: `${slug}.`, description: name }));
    return [...own, ...starts, ...others]
      .filter(({ reference }) => reference.toLowerCase().includes(search))
      .toSorted((one, other) => Number(other.reference === typed) - Number(one.reference === typed))
      .slice(0, maxSuggestions);
  }, [own, environments, others, typed]);
};
