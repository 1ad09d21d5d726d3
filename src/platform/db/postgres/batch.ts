import pg from 'pg';
import type { Result } from '../knex/queries.ts';
import { rowMaker, type MakeRow, type Row } from '../row-maker.ts';
import { readerOf, type Statement } from './statements.ts';

/** The result of one statement. */
export interface StatementResult extends Result {
  /** Such as `INSERT 0 1`, or `ROLLBACK` for the commit of a failed transaction. */
  readonly tag: string;
}

/** A statement and what to do with its result. */
export interface Request {
  readonly statement: Statement;
  readonly onResult: (result: StatementResult) => void;
  /** `wasRun` is false if PostgreSQL did not run the statement, because one before it failed. */
  readonly onError: (error: Error, wasRun: boolean) => void;
}

/** The driver's connection. Its records of prepared statements are not part of its types. */
interface Connection extends pg.Connection {
  /** The texts of statements by name: those that PostgreSQL has prepared, and those that were sent to it. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
}

/** The parts of the driver's query that it calls, most of which are not part of its types. */
interface DriverQuery {
  /** The statement that the driver records as prepared, or as failed. */
  name: string | undefined;
  text: string;
}

const DriverQuery = pg.Query as unknown as new (text: string) => DriverQuery;

/** How to make rows of the prepared statements, by name. */
const rowMakers = new WeakMap<Connection, Map<string, MakeRow>>();

const rowMakersOf = (connection: Connection): Map<string, MakeRow> => {
  let makers = rowMakers.get(connection);
  if (!makers) rowMakers.set(connection, (makers = new Map<string, MakeRow>()));
  return makers;
};

const noRows: MakeRow = () => ({});

/**
 * Statements that are sent together, with one request to PostgreSQL to send the results, instead of one for each. If
 * a statement fails, PostgreSQL does not run those after it. The driver's own query would also ask for the columns of
 * a prepared statement at each call, and read them.
 */
export class Batch extends DriverQuery {
  readonly #requests: readonly Request[];
  readonly #results: StatementResult[] = [];
  #known!: Map<string, MakeRow>;
  #makeRow: MakeRow | undefined;
  #rows: Row[] = [];

  constructor(requests: readonly Request[]) {
    super('');
    this.#requests = requests;
  }

  /** The driver calls the methods from here on. */
  submit(connection: Connection): null {
    this.#known = rowMakersOf(connection);
    // All messages are one write to the socket.
    connection.stream.cork();
    for (const { statement } of this.#requests) this.#send(connection, statement);
    connection.sync();
    connection.stream.uncork();
    this.#begin();
    return null;
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#makeRow = rowMaker(fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) })));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#rows.push(this.#makeRow!(fields));
  }

  handleCommandComplete({ text: tag }: { readonly text: string }): void {
    if (this.name !== undefined) this.#known.set(this.name, this.#makeRow ?? noRows);
    const affected = Number(tag.slice(tag.lastIndexOf(' ') + 1)) || 0;
    this.#results.push({ rows: this.#rows, affected, tag });
    this.#begin();
  }

  handleReadyForQuery(): void {
    for (const [index, result] of this.#results.entries()) this.#requests[index]!.onResult(result);
  }

  handleError(error: Error, { submittedNamedStatements }: Connection): void {
    this.handleReadyForQuery();
    const [failed, ...skipped] = this.#requests.slice(this.#results.length);
    failed?.onError(error, true);
    for (const { statement, onError } of skipped) {
      if (statement.name !== undefined) Reflect.deleteProperty(submittedNamedStatements, statement.name);
      onError(error, false);
    }
  }

  /** Prepares and describes the statement only if that has not been done. */
  #send(connection: Connection, { text, values, name }: Statement): void {
    const { parsedStatements, submittedNamedStatements } = connection;
    if (name === undefined || !(name in parsedStatements || name in submittedNamedStatements)) {
      connection.parse({ name: name ?? '', text, types: [] }, true);
      if (name !== undefined) submittedNamedStatements[name] = text;
    }
    connection.bind({ statement: name ?? '', values }, true);
    if (name === undefined || !this.#known.has(name)) connection.describe({ type: 'P' }, true);
    connection.execute(null, true);
  }

  /** Prepares for the messages about the next statement. */
  #begin(): void {
    const { text = '', name } = this.#requests[this.#results.length]?.statement ?? {};
    this.text = text;
    this.name = name;
    this.#makeRow = name === undefined ? undefined : this.#known.get(name);
    this.#rows = [];
  }
}
