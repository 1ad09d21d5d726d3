import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconHelpCircle, IconPencil, IconTrash, IconUserQuestion } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { ListedFolder } from './use-contents.ts';

export interface FolderProps {
  readonly folder: ListedFolder;
  readonly href: string;
  readonly uneditable: string | undefined;
  readonly undeletable: string | undefined;
  /** The address of those who can read its secrets. */
  readonly whoHref: string | undefined;
  readonly explainHref: string | undefined;
  readonly onRename: (folder: ListedFolder) => void;
  readonly onDelete: (folder: ListedFolder) => void;
}

/** What can be done with a folder. */
export const FolderMenu = (props: FolderProps & { onClose: () => void }) => {
  const { folder, uneditable, undeletable, whoHref, explainHref, onRename, onDelete, onClose } = props;
  return (
    <Menu position="bottom-end" opened onClose={onClose}>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for the folder ${folder.name}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPencil size={16} />}
          disabled={uneditable !== undefined}
          title={uneditable}
          onClick={() => onRename(folder)}
        >
          Rename
        </Menu.Item>
        {whoHref !== undefined && (
          <Menu.Item component={Link} href={whoHref} leftSection={<IconUserQuestion size={16} />}>
            Who can read this
          </Menu.Item>
        )}
        {explainHref !== undefined && (
          <Menu.Item component={Link} href={explainHref} leftSection={<IconHelpCircle size={16} />}>
            Explain access
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconTrash size={16} />}
          disabled={undeletable !== undefined}
          title={undeletable}
          onClick={() => onDelete(folder)}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
