import type { Knex } from 'knex';

/**
 * For `where`: any of these SQL expressions contains the text, in any case. What SQL takes for wildcards stands for
 * itself.
 */
export const containsText =
  (text: string, expressions: readonly string[]) =>
  (query: Knex.QueryBuilder): void => {
    const pattern = `%${text.replace(/[!%_]/g, '!$&')}%`;
    for (const expression of expressions)
      void query.orWhereRaw(`lower(${expression}) like lower(?) escape '!'`, [pattern]);
  };
