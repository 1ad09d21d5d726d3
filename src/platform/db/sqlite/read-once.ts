const limit = 1000;

/** Parses JSON texts of which few are distinct, each once. The results are shared, so they must not be changed. */
export const readOnce = (): ((text: string) => unknown) => {
  const cache = new Map<string, unknown>();
  return (text) => {
    let value = cache.get(text);
    if (value === undefined) {
      if (cache.size === limit) cache.clear();
      cache.set(text, (value = JSON.parse(text) as unknown));
    }
    return value;
  };
};
