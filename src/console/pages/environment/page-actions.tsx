import { Button } from '@mantine/core';
import {
  IconClockHour4,
  IconDownload,
  IconFileImport,
  IconFolderPlus,
  IconHistory,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { Guarded } from '../../components/guarded.tsx';
import { ActionMenu, type MenuAction } from '../../components/action-menu.tsx';
import type { Tool } from './folder-tools.tsx';
import type { Rights } from './rights.ts';
import { CreateButton } from '../../components/create-button.tsx';

interface Props {
  readonly rights: Rights;
  readonly isNarrow: boolean;
  readonly onAddSecret: () => void;
  readonly onOpen: (tool: Tool) => void;
}

interface Item extends Omit<MenuAction, 'onClick'> {
  readonly tool: Tool;
  readonly isShown?: boolean;
}

/** What can be done with the folder. */
export const PageActions = ({ rights, isNarrow, onAddSecret, onOpen }: Props) => {
  const cannotCreate = rights.folder.uncreatable;
  const items: readonly Item[] = [
    { tool: 'create-folder', label: 'Create folder', icon: IconFolderPlus, reason: cannotCreate, isShown: isNarrow },
    { tool: 'import-file', label: 'Import a file', icon: IconUpload, reason: rights.uncreatable },
    { tool: 'export', label: 'Export', icon: IconDownload },
    { tool: 'add-import', label: 'Import another folder', icon: IconFileImport, reason: rights.imports.uncreatable },
    { tool: 'history', label: 'History', icon: IconHistory, isShown: rights.hasHistory },
    { tool: 'past', label: 'A moment in the past', icon: IconClockHour4, isShown: rights.hasHistory },
    { tool: 'trash', label: 'Trash', icon: IconTrash },
  ];
  return (
    <>
      <CreateButton
        isMain
        label="Create secret"
        isAllowed={rights.uncreatable === undefined}
        reason={rights.uncreatable ?? ''}
        onClick={onAddSecret}
      />
      {!isNarrow && (
        <Guarded isAllowed={cannotCreate === undefined} reason={cannotCreate ?? ''}>
          <Button variant="default" leftSection={<IconFolderPlus size={16} />} onClick={() => onOpen('create-folder')}>
            Create folder
          </Button>
        </Guarded>
      )}
      <ActionMenu
        actions={items
          .filter(({ isShown = true }) => isShown)
          .map((item) => ({ ...item, onClick: () => onOpen(item.tool) }))}
      />
    </>
  );
};
