import { mysqlProtocol } from '../../../../platform/targets/mysql.ts';
import { databaseApp } from './database.ts';

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/**
 * MySQL or MariaDB. Users are those of any host, except for the connection's own: `ALTER USER CURRENT_USER()` changes
 * nothing in some versions of MariaDB.
 */
export const mysql = databaseApp({
  name: 'mysql',
  title: 'MySQL',
  needsDatabase: false,
  protocol: mysqlProtocol,
  async setPassword(session, { username, password }, isOwn) {
    const host = isOwn ? await session.hostOfAccount() : '%';
    await session.run(`ALTER USER ${quoted(username)}@${quoted(host)} IDENTIFIED BY ${quoted(password)}`);
  },
});
