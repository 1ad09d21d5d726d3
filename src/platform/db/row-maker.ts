export type Row = Record<string, unknown>;

export interface Column {
  readonly name: string;
  /** Converts a value that is not null. */
  readonly read?: ((value: never) => unknown) | undefined;
}

export type MakeRow = (values: readonly unknown[]) => Row;

/** Creates rows field by field, for a statement that is used once. */
export const rowFiller =
  (columns: readonly Column[]): MakeRow =>
  (values) => {
    const row: Row = {};
    for (const [index, { name, read }] of columns.entries()) {
      const value = values[index];
      row[name] = read && value !== null ? read(value as never) : value;
    }
    return row;
  };

/**
 * Generates a function that creates a row from the values of the columns: an object literal with all fields takes half
 * the time of an object that the driver, or a loop, fills field by field.
 */
export const rowMaker = (columns: readonly Column[]): MakeRow => {
  const fields = columns.map(({ name, read }, index) => {
    const value = `values[${index}]`;
    return `${JSON.stringify(name)}: ${read ? `${value} === null ? null : columns[${index}].read(${value})` : value}`;
  });
  // oxlint-disable-next-line typescript/no-implied-eval -- the source contains only names of columns
  const make = new Function('columns', `return (values) => ({ ${fields.join(', ')} });`) as (
    of: readonly Column[],
  ) => MakeRow;
  return make(columns);
};
