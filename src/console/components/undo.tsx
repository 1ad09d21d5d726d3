import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { queryClient } from '../api/query-client.ts';
import { notifyFailure } from './failure.tsx';

/** Long enough to read what was done and to reach the button. */
const shownForMs = 12_000;

/** Says what was done, with a button that undoes it. */
export const notifyUndoable = (message: string, undo: () => Promise<unknown>): void => {
  const id = crypto.randomUUID();
  const run = async (): Promise<void> => {
    notifications.hide(id);
    try {
      await undo();
      notifications.show({ message: `Undone: ${message}` });
    } catch (error) {
      notifyFailure(error);
    }
    await queryClient.invalidateQueries();
  };
  notifications.show({
    id,
    autoClose: shownForMs,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
        <Button size="compact-sm" variant="default" style={{ flexShrink: 0 }} onClick={() => void run()}>
          Undo
        </Button>
      </Group>
    ),
  });
};
