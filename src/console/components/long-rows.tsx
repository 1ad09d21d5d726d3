import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RowsProps } from './rows.ts';

/** The rows of a table, of which only those on the screen are in the document. */
export const LongRows = ({ count, keyOf, rowHeight, pinned = -1, onRange, children }: RowsProps) => {
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
  );
};
