import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { RowList } from './row-list.tsx';

export interface LinkRow {
  readonly key: string;
  readonly href: string;
  readonly title: string;
  readonly subtitle: string;
  /** After the title: states. */
  readonly badges?: ReactNode;
  /** At the end, where there is room. */
  readonly aside?: ReactNode;
}

const Row = ({ row: { href, title, subtitle, badges, aside } }: { row: LinkRow }) => (
  <Anchor component={Link} href={href} underline="never" c="inherit" display="block">
    <Group px="md" py="xs" wrap="nowrap" justify="space-between">
      <Stack gap={0} miw={0}>
        <Group gap="xs" wrap="nowrap">
          <Text fw={500} truncate>
            {title}
          </Text>
          {badges}
        </Group>
        <Text size="sm" c="dimmed" truncate>
          {subtitle}
        </Text>
      </Stack>
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" c="dimmed" visibleFrom="sm" component="div">
          {aside}
        </Text>
        <IconChevronRight size={16} aria-hidden />
      </Group>
    </Group>
  </Anchor>
);

/** Rows that open what they name. */
export const LinkList = ({ label, rows }: { label: string; rows: readonly LinkRow[] }) => (
  <RowList label={label} rows={rows} keyOf={({ key }) => key}>
    {(row) => <Row row={row} />}
  </RowList>
);
