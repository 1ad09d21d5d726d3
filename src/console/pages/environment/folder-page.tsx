import { Group, Stack } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { lazily } from '../../api/after-loading.ts';
import { statusOf } from '../../api/errors.ts';
import { AccessLinks } from '../../access/access-links.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListSkeleton, Page } from '../../components/page.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import type { Project } from '../../layout/project.tsx';
import { folderHref, foldersOf, overviewHref } from '../../secrets/addresses.ts';
import { EnvironmentNav } from '../../secrets/environment-nav.tsx';
import { Refusal } from '../../temporary-access/own-access.tsx';
import { useIncoming, type Incoming } from '../../transfer/use-incoming.ts';
import { draftErrors } from './drafts.ts';
import { EmptyFolder } from './empty-folder.tsx';
import { RenameFolder, useDeleteFolder } from './folder-dialogs.tsx';
import type { Tool } from './folder-tools.tsx';
import { useImportActions } from './import-dialogs.tsx';
import { MissingFolder } from './missing-folder.tsx';
import { PageActions } from './page-actions.tsx';
import { useRights } from './rights.ts';
import { ordered, rowsOf, type Filter } from './rows.ts';
import { SaveBar } from './save-bar.tsx';
import { SelectionBar } from './selection/selection-bar.tsx';
import { useSelection } from './selection/use-selection.ts';
import { SecretTable } from './secret-table.tsx';
import { Toolbar } from './toolbar.tsx';
import { useSave } from './use-save.ts';
import { useDrawerAddress } from './use-drawer-address.ts';
import { useContents, type ListedFolder } from './use-contents.ts';
import { useEditor } from './use-editor.ts';

const FolderTool = lazily(async () => (await import('./folder-tools.tsx')).FolderTool);
const ImportSecrets = lazily(async () => (await import('../../transfer/import-secrets.tsx')).ImportSecrets);
const Review = lazily(async () => (await import('./review/review.tsx')).Review);
const PastFolder = lazily(async () => (await import('./past-folder.tsx')).PastFolder);
const SecretDetails = lazily(async () => (await import('../../secret-details/secret-details.tsx')).SecretDetails);

/** What the address of the page can open; dialogs are not in it. */
const drawers: readonly Tool[] = ['history', 'trash'];

const aDayAgo = (): string => new Date(Date.now() - 86_400_000).toISOString();

interface Props {
  readonly project: Project;
  readonly environment: Project['environments'][number];
  readonly path: string;
}

