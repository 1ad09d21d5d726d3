import { ActionIcon, Group, Menu, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDots, IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import type { DragEvent, KeyboardEvent } from 'react';
import { EnvironmentSign } from '../../secrets/environment-sign.tsx';
import type { Environment } from './environment-form.tsx';

interface Props {
  readonly environment: Environment;
  readonly index: number;
  readonly count: number;
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
  readonly isDropTarget: boolean;
  readonly onMove: (index: number) => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  readonly drag: Readonly<Record<'onDragStart' | 'onDragOver' | 'onDrop' | 'onDragEnd', (event: DragEvent) => void>>;
}

/** The id of the button that moves an environment, to which the focus returns after it has moved. */
export const handleId = ({ id }: Environment): string => `move-${id}`;

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

const Handle = ({ environment, index, count, onMove }: Props) => {
  const move = (event: KeyboardEvent): void => {
    const next = index + (steps[event.key] ?? 0);
    if (next === index) return;
    event.preventDefault();
    if (next >= 0 && next < count) onMove(next);
  };
  return (
    <ActionIcon
      id={handleId(environment)}
      aria-label={`Move ${environment.name} with the arrow keys, position ${index + 1} of ${count}`}
      onKeyDown={move}
      style={{ cursor: 'grab' }}
    >
      <IconGripVertical size={16} />
    </ActionIcon>
  );
};

const Actions = ({ environment, index, count, mayEdit, mayDelete, onMove, onEdit, onDelete }: Props) => (
  <Menu position="bottom-end" width={180}>
    <Menu.Target>
      <ActionIcon aria-label={`Actions of ${environment.name}`}>
        <IconDots size={16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {mayEdit && (
        <>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
            Edit
          </Menu.Item>
          {index > 0 && (
            <Menu.Item leftSection={<IconArrowUp size={16} />} onClick={() => onMove(index - 1)}>
              Move up
            </Menu.Item>
          )}
          {index < count - 1 && (
            <Menu.Item leftSection={<IconArrowDown size={16} />} onClick={() => onMove(index + 1)}>
              Move down
            </Menu.Item>
          )}
        </>
      )}
      {mayDelete && (
        <Menu.Item leftSection={<IconTrash size={16} />} onClick={onDelete}>
          Delete
        </Menu.Item>
      )}
    </Menu.Dropdown>
  </Menu>
);

export const EnvironmentRow = (props: Props) => {
  const { environment, mayEdit, mayDelete, isDropTarget, drag } = props;
  return (
    <Group
      component="li"
      wrap="nowrap"
      gap="xs"
      py={4}
      draggable={mayEdit}
      {...drag}
      style={{ outline: isDropTarget ? '2px solid var(--mantine-primary-color-filled)' : undefined }}
    >
      {mayEdit && <Handle {...props} />}
      <EnvironmentSign environment={environment} />
      <Text size="sm" fw={500} truncate>
        {environment.name}
      </Text>
      <Text size="sm" c="dimmed" ff="monospace" truncate flex={1}>
        {environment.slug}
      </Text>
      {environment.isProtected && (
        <Text size="sm" c="dimmed">
          Protected
        </Text>
      )}
      {(mayEdit || mayDelete) && <Actions {...props} />}
    </Group>
  );
};
