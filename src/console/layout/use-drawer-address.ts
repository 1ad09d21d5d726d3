import { useCallback, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';

/** The drawer that the address of a page names in its query: it can be linked to, and Back closes it. */
export const useDrawerAddress = (page: string) => {
  const [, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const wasOpened = useRef(false);
  const open = useCallback(
    (drawer: Readonly<Record<string, string>>) => {
      wasOpened.current = true;
      navigate(`${page}?${new URLSearchParams(drawer).toString()}`);
    },
    [navigate, page],
  );
  /** Shows another part of the drawer. */
  const change = (drawer: Readonly<Record<string, string>>): void =>
    navigate(`${page}?${new URLSearchParams(drawer).toString()}`, { replace: true });
  const close = (): void => {
    if (wasOpened.current) history.back();
    else navigate(page, { replace: true });
    wasOpened.current = false;
  };
  return { query, open, change, close };
};

export type DrawerAddress = ReturnType<typeof useDrawerAddress>;
