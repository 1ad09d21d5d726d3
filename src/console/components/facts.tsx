import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface Fact {
  readonly label: string;
  readonly children: ReactNode;
}

/** A fact of a list: what it is, and its value. */
export const Fact = ({ label, children }: Fact) => (
  <Group gap="xs" align="baseline" wrap="nowrap">
    <Text component="dt" size="sm" c="dimmed" w={120} flex="none">
      {label}
    </Text>
    <Text component="dd" size="sm" m={0} miw={0} style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  </Group>
);
