/** For `whereRaw`: the column has the text in it somewhere, in any case; no character of it is a wildcard. */
export const containing = (column: string, text: string): [sql: string, bindings: string[]] => [
  "lower(??) like ? escape '!'",
  [column, `%${text.toLowerCase().replace(/[!%_]/g, '!$&')}%`],
];
