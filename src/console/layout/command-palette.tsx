import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight } from '@mantine/spotlight';
import {
  IconBook2,
  IconFolder,
  IconFolders,
  IconKey,
  IconLogout,
  IconMoon,
  IconPlus,
  IconRobot,
  IconServer,
  IconUser,
  IconUserCircle,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import { keepPreviousData, useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useRoute } from 'wouter';
import type { components } from '../../../generated/api.d.ts';
import { api } from '../api/client.ts';
import { useProjects } from '../api/projects.ts';
import { logOut } from '../api/session.ts';
import { notifyFailure } from '../components/failure.tsx';
import { environmentAddress } from './addresses.ts';
import { minSearch, type Command } from './command.ts';
import { useFoundMembers } from './found-members.ts';

type Project = components['schemas']['ProjectWithEnvironments'];

interface CommandGroup {
  readonly label: string;
  readonly commands: readonly Command[];
}

const maxShown = 8;

const listId = 'commands';

const matches = ({ label, description = '' }: Command, words: readonly string[]): boolean =>
  words.every((word) => `${label} ${description}`.toLowerCase().includes(word));

type FoundSecret = components['schemas']['DashboardSecret'];

const isSameEntry = (one: FoundSecret, other: FoundSecret | undefined): boolean =>
  one.secretKey === other?.secretKey && one.secretPath === other.secretPath && one.environment === other.environment;

/** Folders and secrets of the project whose names contain the text. */
const useFound = (project: Project | undefined, text: string, search: string): readonly Command[] => {
  const [, navigate] = useLocation();
  const environments = project?.environments.map(({ slug }) => slug).join(',') ?? '';
  const { data } = api.useQuery(
    'get',
    '/api/v1/dashboard/secrets-deep-search',
    {
      params: {
        query: { projectId: project?.id ?? '', environments, secretPath: '/', search, offset: 0, limit: maxShown },
      },
    },
    { enabled: environments !== '' && search.length >= minSearch, placeholderData: keepPreviousData, retry: false },
  );
  if (!project || !data || text.trim().length < minSearch) return [];
  // A personal secret leads to the same place as the shared one before it.
  const isOnce = (secret: FoundSecret, index: number): boolean => !isSameEntry(secret, data.secrets[index - 1]);
  const found: Command[] = [
    ...data.secrets.filter(isOnce).map(({ id, secretKey, environment, secretPath }) => ({
      id,
      label: secretKey,
      description: `${environment} ${secretPath}`,
      icon: IconKey,
      run: () => navigate(environmentAddress({ slug: project.slug, environment, path: secretPath, secret: secretKey })),
    })),
    ...data.folders.map(({ id, path, environment }) => ({
      id,
      label: path,
      description: environment,
      icon: IconFolder,
      run: () => navigate(environmentAddress({ slug: project.slug, environment, path })),
    })),
  ];
  // Until the next response, these were found for an earlier text.
  return found.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()));
};

const useActions = (): readonly Command[] => {
  const [, navigate] = useLocation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const other = colorScheme === 'dark' ? 'light' : 'dark';
  return [
    { id: 'projects', label: 'Show all projects', icon: IconFolders, run: () => navigate('/') },
    { id: 'create-project', label: 'Create project', icon: IconPlus, run: () => navigate('/?create') },
    { id: 'people', label: 'People', icon: IconUser, run: () => navigate('/people') },
    { id: 'invite', label: 'Invite people', icon: IconUserPlus, run: () => navigate('/people?invite') },
    { id: 'groups', label: 'Groups', icon: IconUsers, run: () => navigate('/groups') },
    { id: 'identities', label: 'Machine identities', icon: IconRobot, run: () => navigate('/identities') },
    { id: 'create-identity', label: 'Create identity', icon: IconPlus, run: () => navigate('/identities/new') },
    { id: 'account', label: 'Account', icon: IconUserCircle, run: () => navigate('/account') },
    { id: 'docs', label: 'API reference', icon: IconBook2, run: () => location.assign('/docs/reference') },
    { id: 'colours', label: `Use ${other} colours`, icon: IconMoon, run: () => setColorScheme(other) },
    { id: 'log-out', label: 'Log out', icon: IconLogout, run: () => logOut().catch(notifyFailure) },
  ];
};

/** All commands that fit what is typed; `search` is the text when typing paused. */
const useCommands = (text: string, search: string): readonly CommandGroup[] => {
  const [, navigate] = useLocation();
  const [, params] = useRoute('/p/:slug/*?');
  const { data } = useProjects();
  const projects = data?.projects ?? [];
  const current = projects.find(({ slug }) => slug === params?.slug);
  const found = useFound(current, text, search);
  const members = useFoundMembers(text, search);
  const actions = useActions();

  const words = text.toLowerCase().split(/\s+/);
  const fitting = (commands: readonly Command[], max = maxShown) =>
    commands.filter((command) => matches(command, words)).slice(0, max);
  const open = projects.map(({ id, name, slug }) => ({
    id,
    label: name,
    description: slug,
    icon: IconFolders,
    run: () => navigate(`/p/${slug}`),
  }));
  const environments = (current ? [current] : projects).flatMap(({ slug, name, environments: all }) =>
    all.map((environment) => ({
      id: environment.id,
      label: environment.name,
      description: `${environment.slug} in ${name}`,
      icon: IconServer,
      run: () => navigate(environmentAddress({ slug, environment: environment.slug })),
    })),
  );
  return [
    { label: 'Secrets and folders', commands: found },
    { label: 'Environments', commands: current || text !== '' ? fitting(environments) : [] },
    { label: 'Projects', commands: fitting(open) },
    { label: 'People and machine identities', commands: members.slice(0, maxShown) },
    { label: 'Actions', commands: fitting(actions, actions.length) },
  ].filter(({ commands }) => commands.length > 0);
};

/** Selects the first command if none is selected, as for those that are found later; Mantine marks it so, too. */
const selectFirst = (): void => {
  const list = document.getElementById(listId);
  if (!list?.querySelector('[data-selected]'))
    list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
};

const Commands = ({ text }: { text: string }) => {
  const [search] = useDebouncedValue(text.trim(), 150);
  const groups = useCommands(text, search);
  const isSearching = useIsFetching() > 0 || search !== text.trim();
  const ids = groups.flatMap(({ commands }) => commands.map(({ id }) => id)).join();
  useEffect(selectFirst, [ids]);
  if (groups.length === 0)
    return <Spotlight.Empty>{isSearching ? 'Searching …' : `Nothing is called “${text}”.`}</Spotlight.Empty>;
  return groups.map(({ label, commands }) => (
    <Spotlight.ActionsGroup key={label} label={label}>
      {commands.map(({ id, icon: CommandIcon, run, ...command }) => (
        <Spotlight.Action
          key={id}
          {...command}
          leftSection={<CommandIcon size={18} stroke={1.6} />}
          onClick={() => void run()}
        />
      ))}
    </Spotlight.ActionsGroup>
  ));
};

/** Goes to projects, environments, secrets, people and actions by their names; the shell opens it with Ctrl-K or Cmd-K. */
const CommandPalette = () => {
  const [text, setText] = useState('');
  return (
    <Spotlight.Root
      query={text}
      onQueryChange={setText}
      scrollable
      maxHeight="min(70dvh, 520px)"
      title="Command palette"
      shortcut={null}
      styles={{ header: { display: 'none' }, actionDescription: { opacity: 1 } }}
    >
      <Spotlight.Search aria-label="Search" placeholder="Projects, environments, secrets, people, actions" />
      <Spotlight.ActionsList id={listId}>
        <Commands text={text} />
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
};

export default CommandPalette;
