import { postgresProtocol } from '../../../../platform/targets/postgres.ts';
import { render } from '../../../../platform/targets/template.ts';
import type { App, Login, Reachable } from './app.ts';

const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
/** A text without backslashes, which this form would need to escape. */
const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const run = ({ targets, credentials, caller }: Reachable, login: Login, text: string): Promise<void> => {
  const { host, port, database, sslEnabled, sslRejectUnauthorized, sslCertificate } = credentials;
  const tls = sslEnabled ? { ca: sslCertificate, verifiesCertificate: sslRejectUnauthorized } : undefined;
  return targets.use(
    { address: { host, port }, isEncrypted: sslEnabled, caller },
    postgresProtocol({ host, database, tls, ...login }),
    (session) => session.run(text),
  );
};

export const postgres: App = {
  name: 'postgres',
  title: 'PostgreSQL',
  logIn: (system, user) => run(system, user, 'SELECT 1'),
  setPassword: (system, admin, user, statement) =>
    run(
      system,
      admin,
      statement === undefined
        ? `ALTER ROLE ${quotedName(user.username)} WITH PASSWORD ${quotedText(user.password)}`
        : render(statement, { ...user, database: system.credentials.database }),
    ),
};
