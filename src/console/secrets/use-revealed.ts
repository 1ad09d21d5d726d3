import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** Values are hidden again after this time. */
const shownForMs = 60_000;

export interface Revealed {
  /** The values that are shown, by a key of the caller's choice. */
  readonly values: ReadonlyMap<string, string>;
  /** Shows values for a minute; again, if some of them are shown already. */
  readonly reveal: (entries: Iterable<readonly [key: string, value: string]>) => void;
  /** Hides the value of a key; all values without one. */
  readonly hide: (key?: string) => void;
}

/**
 * Holds the values of secrets that a person has asked to see. They are hidden again after a minute, when the tab is
 * hidden, and when the component is removed.
 */
export const useRevealed = (): Revealed => {
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());

  const hide = useCallback((key?: string) => {
    for (const each of key === undefined ? [...timers.current.keys()] : [key]) {
      clearTimeout(timers.current.get(each));
      timers.current.delete(each);
    }
    setValues((shown) => (key === undefined ? new Map() : new Map([...shown].filter(([each]) => each !== key))));
  }, []);

  const reveal = useCallback<Revealed['reveal']>(
    (entries) => {
      const added = [...entries];
      for (const [key] of added) {
        clearTimeout(timers.current.get(key));
        timers.current.set(
          key,
          setTimeout(() => hide(key), shownForMs),
        );
      }
      setValues((shown) => new Map([...shown, ...added]));
    },
    [hide],
  );

  useEffect(() => {
    const onChange = (): void => {
      if (document.visibilityState === 'hidden') hide();
    };
    document.addEventListener('visibilitychange', onChange);
    addEventListener('pagehide', onChange);
    return () => {
      document.removeEventListener('visibilitychange', onChange);
      removeEventListener('pagehide', onChange);
      hide();
    };
  }, [hide]);

  return useMemo(() => ({ values, reveal, hide }), [values, reveal, hide]);
};
