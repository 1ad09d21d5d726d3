import { Table } from '@mantine/core';
import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { moveByArrows } from './arrow-keys.ts';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';

/** What a row needs to have its place in the table: properties of its `tr`. */
export interface RowPlace {
  readonly index: number;
  readonly measure: (element: HTMLElement | null) => void;
}

interface Props {
  readonly label: string;
  /** The row of column headings. */
  readonly head: ReactNode;
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

/** A table of any length that scrolls with the page, of which only the rows on the screen are in the document. */
export const VirtualTable = ({ label, head, count, keyOf, rowHeight, pinned = -1, onRange, children }: Props) => {
  const body = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const updateMargin = useCallback(() => {
    setScrollMargin(Math.round((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
  }, []);
  // What is above the table may change its height, with the page (which then has new children) or without it. Not read
  // after each step of scrolling, because that forces a layout.
  useLayoutEffect(updateMargin, [updateMargin, children]);
  useEffect(() => {
    const observer = new ResizeObserver(updateMargin);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [updateMargin]);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      if (pinned < 0 || pinned >= count || indexes.includes(pinned)) return indexes;
      return [...indexes, pinned].toSorted((first, second) => first - second);
    },
    [pinned, count],
  );
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan: 6,
    // Otherwise rows are rendered in the task of the scroll event, which also has the layout and the paint of the frame.
    useFlushSync: false,
    scrollMargin,
    rangeExtractor,
  });
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => onRange?.(first, last), [onRange, first, last]);

  let end = scrollMargin;
  return (
    <Table
      layout="fixed"
      verticalSpacing={4}
      stickyHeader
      stickyHeaderOffset="var(--app-shell-header-height)"
      aria-label={label}
      aria-rowcount={count + 1}
      onKeyDown={moveByArrows}
    >
      <Table.Thead>
        <Table.Tr aria-rowindex={1}>{head}</Table.Tr>
      </Table.Thead>
      <tbody ref={body}>
        {items.map(({ index, key, start, end: next }) => {
          const gap = start - end;
          end = next;
          return [
            gap > 0 && <tr key={`before ${key.toString()}`} aria-hidden style={{ height: gap }} />,
            children({ index, measure: virtualizer.measureElement }),
          ];
        })}
        <tr aria-hidden style={{ height: Math.max(0, virtualizer.getTotalSize() + scrollMargin - end) }} />
      </tbody>
    </Table>
  );
};
