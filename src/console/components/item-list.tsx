import { Stack, Text, type MantineSpacing } from '@mantine/core';
import type { ReactNode } from 'react';
import { NotLoaded } from './not-loaded.tsx';

interface Props<Item> {
  /** What is listed, for screen readers. */
  readonly label: string;
  /** Undefined until they are loaded. */
  readonly items: readonly Item[] | undefined;
  /** How they are loaded, and how many lines take their place meanwhile. */
  readonly loading?: { readonly error: unknown; readonly refetch: () => unknown };
  readonly rows?: number;
  /** What is said if there are none. */
  readonly empty?: string;
  readonly gap?: MantineSpacing;
  /** A list item with its key. */
  readonly children: (item: Item, index: number) => ReactNode;
}

/** Items below each other, or what takes their place. */
export const ItemList = <Item,>({ label, items, loading, rows = 2, empty, gap = 'xs', children }: Props<Item>) => {
  if (!items) return <NotLoaded error={loading?.error} {...(loading && { onRetry: loading.refetch })} rows={rows} />;
  if (items.length > 0)
    return (
      <Stack component="ul" gap={gap} p={0} m={0} style={{ listStyle: 'none' }} aria-label={label}>
        {items.map(children)}
      </Stack>
    );
  if (empty === undefined) return null;
  return (
    <Text size="sm" c="dimmed">
      {empty}
    </Text>
  );
};
