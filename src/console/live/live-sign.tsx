import { Box, Group, Text } from '@mantine/core';
import { useFeed } from './live-updates.tsx';

/** Says that changes of others appear by themselves; nothing if they do not. */
export const LiveSign = () => {
  const isLive = useFeed(({ status }) => status === 'live');
  if (!isLive) return null;
  return (
    <Group gap={6} wrap="nowrap" mih={26} title="Changes of others appear here at once.">
      <Box
        w={8}
        h={8}
        bg="light-dark(var(--mantine-color-teal-7), var(--mantine-color-teal-4))"
        style={{ borderRadius: '50%' }}
      />
      <Text size="xs" c="dimmed">
        Live
      </Text>
    </Group>
  );
};
