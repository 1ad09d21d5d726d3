import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight } from '@mantine/spotlight';
import {
  IconBook2,
  IconClockPlus,
  IconFolders,
  IconLogout,
  IconMoon,
  IconPlus,
  IconServer,
  IconUserCircle,
  IconUserPlus,
} from '@tabler/icons-react';
import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useRoute } from 'wouter';
import type { components } from '../../../generated/api.d.ts';
import { giveHref } from '../access/addresses.ts';
import { api } from '../api/client.ts';
import { useProjects } from '../api/projects.ts';
import { logOut } from '../api/session.ts';
import { notifyFailure } from '../components/failure.tsx';
import { environmentAddress } from './addresses.ts';
import type { Command } from './command.ts';
import { commandsOfFocusedRow } from './focused-row.ts';
import { useFoundMembers } from './found-members.ts';
import { useFoundSecrets } from './found-secrets.ts';
import { adminLink, organizationLinks, projectLinks, type NavigationLink } from './navigation.tsx';

type Project = components['schemas']['ProjectWithEnvironments'];

interface CommandGroup {
  readonly label: string;
  readonly commands: readonly Command[];
}

const maxShown = 8;

const listId = 'commands';

const matches = ({ label, description = '' }: Command, words: readonly string[]): boolean =>
  words.every((word) => `${label} ${description}`.toLowerCase().includes(word));

/** Every page of the current project, of the organization and of the account. */
const usePages = (current: Project | undefined): readonly Command[] => {
  const [, navigate] = useLocation();
  const { data } = api.useQuery('get', '/api/v1/user');
  const commandOf = ({ label, href, icon }: NavigationLink, description?: string): Command => ({
    id: href,
    label,
    ...(description !== undefined && { description }),
    icon,
    run: () => navigate(href),
  });
  return [
    ...(current ? projectLinks(current.slug).map((link) => commandOf(link, current.name)) : []),
    ...organizationLinks.map((link) => commandOf(link)),
    commandOf({ label: 'Account', href: '/account', icon: IconUserCircle }),
    ...(data?.user.superAdmin ? [commandOf(adminLink)] : []),
  ];
};

/** Opens the dialog in the current project; without one, in each of them. */
const giveCommands = (projects: readonly Project[], navigate: (to: string) => void): readonly Command[] =>
  projects.map(({ slug, name }) => ({
    id: `give ${slug}`,
    label: 'Give access for a time',
    description: name,
    icon: IconClockPlus,
    run: () => navigate(giveHref(slug)),
  }));

const useActions = (): readonly Command[] => {
  const [, navigate] = useLocation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const other = colorScheme === 'dark' ? 'light' : 'dark';
  return [
    { id: 'create-project', label: 'Create project', icon: IconPlus, run: () => navigate('/?create') },
    { id: 'invite', label: 'Invite people', icon: IconUserPlus, run: () => navigate('/people?invite') },
    { id: 'create-identity', label: 'Create identity', icon: IconPlus, run: () => navigate('/identities/new') },
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
  const found = useFoundSecrets(projects, current, text, search);
  const pages = usePages(current);
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
    { label: 'In this row', commands: fitting(commandsOfFocusedRow()) },
    { label: 'Secrets and folders', commands: found },
    { label: 'Environments', commands: current || text !== '' ? fitting(environments) : [] },
    { label: 'Projects', commands: fitting(open) },
    { label: 'People and machine identities', commands: members.slice(0, maxShown) },
    { label: 'Pages', commands: fitting(pages, pages.length) },
    {
      label: 'Actions',
      commands: [
        ...(current || text !== '' ? fitting(giveCommands(current ? [current] : projects, navigate)) : []),
        ...fitting(actions, actions.length),
      ],
    },
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
