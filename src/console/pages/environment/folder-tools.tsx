import { Modal } from '@mantine/core';
import { FolderHistory } from '../../history/folder-history.tsx';
import type { Project } from '../../layout/project.tsx';
import type { FolderRef } from '../../secrets/use-secrets.ts';
import { ExportSecrets } from '../../transfer/export-secrets.tsx';
import { ImportSecrets } from '../../transfer/import-secrets.tsx';
import type { Incoming } from '../../transfer/use-incoming.ts';
import { TrashDrawer } from '../../trash/trash.tsx';
import { DynamicSecretDialog } from '../../dynamic-secrets/form.tsx';
import { placeOf } from '../../dynamic-secrets/use-dynamic-secrets.ts';
import { CreateFolder } from './folder-dialogs.tsx';
import { AddImport } from './import-dialogs.tsx';

/** What the actions of the page open. */
export type Tool =
  'create-folder' | 'create-dynamic-secret' | 'add-import' | 'import-file' | 'export' | 'history' | 'past' | 'trash';

interface Props {
  readonly tool: Tool | undefined;
  readonly project: Project;
  readonly folder: FolderRef;
  readonly isNarrow: boolean;
  /** What was pasted or dropped, for an import. */
  readonly incoming: Incoming | undefined;
  readonly onClose: () => void;
}

/** The dialog or drawer of an action. */
export const FolderTool = ({ tool, project, folder, isNarrow, incoming, onClose }: Props) => {
  const { environment, path } = folder;
  const target = { project, environment, path };
  const modal = { onClose, size: 'lg', fullScreen: isNarrow, closeOnClickOutside: false };
  return (
    <>
      <CreateFolder folder={folder} isOpen={tool === 'create-folder'} onClose={onClose} />
      <DynamicSecretDialog
        isOpen={tool === 'create-dynamic-secret'}
        place={placeOf(project, folder)}
        onClose={onClose}
        onSaved={onClose}
      />
      <AddImport project={project} folder={folder} isOpen={tool === 'add-import'} onClose={onClose} />
      <Modal {...modal} opened={tool === 'import-file'} title={`Import secrets into ${environment} ${path}`}>
        <ImportSecrets {...target} incoming={incoming} onDone={onClose} />
      </Modal>
      <Modal {...modal} opened={tool === 'export'} title={`Export ${environment} ${path}`}>
        <ExportSecrets {...target} />
      </Modal>
      {tool === 'history' && <FolderHistory {...target} onDone={onClose} />}
      {tool === 'trash' && <TrashDrawer {...target} onRestored={onClose} />}
    </>
  );
};
