import { Menu } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { MoreButton } from './more-button.tsx';

export interface MenuAction {
  readonly label: string;
  readonly icon: Icon;
  /** Why it is not possible, if that is so. */
  readonly reason?: string | undefined;
  readonly onClick: () => void;
}

interface Props {
  readonly actions: readonly MenuAction[];
  /** Whether the menu is open at first. */
  readonly isOpen?: boolean;
}

/** What else can be done on a page. */
export const ActionMenu = ({ actions, isOpen = false }: Props) => (
  <Menu position="bottom-end" width={240} defaultOpened={isOpen}>
    <Menu.Target>
      <MoreButton />
    </Menu.Target>
    <Menu.Dropdown>
      {actions.map(({ label, icon: ActionSign, reason, onClick }) => (
        <Menu.Item
          key={label}
          leftSection={<ActionSign size={16} />}
          disabled={reason !== undefined}
          title={reason}
          onClick={onClick}
        >
          {label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);
