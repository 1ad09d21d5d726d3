import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { Connection, QueryError, RowDataPacket } from 'mysql2';
import { connectionFailure, TargetError } from './errors.ts';
import { statementsIn } from './mysql-statements.ts';
import type { SqlLogin, SqlSession } from './sql.ts';
import type { Protocol } from './targets.ts';
import { encrypt, type TargetTls } from './tls.ts';

/** Less than the time for the whole work, so that the server has given up by then. MariaDB has a limit for statements. */
const statementSeconds = 20;

/** Backslashes have the meaning that the separation of statements gives them. */
const settings = `SET /*M! SESSION max_statement_time = ${statementSeconds}, */ SESSION lock_wait_timeout = ${statementSeconds}, SESSION sql_mode = REPLACE(@@SESSION.sql_mode, 'NO_BACKSLASH_ESCAPES', '')`;

/** The server is stopping, is offline, or has no connection left: it may be back soon. */
const awayCodes = new Set(['1040', '1053', '1129', '1203', '1226', '1927', '3032', '3169']);
const syntaxErrors = new Set(['1064', '1149']);
/** There is no such user: of ALTER USER and DROP USER, of GRANT, of roles. */
const noUserCodes = new Set(['1396', '1133', '3162', '3523']);
/** The user does not exist, or lacks what REVOKE is to take. */
const noGrantCodes = new Set(['1141', '1147', '1269']);
const noSession = '1094';

/** One of these, if it fails, has changed nothing; a procedure or a block of statements may have. */
const single = /^(alter|create|drop|grant|rename|revoke|select|set|show)\b/i;

/** The server's message; that of a syntax error would contain a piece of the statement, and of the password in it. */
const describe = (code: string, message: string): string => {
  if (!syntaxErrors.has(code)) return `${message} (${code})`;
  const [, line = '1'] = /at line (\d+)$/.exec(message) ?? [];
  return `The statement is not valid SQL at its line ${line} (${code})`;
};

const failureOf = (error: unknown): TargetError => {
  if (error instanceof TargetError) return error;
  const {
    errno,
    message,
    code = '',
    sqlMessage,
  } = error as Partial<QueryError> & { message: string; sqlMessage?: string };
  if (sqlMessage !== undefined) {
    const number = String(errno);
    return new TargetError(awayCodes.has(number) ? 'unreachable' : 'refused', describe(number, message), number);
  }
  if (code === 'PROTOCOL_CONNECTION_LOST') return new TargetError('unreachable', 'It ended the connection.');
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT') return new TargetError('refused', 'The server does not support TLS.');
  if (/^(AUTH_SWITCH|MYSQL_CLEAR)/.test(code))
    return new TargetError('refused', 'The server asks for a kind of login that is not supported.');
  return connectionFailure(error);
};

/** What the driver has, but does not document. */
interface Internals extends EventEmitter {
  stream: Socket;
  readonly packetParser: { execute(bytes: Buffer): void };
  startTLS(done: (error?: unknown) => void): void;
}

/**
 * Begins TLS as for all other systems: the driver would verify `localhost` instead of an address. And what it throws on
 * malformed packets ends the connection, not the server.
 */
const takeOver = (connection: Internals, socket: Socket, host: string, tls: TargetTls | undefined): void => {
  const receive = (bytes: Buffer): void => {
    try {
      connection.packetParser.execute(bytes);
    } catch {
      socket.destroy(new TargetError('unreachable', 'Its response is not one of MySQL.'));
    }
  };
  // It would write a line for each of these packets.
  connection.on('warn', (error) => {
    throw error;
  });
  socket.removeAllListeners('data').on('data', receive);
  connection.startTLS = (done) => {
    socket.removeAllListeners('data');
    encrypt(socket, host, tls)
      .then((encrypted) => {
        connection.stream = encrypted.on('data', receive);
        done();
      })
      .catch(done);
  };
};

class MysqlSession implements SqlSession {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Runs one statement after the other: MySQL undoes nothing of what has changed users. */
  async run(text: string): Promise<void> {
    for (const [index, statement] of statementsIn(text).entries()) {
      const failure = await this.#failureOf(statement);
      const isPartial = failure?.failure === 'refused' && (index > 0 || !single.test(statement));
      if (failure) throw isPartial ? new TargetError('partial', failure.message, failure.code) : failure;
    }
  }

  async changeUser(text: string): Promise<boolean> {
    try {
      await this.run(text);
      return true;
    } catch (error) {
      if (error instanceof TargetError && noUserCodes.has(error.code!)) return false;
      throw error;
    }
  }

  /**
   * Goes on after a statement about what does not exist, as the next ones may remove the rest. Then ends the sessions of
   * the user, which MySQL leaves open.
   */
  async removeUser(text: string, username: string): Promise<void> {
    const statements = statementsIn(text);
    for (const [index, statement] of statements.entries()) {
      const failure = await this.#failureOf(statement);
      const isLast = index === statements.length - 1;
      const isGone = noUserCodes.has(failure?.code ?? '') || (!isLast && noGrantCodes.has(failure?.code ?? ''));
      if (failure && !isGone) throw failure;
    }
    await this.#endSessions(username);
  }

  /** The host of the account that logged in, such as `%`; one name can have several accounts. */
  async hostOfAccount(): Promise<string> {
    const [row] = await this.query("SELECT SUBSTRING_INDEX(CURRENT_USER(), '@', -1) AS host");
    return String(row?.host);
  }

  async query(sql: string): Promise<readonly RowDataPacket[]> {
    return new Promise((resolve, reject) => {
      this.#connection.query<RowDataPacket[]>(sql, (error, rows) => (error ? reject(failureOf(error)) : resolve(rows)));
    });
  }

  end(): Promise<void> {
    return new Promise((resolve) => this.#connection.end(() => resolve()));
  }

  async #endSessions(username: string): Promise<void> {
    for (const { Id, User } of await this.query('SHOW PROCESSLIST')) {
      const failure = User === username ? await this.#failureOf(`KILL ${Number(Id)}`) : undefined;
      if (failure && failure.code !== noSession)
        throw new TargetError('partial', `The user is removed, but has open sessions: ${failure.message}`);
    }
  }

  /** Runs a statement; returns why it failed, if it did. */
  #failureOf(statement: string): Promise<TargetError | undefined> {
    return this.query(statement).then(
      () => undefined,
      (error: unknown) => error as TargetError,
    );
  }
}

/** Sessions in MySQL or MariaDB. */
export const mysqlProtocol = ({ host, database, username, password, tls }: SqlLogin): Protocol<MysqlSession> => ({
  async open(socket) {
    if (username === '') throw new TargetError('refused', 'A user name is needed.');
    const { createConnection } = (await import('mysql2')).default;
    const connection = createConnection({
      host,
      user: username,
      password,
      ...(database !== '' && { database }),
      stream: socket,
      // The time is limited already.
      connectTimeout: 0,
      // Results are read without code that is generated for them, and no file of this machine is sent.
      disableEval: true,
      flags: ['-LOCAL_FILES'],
      charset: 'utf8mb4',
      ...(tls && { ssl: { rejectUnauthorized: tls.verifiesCertificate } }),
    });
    takeOver(connection as unknown as Internals, socket, host, tls);
    // A statement that is running fails with the error; otherwise the next one does.
    connection.on('error', () => undefined);
    await new Promise<void>((resolve, reject) => {
      connection.connect((error) => (error ? reject(failureOf(error)) : resolve()));
    });
    const session = new MysqlSession(connection);
    await session.query(settings);
    return session;
  },
  close: (session) => session.end(),
});
