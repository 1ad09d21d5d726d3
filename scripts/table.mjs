/** Formats rows as lines with aligned columns; `isRight` says which columns are aligned to the right. */
export const columns = (rows, isRight = () => false) => {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const aligned = (cell, column) => (isRight(column) ? cell.padStart(widths[column]) : cell.padEnd(widths[column]));
  return rows.map((row) => row.map(aligned).join('  ').trimEnd()).join('\n');
};
