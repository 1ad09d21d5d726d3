/** Something in a folder at one moment. */
export interface Item {
  readonly id: string;
  readonly folderId: string;
  readonly name: string;
  /** Differs if the content differs; undefined if the content is unknown. */
  readonly version: number | undefined;
}

/** What changes from one state to another. */
export type Change<T extends Item> =
  | { readonly type: 'create'; readonly before: undefined; readonly after: T }
  | { readonly type: 'update'; readonly before: T; readonly after: T }
  | { readonly type: 'delete'; readonly before: T; readonly after: undefined };

const isSame = (one: Item, other: Item): boolean =>
  one.folderId === other.folderId && one.name === other.name && one.version === other.version;

/** Lists what has to change in the first state to get the second one. */
export const differences = <T extends Item>(from: ReadonlyMap<string, T>, to: ReadonlyMap<string, T>): Change<T>[] => {
  const changes: Change<T>[] = [];
  for (const [id, before] of from) {
    const after = to.get(id);
    if (!after) changes.push({ type: 'delete', before, after });
    else if (!isSame(before, after)) changes.push({ type: 'update', before, after });
  }
  for (const [id, after] of to) if (!from.has(id)) changes.push({ type: 'create', before: undefined, after });
  return changes;
};
