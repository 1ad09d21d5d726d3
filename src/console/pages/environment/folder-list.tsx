import { Suspense, useState, type ComponentProps } from 'react';
import { deferred, lazily, Nothing } from '../../api/after-loading.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListSkeleton } from '../../components/page.tsx';
import type { Project } from '../../layout/project.tsx';
import { EmptyFolder } from './empty-folder.tsx';
import { SecretTable } from './secret-table.tsx';
import type { ListedFolder } from './use-contents.ts';
import { useDeleteFolder } from './use-delete-folder.tsx';
import { useImportActions } from './use-import-actions.ts';

const RenameFolder = deferred(async () => (await import('./folder-dialogs.tsx')).RenameFolder, Nothing);
const ImportSecrets = lazily(async () => (await import('../../transfer/import-secrets.tsx')).ImportSecrets);

type TableProps = ComponentProps<typeof SecretTable>;

interface Props extends Omit<
  TableProps,
  'project' | 'onRenameFolder' | 'onDeleteFolder' | 'onMoveImport' | 'onDeleteImport'
> {
  readonly project: Project;
  readonly isFiltered: boolean;
  /** Whether the contents could not be loaded again. */
  readonly hasFailed: boolean;
}

/** What is in the folder, or what can be done about its being empty. */
export const FolderList = ({ isFiltered, hasFailed, ...table }: Props) => {
  const { project, folder, rows, rights } = table;
  const [renamed, setRenamed] = useState<ListedFolder>();
  const deleteFolder = useDeleteFolder(folder);
  const imports = useImportActions(project, folder);
  if (rows.length > 0)
    return (
      <>
        <SecretTable
          {...table}
          onRenameFolder={setRenamed}
          onDeleteFolder={deleteFolder}
          onMoveImport={imports.move}
          onDeleteImport={imports.remove}
        />
        <RenameFolder folder={folder} renamed={renamed} onClose={() => setRenamed(undefined)} />
      </>
    );
  if (isFiltered)
    return <EmptyState title="No secret matches">Remove the filter to see everything in this folder.</EmptyState>;
  if (hasFailed) return null;
  return (
    <EmptyFolder>
      {rights.uncreatable === undefined && (
        <Suspense fallback={<ListSkeleton />}>
          <ImportSecrets
            project={project}
            environment={folder.environment}
            path={folder.path}
            onDone={() => undefined}
          />
        </Suspense>
      )}
    </EmptyFolder>
  );
};
