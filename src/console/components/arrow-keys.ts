import type { KeyboardEvent } from 'react';

const controlsIn = (row: Element): HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>('a[href], button:not([disabled])'),
];

const neighbours = { ArrowUp: 'previousElementSibling', ArrowDown: 'nextElementSibling' } as const;

/** The next row with controls, above or below. */
const rowBeside = (row: Element, key: keyof typeof neighbours): Element | null => {
  let next = row[neighbours[key]];
  while (next && controlsIn(next).length === 0) next = next[neighbours[key]];
  return next;
};

const isVertical = (key: string): key is keyof typeof neighbours => Object.hasOwn(neighbours, key);

/** Moves the focus between the controls of a table by the arrow keys; fields keep theirs. */
export const moveByArrows = (event: KeyboardEvent<HTMLElement>): void => {
  const { key, target } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(target instanceof HTMLElement)) return;
  const row = target.closest('tr');
  if (!row || !target.matches('a, button') || target.ariaExpanded === 'true') return;
  const controls = controlsIn(row);
  const at = controls.indexOf(target);
  let next: HTMLElement | undefined;
  if (isVertical(key)) {
    const beside = rowBeside(row, key);
    const others = beside ? controlsIn(beside) : [];
    next = others[Math.min(at, others.length - 1)];
  } else if (key === 'ArrowRight' || key === 'ArrowLeft') next = controls[at + (key === 'ArrowRight' ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
};
