import {
  IconClockHour4,
  IconDownload,
  IconFileImport,
  IconFolderPlus,
  IconHistory,
  IconHourglass,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { ActionMenu, type MenuAction } from '../../components/action-menu.tsx';
import type { Tool } from './folder-tools.tsx';
import type { Rights } from './rights.ts';

export interface MoreProps {
  readonly rights: Rights;
  readonly isNarrow: boolean;
  readonly onOpen: (tool: Tool) => void;
}

interface Item extends Omit<MenuAction, 'onClick'> {
  readonly tool: Tool;
  readonly isShown?: boolean;
}

/** What can be done with the folder besides creating secrets. */
export const MoreActions = ({ rights, isNarrow, onOpen, isWanted = false }: MoreProps & { isWanted?: boolean }) => {
  const cannotCreate = rights.folder.uncreatable;
  const items: readonly Item[] = [
    { tool: 'create-folder', label: 'Create folder', icon: IconFolderPlus, reason: cannotCreate, isShown: isNarrow },
    { tool: 'import-file', label: 'Import a file', icon: IconUpload, reason: rights.uncreatable },
    { tool: 'export', label: 'Export', icon: IconDownload },
    { tool: 'add-import', label: 'Import another folder', icon: IconFileImport, reason: rights.imports.uncreatable },
    {
      tool: 'create-dynamic-secret',
      label: 'Create dynamic secret',
      icon: IconHourglass,
      reason: rights.dynamicSecrets.uncreatable,
    },
    { tool: 'history', label: 'History', icon: IconHistory, isShown: rights.hasHistory },
    { tool: 'past', label: 'A moment in the past', icon: IconClockHour4, isShown: rights.hasHistory },
    { tool: 'trash', label: 'Trash', icon: IconTrash },
  ];
  return (
    <ActionMenu
      isOpen={isWanted}
      actions={items
        .filter(({ isShown = true }) => isShown)
        .map((item) => ({ ...item, onClick: () => onOpen(item.tool) }))}
    />
  );
};
