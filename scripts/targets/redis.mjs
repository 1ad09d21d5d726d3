// Redis, with an administrator of its own and an ACL file, so that users survive a restart.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort, killOnExit, newFolder } from '../faults/processes.mjs';
import { untilListening } from '../faults/sockets.mjs';

export const name = 'redis';
export const lacks = () =>
  spawnSync('redis-server', ['--version']).status === 0 ? undefined : 'redis-server (apt-get install redis-server)';

const root = { username: 'root-of-test', password: 'root-password-of-redis' };

/** Sends commands that have no blanks in their words; resolves with the beginning of what Redis answers to all of them. */
const ask = async (port, ...commands) => {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += chunk)).on('error', () => undefined);
  socket.end(`${[...commands, 'QUIT'].join('\r\n')}\r\n`);
  await once(socket, 'close');
  return received;
};

export const start = async () => {
  const [folder, port] = [newFolder(), await freePort()];
  const file = join(folder, 'users.acl');
  writeFileSync(file, `user default off\nuser ${root.username} on >${root.password} ~* &* +@all\n`);
  let child;
  const run = async () => {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--aclfile', file, '--save', ''];
    child = killOnExit(spawn('redis-server', options, { stdio: 'ignore' }));
    await untilListening('redis-server', port);
  };
  await run();
  const asRoot = (...commands) => ask(port, `AUTH ${root.username} ${root.password}`, ...commands);
  return {
    type: 'redis',
    inputs: {
      host: '127.0.0.1',
      port,
      ...root,
      creationStatement: 'ACL SETUSER {{username}} on >{{password}} ~* &* +@all -@dangerous +info; ACL SAVE',
      renewStatement: 'ACL GETUSER {{username}}',
      revocationStatement: 'ACL DELUSER {{username}}; ACL SAVE',
    },
    rootPassword: root.password,
    wrong: { password: 'wrong-password-of-redis' },
    failing: { creationStatement: 'ACL SETUSER {{username}} on >{{password}}; ACL SETUSER {{username}} nonsense' },
    canLogIn: async ({ DB_USERNAME, DB_PASSWORD }) =>
      (await ask(port, `AUTH ${DB_USERNAME} ${DB_PASSWORD}`, 'SET a 1')).startsWith('+OK\r\n+OK'),
    users: async () =>
      ((await asRoot('ACL USERS')).match(/^[\w-]{2,}(?=\r$)/gm) ?? []).filter(
        (user) => !['default', root.username].includes(user),
      ),
    remove: ({ DB_USERNAME }) => asRoot(`ACL DELUSER ${DB_USERNAME}`, 'ACL SAVE'),
    rotation: {
      app: 'redis',
      credentials: { host: '127.0.0.1', port, ...root, sslEnabled: false, sslRejectUnauthorized: false },
      type: 'redis-credentials',
      parameters: { permissionScope: '~* &* +@all -@dangerous' },
      names: { username: 'REDIS_USERNAME', password: 'REDIS_PASSWORD' },
      canLogIn: async ({ username, password }) =>
        (await ask(port, `AUTH ${username} ${password}`, 'SET a 1')).startsWith('+OK\r\n+OK'),
    },
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
    restart: run,
  };
};
