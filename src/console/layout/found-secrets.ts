import { IconFolder, IconKey } from '@tabler/icons-react';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { components } from '../../../generated/api.d.ts';
import { api } from '../api/client.ts';
import { environmentAddress } from './addresses.ts';
import { minSearch, type Command } from './command.ts';

type Project = components['schemas']['ProjectWithEnvironments'];
type FoundSecret = components['schemas']['DashboardSecret'];
type FoundFolder = components['schemas']['FoundFolderByName'];

/** How many projects are searched, each with a request of its own: the current one, and those that changed last. */
const maxProjects = 20;

const maxFoundHere = 8;
const maxFoundElsewhere = 3;

const lastChangeOf = ({ lastSecretModified }: Project): string => lastSecretModified ?? '';

const searchedProjects = (projects: readonly Project[], current: Project | undefined): readonly Project[] =>
  projects
    .filter(({ environments }) => environments.length > 0)
    .toSorted((one, other) => lastChangeOf(other).localeCompare(lastChangeOf(one)))
    .toSorted((one, other) => Number(other === current) - Number(one === current))
    .slice(0, maxProjects);

interface Found {
  readonly secrets: readonly FoundSecret[];
  readonly folders: readonly FoundFolder[];
}

const isSameEntry = (one: FoundSecret, other: FoundSecret | undefined): boolean =>
  one.secretKey === other?.secretKey && one.secretPath === other.secretPath && one.environment === other.environment;

/** Folders and secrets whose names contain the text, those of the current project first. */
export const useFoundSecrets = (
  projects: readonly Project[],
  current: Project | undefined,
  text: string,
  search: string,
): readonly Command[] => {
  const [, navigate] = useLocation();
  const isSearching = search.length >= minSearch;
  const searched = searchedProjects(projects, current);
  const results = useQueries({
    queries: searched.map((project) => {
      const query = {
        projectId: project.id,
        environments: project.environments.map(({ slug }) => slug).join(','),
        secretPath: '/',
        search,
        offset: 0,
        limit: project === current ? maxFoundHere : maxFoundElsewhere,
      };
      return {
        ...api.queryOptions('get', '/api/v1/dashboard/secrets-deep-search', { params: { query } }),
        enabled: isSearching,
        placeholderData: keepPreviousData,
        retry: false,
      };
    }),
  });
  if (text.trim().length < minSearch) return [];

  const commandsOf = (project: Project, { secrets, folders }: Found): Command[] => {
    const { slug, name } = project;
    const inProject = project === current ? '' : ` in ${name}`;
    // A personal secret leads to the same place as the shared one before it.
    const isOnce = (secret: FoundSecret, index: number): boolean => !isSameEntry(secret, secrets[index - 1]);
    return [
      ...secrets.filter(isOnce).map(({ id, secretKey, environment, secretPath }) => ({
        id,
        label: secretKey,
        description: `${environment} ${secretPath}${inProject}`,
        icon: IconKey,
        run: () => navigate(environmentAddress({ slug, environment, path: secretPath, secret: secretKey })),
      })),
      ...folders.map(({ id, path, environment }) => ({
        id,
        label: path,
        description: `${environment}${inProject}`,
        icon: IconFolder,
        run: () => navigate(environmentAddress({ slug, environment, path })),
      })),
    ];
  };
  const found = searched.flatMap((project, index) => {
    const { data } = results[index]!;
    return data ? commandsOf(project, data) : [];
  });
  // Until the next response, these were found for an earlier text.
  return found.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()));
};
