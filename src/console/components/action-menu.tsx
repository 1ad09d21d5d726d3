import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, type Icon } from '@tabler/icons-react';

export interface MenuAction {
  readonly label: string;
  readonly icon: Icon;
  /** Why it is not possible, if that is so. */
  readonly reason?: string | undefined;
  readonly onClick: () => void;
}

/** What else can be done on a page. */
export const ActionMenu = ({ actions }: { actions: readonly MenuAction[] }) => (
  <Menu position="bottom-end" width={240}>
    <Menu.Target>
      <ActionIcon variant="default" size={36} aria-label="More actions">
        <IconDots size={18} />
      </ActionIcon>
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
