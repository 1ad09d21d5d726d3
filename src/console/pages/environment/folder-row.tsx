import { ActionIcon, Anchor, Menu, Text } from '@mantine/core';
import { IconDots, IconFolder, IconHelpCircle, IconPencil, IconTrash, IconUserQuestion } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { Link } from 'wouter';
import { LightAction } from '../../components/light.tsx';
import { RowFrame, type RowProps } from './row-frame.tsx';
import type { ListedFolder } from './use-contents.ts';

interface Props extends RowProps {
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

/** A folder in the folder. */
export const FolderRow = memo((props: Props) => {
  const { folder, href, uneditable, undeletable, whoHref, explainHref, onRename, onDelete, ...frame } = props;
  const { name, description } = folder;
  const [isMenuOpen, setMenuOpen] = useState(false);
  const hasMenu = [uneditable, undeletable].includes(undefined) || whoHref !== undefined;
  return (
    <RowFrame
      {...frame}
      icon={IconFolder}
      state="Folder"
      name={
        <Anchor
          component={Link}
          href={href}
          size="sm"
          fw={500}
          c="inherit"
          py={2}
          flex={1}
          style={{ overflowWrap: 'anywhere' }}
        >
          {name}
          {description && (
            <Text span size="sm" c="dimmed" fw={400} ml="sm">
              {description}
            </Text>
          )}
        </Anchor>
      }
      actions={() =>
        hasMenu &&
        (isMenuOpen ? (
          <Menu position="bottom-end" opened onClose={() => setMenuOpen(false)}>
            <Menu.Target>
              <ActionIcon aria-label={`Actions for the folder ${name}`}>
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
        ) : (
          <LightAction label={`Actions for the folder ${name}`} icon={IconDots} onClick={() => setMenuOpen(true)} />
        ))
      }
    />
  );
});
FolderRow.displayName = 'FolderRow';
