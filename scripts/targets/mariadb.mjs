// MariaDB with a data folder of its own, by TLS with a certificate of its own.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { freePort, killOnExit, newFolder } from '../faults/processes.mjs';
import { untilListening } from '../faults/sockets.mjs';
import { makeCertificate } from '../logins/self-signed.mjs';

export const name = 'mariadb';
const program = '/usr/sbin/mariadbd';
export const lacks = () => (existsSync(program) ? undefined : 'mariadbd (apt-get install mariadb-server)');

const root = { username: 'root-of-test', password: 'root-password-of-mariadb' };

/** What the root user of the guide may do. */
const initialSql = [
  'CREATE DATABASE shop;',
  'CREATE TABLE shop.orders (id INT PRIMARY KEY);',
  `CREATE USER '${root.username}'@'%' IDENTIFIED BY '${root.password}';`,
  `GRANT CREATE USER, PROCESS, CONNECTION ADMIN ON *.* TO '${root.username}'@'%';`,
  `GRANT ALL PRIVILEGES ON shop.* TO '${root.username}'@'%' WITH GRANT OPTION;`,
  ...['one', 'two'].map((name) => `CREATE USER '${name}_of_test'@'%' IDENTIFIED BY 'first password';`),
  `GRANT SELECT ON mysql.* TO '${root.username}'@'%';`,
  '',
].join('\n');

const everySymbol = {
  length: 60,
  required: { lowercase: 1, uppercase: 1, digits: 1, symbols: 20 },
  allowedSymbols: '!#%&()*+,-./:<=>?@^_|~',
};

const startMariaDb = async () => {
  const [folder, port] = [newFolder(), await freePort()];
  const at = (file) => join(folder, file);
  const caCert = makeCertificate(folder, 'server');
  const options = ['--no-defaults', `--datadir=${at('data')}`, '--user=root'];
  const { status, stderr } = spawnSync('mariadb-install-db', [...options, '--skip-test-db'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  writeFileSync(at('first.sql'), initialSql);
  let child;
  const run = async (...more) => {
    const network = [`--port=${port}`, '--bind-address=127.0.0.1', `--socket=${at('socket')}`];
    const tls = [`--ssl-cert=${at('server.pem')}`, `--ssl-key=${at('server.key')}`];
    child = killOnExit(spawn(program, [...options, ...network, ...tls, ...more], { stdio: 'ignore' }));
    await untilListening('mariadbd', port);
  };
  await run(`--init-file=${at('first.sql')}`);
  const as = async ({ username, password }, work) => {
    const connection = await createConnection({ host: '127.0.0.1', port, user: username, password });
    try {
      return await work(connection);
    } finally {
      connection.destroy();
    }
  };
  return {
    port,
    caCert,
    as,
    asRoot: (sql) => as(root, async (connection) => (await connection.query(sql))[0]),
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
    restart: () => run(),
  };
};

export const start = async () => {
  const { port, caCert, as, asRoot, stop, restart } = await startMariaDb();
  const loginOf = ({ DB_USERNAME, DB_PASSWORD }) => ({ username: DB_USERNAME, password: DB_PASSWORD });
  const create = "CREATE USER '{{username}}'@'%' IDENTIFIED BY '{{password}}';";
  return {
    type: 'sql-database',
    inputs: {
      client: 'mysql2',
      host: '127.0.0.1',
      port,
      database: 'shop',
      ...root,
      ca: caCert,
      creationStatement: `${create} -- a user of the shop; no more\nGRANT ALL PRIVILEGES ON \`{{database}}\`.* TO '{{username}}'@'%';`,
      renewStatement: "ALTER USER '{{username}}'@'%' ACCOUNT UNLOCK; # until {{expiration}}",
      revocationStatement:
        "REVOKE ALL PRIVILEGES ON `{{database}}`.* FROM '{{username}}'@'%'; DROP USER '{{username}}'@'%';",
      passwordRequirements: everySymbol,
    },
    rootPassword: root.password,
    wrong: { password: 'wrong-password-of-mariadb' },
    failing: [
      { creationStatement: `${create} GRANT ALL PRIVILEGES ON mysql.* TO '{{username}}'@'%';` },
      { creationStatement: "CREATE USER '{{username}}'@'%' IDENTIFIED BY {{password}};" },
    ],
    canLogIn: (data) =>
      as(loginOf(data), (connection) => connection.query('SELECT * FROM shop.orders')).then(
        () => true,
        () => false,
      ),
    /** Logs in and stays; tells later whether the session has been ended. */
    logIn: async (data) => {
      const { username: user, password } = loginOf(data);
      const connection = await createConnection({ host: '127.0.0.1', port, user, password, database: 'shop' });
      connection.on('error', () => undefined);
      return () =>
        connection.query('SELECT 1').then(
          () => false,
          () => true,
        );
    },
    users: async () =>
      (await asRoot("SELECT User FROM mysql.user WHERE Host = '%'"))
        .map(({ User }) => User)
        .filter((user) => user !== root.username),
    remove: ({ DB_USERNAME }) => asRoot(`DROP USER '${DB_USERNAME}'@'%'`),
    rotation: {
      app: 'mysql',
      credentials: {
        ...{ host: '127.0.0.1', port, database: 'shop', ...root },
        ...{ sslEnabled: true, sslRejectUnauthorized: true, sslCertificate: caCert },
      },
      type: 'mysql-credentials',
      parameters: { username1: 'one_of_test', username2: 'two_of_test', passwordRequirements: everySymbol },
      names: { username: 'MYSQL_USERNAME', password: 'MYSQL_PASSWORD' },
      canLogIn: (login) =>
        as(login, (connection) => connection.query('SELECT 1')).then(
          () => true,
          () => false,
        ),
    },
    stop,
    restart,
  };
};
