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

/** Goes to another page, after a question if that would lose changes. */
export const askBeforeLeaving: RouterObject['aroundNav'] = (navigate, to, options) => {
  const isSamePage = new URL(to, location.href).pathname === location.pathname;
  if (unsaved.size === 0 || isSamePage) return navigate(to, options);
  confirm({
    title: 'Leave without saving?',
    message: 'Your changes on this page are not saved yet.',
    action: 'Leave',
    onConfirm: () => {
      unsaved.clear();
      navigate(to, options);
    },
  });
};
