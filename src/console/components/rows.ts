import type { ReactNode } from 'react';

/** What a row needs to have its place in the table: properties of its `tr`. */
export interface RowPlace {
  readonly index: number;
  readonly measure: (element: HTMLElement | null) => void;
}

export interface RowsProps {
  readonly count: number;
  readonly keyOf: (index: number) => string;
  /** The height of a usual row; others are measured. */
  readonly rowHeight: number;
  /** The row that stays in the document wherever somebody scrolls to; -1 for none. */
  readonly pinned?: number;
  /** Called with the rows that are on the screen. */
  readonly onRange?: (first: number, last: number) => void;
  readonly children: (place: RowPlace) => ReactNode;
}
