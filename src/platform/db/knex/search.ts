import type { Knex } from 'knex';

/**
 * For `where`: whether one of these SQL expressions contains the text, ignoring case. Wildcards of SQL in the text are
 * literal.
 */
export const containsText =
  (text: string, expressions: readonly string[]) =>
  (query: Knex.QueryBuilder): void => {
    const pattern = `%${text.replace(/[!%_]/g, '!$&')}%`;
    for (const expression of expressions)
      void query.orWhereRaw(`lower(${expression}) like lower(?) escape '!'`, [pattern]);
  };
