import { Autocomplete, Box, Button, Group, Select, SimpleGrid, Switch } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useProjects } from '../../api/projects.ts';
import { eventSuggestions } from './events.ts';
import { spans, type AuditFilters, type Span } from './filters.ts';
import { useActors } from './use-actors.ts';

interface Props {
  readonly filters: AuditFilters;
  readonly onChange: (filters: AuditFilters) => void;
  /** The events of the entries that are shown. */
  readonly events: readonly string[];
  /** The names of actors of the entries that are shown, by `type:id`. */
  readonly actorNames: ReadonlyMap<string, string>;
  /** The name of the chosen secret, if an entry that is shown has it. */
  readonly secretName: string | undefined;
}

const orUndefined = (text: string | null): string | undefined => text ?? undefined;

const WhoFilter = ({ filters, onChange, actorNames }: Props) => {
  const groups = useActors(actorNames);
  const { actorType, actor } = filters;
  const value = actor === undefined ? (actorType ?? null) : `${actorType ?? 'user'}:${actor}`;
  const known = groups.flatMap(({ items }) => items.map((item) => item.value));
  const missing =
    value === null || known.includes(value) ? [] : [{ group: 'Chosen', items: [{ value, label: value }] }];
  const choose = (chosen: string | null): void => {
    const [type, ...id] = (chosen ?? '').split(':');
    onChange({
      ...filters,
      actorType: (type === '' ? undefined : type) as AuditFilters['actorType'],
      actor: id.length > 0 ? id.join(':') : undefined,
    });
  };
  return (
    <Select
      label="Who"
      placeholder="Anybody"
      searchable
      clearable
      limit={100}
      nothingFoundMessage="Nobody has this name"
      data={[...missing, ...groups]}
      value={value}
      onChange={choose}
    />
  );
};

const WhatFilter = ({ filters, onChange, events }: Props) => {
  const [text, setText] = useState(filters.event ?? '');
  const [applied, setApplied] = useState(filters.event);
  if (applied !== filters.event) {
    setApplied(filters.event);
    setText(filters.event ?? '');
  }
  const apply = (event: string): void => {
    setText(event);
    if (event !== (filters.event ?? '')) onChange({ ...filters, event: event === '' ? undefined : event });
  };
  return (
    <Autocomplete
      label="What"
      placeholder="Any event"
      clearable
      limit={30}
      data={[...new Set([...events, ...eventSuggestions])].sort()}
      value={text}
      onChange={(next) => (next === '' ? apply('') : setText(next))}
      onOptionSubmit={apply}
      onBlur={() => apply(text.trim())}
      onKeyDown={({ key }) => {
        if (key === 'Enter') apply(text.trim());
      }}
    />
  );
};

/** The secrets of the chosen project whose names contain what is typed. */
const useSecrets = (projectId: string | undefined, text: string) => {
  const [search] = useDebouncedValue(text.trim(), 200);
  const { data: projects } = useProjects();
  const project = projects?.projects.find(({ id }) => id === projectId);
  const environments = project?.environments.map(({ slug }) => slug).join(',') ?? '';
  const { data } = api.useQuery(
    'get',
    '/api/v1/dashboard/secrets-deep-search',
    {
      params: {
        query: { projectId: projectId ?? '', environments, secretPath: '/', search, offset: 0, limit: 25 },
      },
    },
    { enabled: environments !== '' && search.length > 1, placeholderData: keepPreviousData, retry: false },
  );
  return data?.secrets.map(({ id, secretKey, environment, secretPath, type }) => ({
    value: id,
    label: `${secretKey} (${environment} ${secretPath}${type === 'personal' ? ', personal' : ''})`,
  }));
};

const SecretFilter = ({ filters, onChange, secretName }: Props) => {
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  const found = useSecrets(filters.project, text) ?? [];
  const { secret = null } = filters;
  const isListed = found.some(({ value }) => value === secret);
  const chosen =
    secret === null || isListed ? [] : [{ value: secret, label: name || (secretName ?? 'The chosen secret') }];
  const hasProject = filters.project !== undefined;
  return (
    <Select
      label="Secret"
      placeholder={hasProject ? 'Any; type a part of a name' : 'Choose a project first'}
      disabled={!hasProject && secret === null}
      searchable
      clearable
      data={[...chosen, ...found]}
      value={secret}
      onSearchChange={setText}
      nothingFoundMessage="Type at least two letters of a name"
      onChange={(value, option) => {
        setName(option?.label ?? '');
        onChange({ ...filters, secret: orUndefined(value) });
      }}
    />
  );
};

/** Who, what, where and when; behind a button on narrow screens. */
export const FilterBar = (props: Props) => {
  const { filters, onChange } = props;
  const { data } = useProjects();
  const [isOpen, { toggle }] = useDisclosure();
  const projects = (data?.projects ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isOther = filters.project !== undefined && !projects.some(({ value }) => value === filters.project);
  const fields = (
    <SimpleGrid cols={{ base: 1, sm: 2, md: 3, xl: 5 }} spacing="sm" verticalSpacing="xs">
      <WhoFilter {...props} />
      <WhatFilter {...props} />
      <Select
        label="Project"
        placeholder="All"
        searchable
        clearable
        data={isOther ? [{ value: filters.project, label: 'Another project' }, ...projects] : projects}
        value={filters.project ?? null}
        onChange={(project) => onChange({ ...filters, project: orUndefined(project), secret: undefined })}
      />
      <SecretFilter {...props} />
      <Select
        label="Time"
        allowDeselect={false}
        data={Object.entries(spans).map(([value, { label }]) => ({ value, label }))}
        value={filters.since}
        onChange={(since) => onChange({ ...filters, since: since as Span })}
      />
    </SimpleGrid>
  );
  return (
    <>
      <Group hiddenFrom="sm">
        <Button
          variant="default"
          leftSection={<IconFilter size={16} />}
          onClick={toggle}
          aria-expanded={isOpen}
          aria-controls="audit-filters"
        >
          Filters
        </Button>
      </Group>
      <Box id="audit-filters" {...(!isOpen && { visibleFrom: 'sm' })}>
        {fields}
      </Box>
      <Switch
        label="Only what was refused"
        checked={filters.isRefused}
        onChange={({ currentTarget }) => onChange({ ...filters, isRefused: currentTarget.checked })}
      />
    </>
  );
};
