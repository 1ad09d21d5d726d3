import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconClockHour4,
  IconDots,
  IconDownload,
  IconFileImport,
  IconFolderPlus,
  IconHistory,
  IconPlus,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { Guarded } from '../../components/guarded.tsx';
import type { Tool } from './folder-tools.tsx';
import type { Rights } from './rights.ts';

interface Props {
  readonly rights: Rights;
  readonly isNarrow: boolean;
  readonly onAddSecret: () => void;
  readonly onOpen: (tool: Tool) => void;
}

/** What can be done with the folder. */
export const PageActions = ({ rights, isNarrow, onAddSecret, onOpen }: Props) => {
  const cannotCreate = rights.folder.uncreatable;
  const items = [
    { tool: 'create-folder', label: 'Create folder', icon: IconFolderPlus, reason: cannotCreate, isShown: isNarrow },
    { tool: 'import-file', label: 'Import a file', icon: IconUpload, reason: rights.uncreatable, isShown: true },
    { tool: 'export', label: 'Export', icon: IconDownload, reason: undefined, isShown: true },
    {
      tool: 'add-import',
      label: 'Import another folder',
      icon: IconFileImport,
      reason: rights.imports.uncreatable,
      isShown: true,
    },
    { tool: 'history', label: 'History', icon: IconHistory, reason: undefined, isShown: rights.hasHistory },
    {
      tool: 'past',
      label: 'A moment in the past',
      icon: IconClockHour4,
      reason: undefined,
      isShown: rights.hasHistory,
    },
    { tool: 'trash', label: 'Trash', icon: IconTrash, reason: undefined, isShown: true },
  ] as const;
  return (
    <>
      <Guarded isAllowed={rights.uncreatable === undefined} reason={rights.uncreatable ?? ''}>
        <Button leftSection={<IconPlus size={16} />} onClick={onAddSecret}>
          Create secret
        </Button>
      </Guarded>
      {!isNarrow && (
        <Guarded isAllowed={cannotCreate === undefined} reason={cannotCreate ?? ''}>
          <Button variant="default" leftSection={<IconFolderPlus size={16} />} onClick={() => onOpen('create-folder')}>
            Create folder
          </Button>
        </Guarded>
      )}
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {items
            .filter(({ isShown }) => isShown)
            .map(({ tool, label, icon: ItemIcon, reason }) => (
              <Menu.Item
                key={tool}
                leftSection={<ItemIcon size={16} />}
                disabled={reason !== undefined}
                title={reason}
                onClick={() => onOpen(tool)}
              >
                {label}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
};
