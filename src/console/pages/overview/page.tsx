import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { IconFolderPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useCan } from '../../access/use-can.ts';
import { statusOf } from '../../api/errors.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { notifyFailure } from '../../components/failure.tsx';
import { Guarded } from '../../components/guarded.tsx';
import { ListSkeleton, Page } from '../../components/page.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useProject, type Project } from '../../layout/project.tsx';
import { isProduction } from '../../secrets/production.ts';
import { createSecretHref, foldersOf, overviewHref } from '../../secrets/addresses.ts';
import { EnvironmentNav } from '../../secrets/environment-nav.tsx';
import { readById } from '../../secrets/stored-values.ts';
import { useRevealed } from '../../secrets/use-revealed.ts';
import { EndingSoon } from '../../temporary-access/ending-soon.tsx';
import { Refusal } from '../../temporary-access/refusal.tsx';
import { StateSign, states } from './cells.tsx';
import { ColumnsField, mostColumns, useColumns } from './columns.tsx';
import { CreateFolders } from './create-folders.tsx';
import { CreateSecrets } from './create-secrets.tsx';
import { OverviewTable } from './overview-table.tsx';
import { OverviewActions } from './overview-actions.tsx';
import { useFiltered, type Mode } from './use-filtered.ts';
import { CreateButton } from '../../components/create-button.tsx';

/** What the signs mean. */
const Legend = () => (
  <Group gap="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Signs">
    {Object.values(states).map((state) => (
      <Group key={state.label} gap={4} component="li" wrap="nowrap">
        <StateSign state={state} text="" />
        <Text size="xs" c="dimmed">
          {state.label}
        </Text>
      </Group>
    ))}
  </Group>
);

const modes = [
  { value: 'all', label: 'All' },
  { value: 'missing', label: 'Missing' },
  { value: 'different', label: 'Different' },
];

/** The longest list of environments that one request can have. */
const maxListLength = 8192;

/** All environments, so that a name which only another one has is shown as missing; those on the screen if too many. */
const slugsToLoad = (all: Project['environments'], shown: Project['environments']): readonly string[] => {
  const slugs = all.map(({ slug }) => slug);
  return slugs.join().length <= maxListLength ? slugs : shown.map(({ slug }) => slug);
};

interface FolderProps {
  readonly project: Project;
  readonly path: string;
  /** Whether the address asks for the dialog that creates a secret. */
  readonly isCreating: boolean;
  readonly initialMode: Mode;
}

