import { Box, Group, Text } from '@mantine/core';
import { useFeed } from './live-updates.tsx';

const signs = {
  live: {
    label: 'Live',
    title: 'Changes of others appear here at once.',
    color: 'light-dark(var(--mantine-color-teal-7), var(--mantine-color-teal-4))',
  },
  reconnecting: {
    label: 'Reconnecting',
    title: 'Changes of others appear again when the server answers.',
    color: 'light-dark(var(--mantine-color-orange-7), var(--mantine-color-orange-4))',
  },
} as const;

/** Says that changes of others appear by themselves, or will again; nothing if they do not. */
export const LiveSign = () => {
  const state = useFeed(({ status, wasLive }) =>
    status === 'live' ? 'live' : status === 'connecting' && wasLive ? 'reconnecting' : undefined,
  );
  if (state === undefined) return null;
  const { label, title, color } = signs[state];
  return (
    <Group gap={6} wrap="nowrap" mih={26} title={title} role="status">
      <Box w={8} h={8} bg={color} style={{ borderRadius: '50%' }} />
      <Text size="xs" c="dimmed">
        {label}
      </Text>
    </Group>
  );
};
