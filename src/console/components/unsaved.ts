import { useCallback, useEffect, useId } from 'react';
import type { RouterObject } from 'wouter';
import { confirm } from './confirm.tsx';

/** What would be lost, by the component that has it. */
const unsaved = new Set<string>();

const warn = (event: BeforeUnloadEvent): void => {
  if (unsaved.size > 0) event.preventDefault();
};

addEventListener('beforeunload', warn);

/**
 * Asks before the page is left or closed while there are unsaved changes. Returns a function that forgets them, for
 * leaving the page after they are saved.
 */
export const useUnsaved = (hasChanges: boolean): (() => void) => {
  const own = useId();
  const forget = useCallback(() => {
    unsaved.delete(own);
  }, [own]);
  useEffect(() => {
    if (hasChanges) unsaved.add(own);
    return forget;
  }, [hasChanges, own, forget]);
  return forget;
};

const askToLeave = (leave: () => void): void =>
  confirm({
    id: 'leave',
    title: 'Leave without saving?',
    message: 'Your changes on this page are not saved yet.',
    action: 'Leave',
    onConfirm: () => {
      unsaved.clear();
      leave();
    },
  });

/** What an address shows: folders of the overview are in its query. */
const pageOf = ({ pathname, searchParams }: URL): string => `${pathname} ${searchParams.get('path') ?? ''}`;

/** The number of the page in the history of the tab, which tells how far back or forward somebody goes. */
const positionIn = (state: unknown): number | undefined =>
  (state as { readonly position?: number } | null)?.position ?? undefined;

let position = positionIn(history.state) ?? 0;
let page = pageOf(new URL(location.href));
let isReturning = false;

const remember = (): void => {
  page = pageOf(new URL(location.href));
};

if (positionIn(history.state) === undefined) history.replaceState({ position }, '');

/** The address has changed already when the browser tells: returns, asks, and goes there again. */
const onHistory = (event: PopStateEvent): void => {
  const next = positionIn(event.state);
  if (isReturning && next === position) {
    isReturning = false;
    event.stopImmediatePropagation();
    return;
  }
  const distance = (next ?? position) - position;
  if (unsaved.size === 0 || distance === 0 || pageOf(new URL(location.href)) === page) {
    position = next ?? position;
    remember();
    return;
  }
  event.stopImmediatePropagation();
  isReturning = true;
  history.go(-distance);
  askToLeave(() => history.go(distance));
};

// Before the router, which is told of nothing that is taken back.
addEventListener('popstate', onHistory, { capture: true });

/** Goes to another page, after a question if that would lose changes. */
export const askBeforeLeaving: RouterObject['aroundNav'] = (navigate, to, options) => {
  const go = (): void => {
    if (!options?.replace) position += 1;
    navigate(to, { ...options, state: { position } });
    remember();
  };
  if (unsaved.size === 0 || pageOf(new URL(to, location.href)) === page) go();
  else askToLeave(go);
};