/** One folder of all environments. */
const OverviewFolder = ({ project, path, isCreating, initialMode }: FolderProps) => {
  const { slug, environments } = project;
  const [, navigate] = useLocation();
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const columns = useColumns(environments, isNarrow);
  const [search, setSearch] = useState('');
  const [usedSearch] = useDebouncedValue(search.trim(), 150);
  const [range, setRange] = useState<readonly [number, number]>([0, 0]);
  const [added, setAdded] = useState<{ name: string; environments: readonly string[] }>();
  const [isCreatingFolder, setCreatingFolder] = useState(false);
  const { values, reveal, hide } = useRevealed();
  const query = {
    projectId: project.id,
    environments: slugsToLoad(environments, columns.shown),
    path,
    search: usedSearch,
  };
  const [mode, setMode] = useState<Mode>(initialMode);
  const compared = isNarrow ? environments.slice(0, mostColumns) : columns.shown;
  const { total, rows, error, refetch, comparison, isCut } = useFiltered(query, compared, mode, range);
  const onRange = useCallback((from: number, to: number) => setRange([from, to]), []);
  const show = useCallback(
    (key: string, id: string) =>
      void readById(id)
        .then(({ value }) => (document.hidden ? undefined : reveal([[key, value]])))
        .catch(notifyFailure),
    [reveal],
  );

  const ability = useCan(project);
  const allowed = (subject: string) =>
    environments.filter((each) => ability.may('create', subject, { environment: each.slug, secretPath: path }));
  const [secretsIn, foldersIn] = [allowed('secrets'), allowed('secret-folders')];
  const creatableKey = secretsIn.map((each) => each.slug).join();
  const creatable = useMemo(() => new Set(creatableKey.split(',')), [creatableKey]);

  const folders = foldersOf(path);
  const title = folders.at(-1)?.name ?? project.name;
  const crumbs = [
    { label: 'Projects', href: '/' },
    ...(folders.length > 0 ? [{ label: project.name, href: overviewHref(slug) }] : []),
    ...folders.slice(0, -1).map(({ name, path: each }) => ({ label: name, href: overviewHref(slug, each) })),
  ];
  const add = useCallback((name: string, environment: string) => setAdded({ name, environments: [environment] }), []);
  const create = (
    <CreateButton
      isMain
      label="Create secret"
      isAllowed={secretsIn.length > 0}
      reason="You are not allowed to create secrets here."
      onClick={() => navigate(createSecretHref(slug, path))}
    />
  );
  const inView = columns.shown.filter(
    (environment) => secretsIn.includes(environment) && !isProduction(environment) && !environment.isProtected,
  );
  const newSecret = { name: '', environments: inView.map((environment) => environment.slug) };
  const closeForm = () => {
    setAdded(undefined);
    if (isCreating) navigate(overviewHref(slug, path), { replace: true });
  };

  return (
    <Page
      title={title}
      crumbs={crumbs}
      actions={
        <>
          {create}
          <Guarded isAllowed={foldersIn.length > 0} reason="You are not allowed to create folders here.">
            <Button
              variant="default"
              leftSection={<IconFolderPlus size={16} />}
              onClick={() => setCreatingFolder(true)}
            >
              Create folder
            </Button>
          </Guarded>
          <OverviewActions project={project} path={path} environments={compared} creatable={secretsIn} />
        </>
      }
    >
      {path === '/' && <EndingSoon />}
      <EnvironmentNav project={project} path={path} />
      <Group gap="xs" justify="space-between">
        <SearchField flex="1 1 220px" label="Search names" value={search} onChange={setSearch} />
        <ColumnsField environments={environments} columns={columns} />
        {environments.length > 1 && (
          <SegmentedControl
            transitionDuration={0}
            size="xs"
            aria-label="Names that are shown"
            data={modes}
            value={mode}
            onChange={(value) => setMode(value as Mode)}
          />
        )}
        <Legend />
      </Group>
      {statusOf(error) === 404 ? (
        <EmptyState title={`No environment has the folder ${path}`}>It may have been renamed or deleted.</EmptyState>
      ) : (
        <Refusal error={error} onRetry={refetch} what="the secrets here" />
      )}
      {total === undefined && !error && <ListSkeleton rows={10} height={30} />}
      {mode !== 'all' && (
        <Text size="sm" c="dimmed" role="status">
          {mode === 'missing' ? 'Names that are missing in one of ' : 'Names whose values differ between '}
          {compared.map(({ name }) => name).join(', ')}
          {mode === 'different' && '. Their values were read for that, which the audit log records'}.
          {isCut && ' Only the first 2,000 names are looked at: search, or open a folder.'}
        </Text>
      )}
      {total === 0 && usedSearch === '' && mode !== 'all' && (
        <EmptyState title={mode === 'missing' ? 'Nothing is missing' : 'No value differs'} />
      )}
      {total === 0 && usedSearch === '' && mode === 'all' && (
        <EmptyState title="No secrets here yet" action={create}>
          Create the first secret, or paste names with values anywhere on this page: a .env file, JSON, YAML, a Compose
          file. Programs read secrets by their names.
        </EmptyState>
      )}
      {total === 0 && usedSearch !== '' && <EmptyState title={`No name matches “${usedSearch}”`} />}
      {total !== undefined && total > 0 && (
        <OverviewTable
          slug={slug}
          path={path}
          environments={columns.shown}
          total={total}
          rows={rows}
          values={values}
          creatable={creatable}
          comparison={comparison}
          onRange={onRange}
          onShow={show}
          onHide={hide}
          onAdd={add}
        />
      )}
      <CreateSecrets
        project={project}
        path={path}
        environments={secretsIn}
        initial={added ?? (isCreating && secretsIn.length > 0 ? newSecret : undefined)}
        onClose={closeForm}
      />
      <CreateFolders
        project={project}
        path={path}
        environments={foldersIn}
        isOpen={isCreatingFolder}
        onClose={() => setCreatingFolder(false)}
      />
    </Page>
  );
};

const OverviewPage = () => {
  const project = useProject();
  const query = new URLSearchParams(useSearch());
  const path = query.get('path') ?? '/';
  return (
    <OverviewFolder
      key={path}
      project={project}
      path={path}
      isCreating={query.has('create')}
      initialMode={query.get('show') === 'missing' ? 'missing' : 'all'}
    />
  );
};

export default OverviewPage;
