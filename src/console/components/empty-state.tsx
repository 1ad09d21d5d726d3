import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  /** What to do next. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export const EmptyState = ({ title, children, action }: Props) => (
  <Paper withBorder p="xl">
    <Stack align="center" gap="xs" ta="center">
      <Title order={2}>{title}</Title>
      {children !== undefined && (
        <Text size="sm" c="dimmed" maw={480}>
          {children}
        </Text>
      )}
      {action}
    </Stack>
  </Paper>
);
