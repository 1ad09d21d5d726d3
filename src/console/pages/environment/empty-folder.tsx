import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A folder without anything in it, where secrets can be pasted at once. */
export const EmptyFolder = ({ children }: { children?: ReactNode }) => (
  <Paper withBorder p="md">
    <Stack gap="sm">
      <Title order={2}>No secrets here yet</Title>
      <Text size="sm" c="dimmed">
        Create a secret, or paste or drop what has some, anywhere on this page. Programs read them by their names.
      </Text>
      {children}
    </Stack>
  </Paper>
);
