import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { separator } from './separator.ts';

interface Props<Row> {
  /** What is listed, for screen readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly children: (row: Row) => ReactNode;
}

/** Rows in a frame, with lines between them. */
export const RowList = <Row,>({ label, rows, keyOf, children }: Props<Row>) => (
  <Paper withBorder component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={label}>
    {rows.map((row, index) => (
      <li key={keyOf(row)} style={index > 0 ? separator : undefined}>
        {children(row)}
      </li>
    ))}
  </Paper>
);
