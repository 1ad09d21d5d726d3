import { useCallback, useEffect, useId } from 'react';
import type { RouterObject } from 'wouter';
import { confirm } from './confirm.tsx';

/** What is left with the changes in it: the page, or a drawer over it. */
type Holder = 'page' | 'drawer';

/** What would be lost, by the component that has it. */
const unsaved = new Map<string, Holder>();

const warn = (event: BeforeUnloadEvent): void => {
  if (unsaved.size > 0) event.preventDefault();
};

addEventListener('beforeunload', warn);

/**
 * Asks before the page is left or closed while there are unsaved changes. Returns a function that forgets them, for
 * leaving the page after they are saved.
 */
export const useUnsaved = (hasChanges: boolean, holder: Holder = 'page'): (() => void) => {
  const own = useId();
  const forget = useCallback(() => {
    unsaved.delete(own);
  }, [own]);
  useEffect(() => {
    if (hasChanges) unsaved.set(own, holder);
    return forget;
  }, [hasChanges, holder, own, forget]);
  return forget;
};

const askToLeave = (leave: () => void, isPageLeft: boolean): void =>
  confirm({
    id: 'leave',
    title: 'Leave without saving?',
    message: 'Your changes on this page are not saved yet.',
    action: 'Leave',
    onConfirm: () => {
      for (const [own, holder] of unsaved) if (isPageLeft || holder === 'drawer') unsaved.delete(own);
      leave();
    },
  });

/** What an address shows: folders of the overview are in its query. */
const pageOf = ({ pathname, searchParams }: URL): string => `${pathname} ${searchParams.get('path') ?? ''}`;

/** The drawer that an address opens. */
const drawerOf = ({ searchParams }: URL): string => searchParams.get('details') ?? '';

/** The number of the page in the history of the tab, which tells how far back or forward somebody goes. */
const positionIn = (state: unknown): number | undefined =>
  (state as { readonly position?: number } | null)?.position ?? undefined;

let position = positionIn(history.state) ?? 0;
let page = pageOf(new URL(location.href));
let drawer = drawerOf(new URL(location.href));
let isReturning = false;

const remember = (): void => {
  page = pageOf(new URL(location.href));
  drawer = drawerOf(new URL(location.href));
};

/** Whether something would be lost at another address. */
const wouldLose = (next: URL): boolean =>
  pageOf(next) === page ? drawerOf(next) !== drawer && [...unsaved.values()].includes('drawer') : unsaved.size > 0;

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
  const isPageLeft = pageOf(new URL(location.href)) !== page;
  if (distance === 0 || !wouldLose(new URL(location.href))) {
    position = next ?? position;
    remember();
    return;
  }
  event.stopImmediatePropagation();
  isReturning = true;
  history.go(-distance);
  askToLeave(() => history.go(distance), isPageLeft);
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
  const next = new URL(to, location.href);
  if (wouldLose(next)) askToLeave(go, pageOf(next) !== page);
  else go();
};