/** One folder of an environment. */
export const FolderPage = ({ project, environment, path }: Props) => {
  const folder = useMemo(
    () => ({ projectId: project.id, environment: environment.slug, path }),
    [project.id, environment.slug, path],
  );
  const { contents, error, reload, refetch } = useContents(folder);
  const editor = useEditor();
  const { drafts, actions } = editor;
  const rights = useRights(folder);
  const drawer = useDrawerAddress(folderHref(project.slug, environment.slug, path));
  const { query, open: openDrawer } = drawer;
  const openDetails = useCallback((name: string) => openDrawer({ details: name }), [openDrawer]);
  const secret = query.get('details') ?? undefined;
  const [filter, setFilter] = useState<Filter>({
    search: query.get('secret') ?? '',
    tags: [],
    isRecent: false,
    order: 'name',
  });
  const usedFilter = useDeferredValue(filter);
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const [renamed, setRenamed] = useState<ListedFolder>();
  const [dialog, setDialog] = useState<Tool>();
  const [incoming, setIncoming] = useState<Incoming>();
  const tool = drawers.find((each) => each === query.get('drawer')) ?? dialog;
  const [isReviewing, reviewing] = useDisclosure();
  const deleteFolder = useDeleteFolder(folder);
  const imports = useImportActions(project, folder);
  useUnsaved(drafts.size > 0);
  const save = useSave(folder, editor, reload);

  const inOrder = useMemo(() => contents && ordered(contents, filter.order), [contents, filter.order]);
  const rows = useMemo(
    () => (inOrder ? rowsOf(inOrder, drafts, usedFilter, project.name) : []),
    [inOrder, drafts, usedFilter, project.name],
  );
  const errors = useMemo(() => draftErrors(drafts, contents?.secrets ?? []), [drafts, contents]);

  const selection = useSelection(rows);
  useIncoming(rights.uncreatable === undefined && contents !== undefined, (text) => {
    // The row into whose name it was pasted.
    for (const { id, original, name } of drafts.values())
      if (!original && name === '') actions.dispatch({ type: 'drop', id });
    setIncoming(text);
    setDialog('import-file');
  });
  const deleteSelected = (): void => {
    for (const secret of selection.secrets)
      if (!drafts.get(secret.id)?.isDeleted) actions.dispatch({ type: 'toggle-deletion', secret });
    selection.selectAll(false);
  };
  const closeTool = (): void => {
    if (tool !== dialog) return drawer.close();
    setDialog(undefined);
    setIncoming(undefined);
  };

  const folders = foldersOf(path);
  const title = folders.at(-1)?.name ?? environment.name;
  const above = folders.slice(0, -1).map(({ name, path: each }) => ({
    label: name,
    href: folderHref(project.slug, environment.slug, each),
  }));
  const crumbs = [
    { label: project.name, href: overviewHref(project.slug) },
    ...(folders.length > 0
      ? [{ label: environment.name, href: folderHref(project.slug, environment.slug) }, ...above]
      : []),
  ];

  const addSecret = (): void => {
    const id = crypto.randomUUID();
    actions.dispatch({ type: 'add', id });
    actions.editName(id, '');
    window.scrollTo({ top: 0 });
  };

  const openTool = (opened: Tool): void => {
    if (opened === 'past') drawer.open({ at: aDayAgo() });
    else if (drawers.includes(opened)) drawer.open({ drawer: opened });
    else setDialog(opened);
  };

  const openReview = (): void => {
    save.reset();
    reviewing.open();
  };

  const past = query.get('at');
  const isPast = past !== null && !Number.isNaN(Date.parse(past));
  const isMissing = statusOf(error) === 404 && !isPast;
  const isFiltered = filter.search !== '' || filter.tags.length > 0 || filter.isRecent;
  return (
    <Page
      title={title}
      crumbs={crumbs}
      actions={
        contents && <PageActions rights={rights} isNarrow={isNarrow} onAddSecret={addSecret} onOpen={openTool} />
      }
    >
      <Group justify="space-between" gap="xs">
        <EnvironmentNav project={project} path={path} current={environment.slug} />
        <AccessLinks
          project={project}
          who="Who can read this folder"
          question={{
            subject: 'secrets',
            action: 'readValue',
            fields: { environment: environment.slug, secretPath: path },
          }}
        />
      </Group>
      {isMissing && <MissingFolder folder={folder} environment={environment.name} rights={rights} />}
      {error && !isMissing && <Refusal error={error} onRetry={refetch} what="the secrets of this folder" />}
      {!contents && !error && <ListSkeleton rows={10} height={30} />}
      {isPast && (
        <Suspense fallback={<ListSkeleton />}>
          <PastFolder folder={folder} at={past} onMoment={(at) => drawer.change({ at })} onClose={drawer.close} />
        </Suspense>
      )}
      {contents && !isMissing && !isPast && (
        <>
          <Toolbar folder={folder} contents={contents} filter={filter} onFilter={setFilter} editor={editor} />
          {rows.length > 0 ? (
            <SecretTable
              project={project}
              folder={folder}
              rows={rows}
              editor={editor}
              errors={errors}
              rights={rights}
              isNarrow={isNarrow}
              selection={selection}
              onDetails={openDetails}
              onRenameFolder={setRenamed}
              onDeleteFolder={deleteFolder}
              onMoveImport={imports.move}
              onDeleteImport={imports.remove}
            />
          ) : isFiltered ? (
            <EmptyState title="No secret matches">Remove the filter to see everything in this folder.</EmptyState>
          ) : (
            !error && (
              <EmptyFolder>
                {rights.uncreatable === undefined && (
                  <Suspense fallback={<ListSkeleton />}>
                    <ImportSecrets
                      project={project}
                      environment={environment.slug}
                      path={path}
                      onDone={() => undefined}
                    />
                  </Suspense>
                )}
              </EmptyFolder>
            )
          )}
          <Stack gap="xs" pos="sticky" bottom={12} style={{ zIndex: 5 }}>
            <SelectionBar
              project={project}
              folder={folder}
              rights={rights}
              secrets={selection.secrets}
              onDelete={deleteSelected}
              onClear={() => selection.selectAll(false)}
            />
            <SaveBar
              drafts={drafts}
              errors={errors}
              onDiscard={() => actions.dispatch({ type: 'clear' })}
              onReview={openReview}
              isSaving={save.isPending}
              onSave={() => save.mutate('', { onError: reviewing.open })}
            />
          </Stack>
        </>
      )}
      <RenameFolder folder={folder} renamed={renamed} onClose={() => setRenamed(undefined)} />
      <Suspense>
        <FolderTool
          tool={tool}
          project={project}
          folder={folder}
          isNarrow={isNarrow}
          incoming={incoming}
          onClose={closeTool}
        />
        {secret !== undefined && (
          <SecretDetails
            project={project}
            environment={environment.slug}
            path={path}
            name={secret}
            tab={query.get('tab') === 'history' ? 'history' : 'details'}
            onTab={(tab) => drawer.change({ details: secret, tab })}
            onClose={drawer.close}
          />
        )}
        {isReviewing && contents && (
          <Review
            folder={folder}
            contents={contents}
            editor={editor}
            isNarrow={isNarrow}
            save={save}
            onClose={reviewing.close}
          />
        )}
      </Suspense>
    </Page>
  );
};
