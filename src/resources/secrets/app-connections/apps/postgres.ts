import { postgresProtocol } from '../../../../platform/targets/postgres.ts';
import { databaseApp } from './database.ts';

const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
/** A text without backslashes, which this form would need to escape. */
const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export const postgres = databaseApp({
  name: 'postgres',
  title: 'PostgreSQL',
  needsDatabase: true,
  protocol: postgresProtocol,
  setPassword: (session, { username, password }) =>
    session.run(`ALTER ROLE ${quotedName(username)} WITH PASSWORD ${quotedText(password)}`),
});
