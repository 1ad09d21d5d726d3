const limit = 1000;

/** Reads JSON of which there are few different texts, each once. What it gives is shared: nobody changes it. */
export const readOnce = (): ((text: string) => unknown) => {
  const known = new Map<string, unknown>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) {
      if (known.size === limit) known.clear();
      known.set(text, (value = JSON.parse(text) as unknown));
    }
    return value;
  };
};
