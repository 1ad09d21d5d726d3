import { Group, Stack } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { deferred, lazily, Nothing } from '../../api/after-loading.ts';
import { statusOf } from '../../api/errors.ts';
import { AccessLinks } from '../../access/access-links.tsx';
import { FailureMessage } from '../../components/failure.tsx';
import type { DynamicSecretsProps } from '../../dynamic-secrets/dynamic-secrets.tsx';
import { ListSkeleton, Page } from '../../components/page.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import type { Project } from '../../layout/project.tsx';
import { folderHref } from '../../secrets/addresses.ts';
import { EnvironmentNav } from '../../secrets/environment-nav.tsx';
import { useIncoming } from '../../transfer/use-incoming.ts';
import { draftErrors } from './drafts.ts';
import { MissingFolder } from './missing-folder.tsx';
import { PageActions } from './page-actions.tsx';
import { useRights } from './rights.ts';
import { ordered, rowsOf, type Filter } from './rows.ts';
import { SaveBar } from './save-bar.tsx';
import { SelectionBar } from './selection/selection-bar.tsx';
import { useSelection } from './selection/use-selection.ts';
import { Toolbar } from './toolbar.tsx';
import { useSave } from './use-save.ts';
import { useDrawerAddress } from '../../layout/use-drawer-address.ts';
import { useContents } from './use-contents.ts';
import { useEditor } from './use-editor.ts';
import { useReads } from './use-reads.ts';
import { FolderList } from './folder-list.tsx';
import { headingOf } from './heading.ts';
import { useTools } from './use-tools.ts';

const FolderTool = deferred(async () => (await import('./folder-tools.tsx')).FolderTool, Nothing);
const DynamicSecrets = deferred<DynamicSecretsProps>(
  async () => (await import('../../dynamic-secrets/dynamic-secrets.tsx')).DynamicSecrets,
  Nothing,
);
const DynamicSecretDrawer = lazily(async () => (await import('../../dynamic-secrets/drawer.tsx')).DynamicSecretDrawer);
const Review = lazily(async () => (await import('./review/review.tsx')).Review);
const PastFolder = lazily(async () => (await import('./past-folder.tsx')).PastFolder);
const Refusal = deferred(async () => (await import('../../temporary-access/refusal.tsx')).Refusal, FailureMessage);
const SecretDetails = lazily(async () => (await import('../../secret-details/secret-details.tsx')).SecretDetails);

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
  const reads = useReads(folder, contents?.secrets);
  const drawer = useDrawerAddress(folderHref(project.slug, environment.slug, path));
  const { query, open: openDrawer } = drawer;
  const openDetails = useCallback((name: string) => openDrawer({ details: name }), [openDrawer]);
  const secret = query.get('details') ?? undefined;
  const openDynamicSecret = (name: string): void => openDrawer({ dynamic: name });
  const dynamicSecret = query.get('dynamic') ?? undefined;
  const [filter, setFilter] = useState<Filter>({
    search: query.get('secret') ?? '',
    tags: [],
    isRecent: false,
    order: 'name',
  });
  const usedFilter = useDeferredValue(filter);
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const tools = useTools(drawer);
  const [isReviewing, reviewing] = useDisclosure();
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
    tools.importText(text);
  });
  const deleteSelected = (): void => {
    for (const secret of selection.secrets)
      if (!drafts.get(secret.id)?.isDeleted) actions.dispatch({ type: 'toggle-deletion', secret });
    selection.selectAll(false);
  };
  const addSecret = (): void => {
    const id = crypto.randomUUID();
    actions.dispatch({ type: 'add', id });
    actions.editName(id, '');
    window.scrollTo({ top: 0 });
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
      {...headingOf(project, environment, path)}
      actions={
        contents && <PageActions rights={rights} isNarrow={isNarrow} onAddSecret={addSecret} onOpen={tools.open} />
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
          <FolderList
            project={project}
            folder={folder}
            rows={rows}
            isFiltered={isFiltered}
            hasFailed={error !== null}
            editor={editor}
            errors={errors}
            reads={reads}
            rights={rights}
            isNarrow={isNarrow}
            selection={selection}
            onDetails={openDetails}
          />
          <DynamicSecrets project={project} folder={folder} search={filter.search} onOpen={openDynamicSecret} />
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
              isProtected={environment.isProtected}
              isSaving={save.isPending}
              onSave={() => save.mutate('', { onError: reviewing.open })}
            />
          </Stack>
        </>
      )}
      <FolderTool
        tool={tools.tool}
        project={project}
        folder={folder}
        isNarrow={isNarrow}
        incoming={tools.incoming}
        onClose={tools.close}
      />
      <Suspense>
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
        {dynamicSecret !== undefined && (
          <DynamicSecretDrawer
            key={dynamicSecret}
            project={project}
            folder={folder}
            name={dynamicSecret}
            onRename={(name) => drawer.change({ dynamic: name })}
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
