import { Table } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { deferred } from '../api/after-loading.ts';
import { moveByArrows } from './arrow-keys.ts';
import type { RowsProps } from './rows.ts';

interface Props extends RowsProps {
  readonly label: string;
  /** The row of column headings. */
  readonly head: ReactNode;
}

/** As many rows are all in the document. */
const mostShort = 60;

const unmeasured = (): void => undefined;

/** The first rows, and the room that the others need. */
const FirstRows = ({ count, rowHeight, onRange, children }: RowsProps) => {
  const shown = Math.min(count, mostShort);
  useEffect(() => onRange?.(0, Math.max(0, shown - 1)), [onRange, shown]);
  return (
    <tbody>
      {Array.from({ length: shown }, (_, index) => children({ index, measure: unmeasured }))}
      <tr aria-hidden style={{ height: (count - shown) * rowHeight }} />
    </tbody>
  );
};

const LongRows = deferred<RowsProps>(async () => (await import('./long-rows.tsx')).LongRows, FirstRows);

/** A table of any length that scrolls with the page; of a long one, only the rows on the screen are in the document. */
export const VirtualTable = ({ label, head, ...rows }: Props) => (
  <Table
    layout="fixed"
    verticalSpacing={4}
    stickyHeader
    stickyHeaderOffset="var(--app-shell-header-height)"
    aria-label={label}
    aria-rowcount={rows.count + 1}
    onKeyDown={moveByArrows}
  >
    <Table.Thead>
      <Table.Tr aria-rowindex={1}>{head}</Table.Tr>
    </Table.Thead>
    {rows.count > mostShort ? <LongRows {...rows} /> : <FirstRows {...rows} />}
  </Table>
);
