import { ActionIcon, Badge, Group, Menu, Stack, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ListPages } from '../../components/list-pages.tsx';
import { SearchField } from '../../components/search-field.tsx';
import type { useSearchPage } from '../../components/use-search-page.ts';
import { ItemList } from '../../components/item-list.tsx';

interface RowAction {
  readonly label: string;
  readonly onClick: () => void;
}

export interface InstanceRow {
  readonly id: string;
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly badge?: string | undefined;
  readonly actions: readonly RowAction[];
}

const Row = ({ row: { title, subtitle, badge, actions } }: { row: InstanceRow }) => (
  <Group component="li" justify="space-between" wrap="nowrap" gap="xs">
    <Stack gap={0} miw={0}>
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" fw={500} truncate>
          {title}
        </Text>
        {badge !== undefined && (
          <Badge size="sm" variant="default" flex="none">
            {badge}
          </Badge>
        )}
      </Group>
      {subtitle !== undefined && (
        <Text size="sm" c="dimmed" truncate>
          {subtitle}
        </Text>
      )}
    </Stack>
    {actions.length > 0 && (
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon aria-label={`Actions of ${title}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(({ label, onClick }) => (
            <Menu.Item key={label} onClick={onClick}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    )}
  </Group>
);

interface Props {
  /** What is listed, in the plural: "users". */
  readonly what: string;
  readonly paging: ReturnType<typeof useSearchPage>;
  readonly rows: readonly InstanceRow[] | undefined;
  readonly total: number;
  readonly error: unknown;
  readonly onRetry: () => unknown;
  readonly children?: ReactNode;
}

/** A list that the server searches, in pages. */
export const InstanceList = ({ what, paging, rows, total, error, onRetry, children }: Props) => (
  <>
    <SearchField
      label={`Search ${what}`}
      placeholder={`Search ${what}`}
      value={paging.search}
      onChange={paging.setSearch}
    />
    <ItemList label={what} items={rows} loading={{ error, refetch: onRetry }} rows={3} empty="None found.">
      {(row) => <Row key={row.id} row={row} />}
    </ItemList>
    <ListPages total={total} page={paging.page} onChange={paging.setPage} />
    {children}
  </>
);
