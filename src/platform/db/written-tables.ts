/** The tables that a transaction may have changed: those with these names, or any. */
export class WrittenTables {
  readonly names = new Set<string>();
  isAny = false;

  add(target: string | undefined): void {
    if (target === undefined) this.isAny = true;
    else if (target !== '') this.names.add(target);
  }
}

/**
 * Returns the table that a writing statement changes; empty if it only controls a transaction, undefined if it may
 * change other tables too, as a delete does through foreign keys.
 */
export const tableWrittenBy = (sql: string): string | undefined =>
  /^(?:begin|commit|rollback|savepoint|release)\b/i.test(sql)
    ? ''
    : /^(?:insert into|update) [`"](\w+)[`"]/.exec(sql)?.[1];
