// RabbitMQ with its management plug-in, as a node of its own.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, newFolder, until } from '../faults/processes.mjs';

export const name = 'rabbit-mq';
const program = '/usr/lib/rabbitmq/bin/rabbitmq-server';
export const lacks = () =>
  spawnSync('test', ['-x', program]).status === 0 ? undefined : 'rabbitmq-server (apt-get install rabbitmq-server)';

const root = { username: 'root-of-test', password: 'root-password-of-rabbitmq' };

export const start = async () => {
  const folder = newFolder();
  const [port, amqp, distribution, epmd] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const at = (file) => join(folder, file);
  writeFileSync(
    at('rabbitmq.conf'),
    [
      `listeners.tcp.1 = 127.0.0.1:${amqp}`,
      'management.tcp.ip = 127.0.0.1',
      `management.tcp.port = ${port}`,
      `default_user = ${root.username}`,
      `default_pass = ${root.password}`,
      '',
    ].join('\n'),
  );
  writeFileSync(at('plugins'), '[rabbitmq_management].\n');
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    RABBITMQ_NODENAME: `targets${port}@localhost`,
    RABBITMQ_CONFIG_FILE: at('rabbitmq.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: at('plugins'),
    RABBITMQ_MNESIA_BASE: at('data'),
    RABBITMQ_LOG_BASE: at('log'),
    RABBITMQ_DIST_PORT: String(distribution),
    ERL_EPMD_PORT: String(epmd),
    // So that it can be stopped before it notices that the node is gone.
    ERL_EPMD_RELAXED_COMMAND_CHECK: '1',
  };
  const ask = (path, { username, password }, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: { Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
    });
  let child;
  const end = (signal) => {
    try {
      process.kill(-child.pid, signal);
    } catch {
      // It has ended.
    }
  };
  process.once('exit', () => {
    end('SIGKILL');
    spawnSync('epmd', ['-port', String(epmd), '-kill'], { env });
  });
  const run = async () => {
    // A group of its own: the program is a script that starts others.
    child = spawn(program, [], { env, stdio: 'ignore', detached: true });
    const isUp = () =>
      ask('/whoami', root).then(
        ({ ok }) => ok,
        () => false,
      );
    await until('the start of RabbitMQ', isUp, 180_000);
  };
  await run();
  const users = async () =>
    (await (await ask('/users', root)).json()).map((user) => user.name).filter((user) => user !== root.username);
  return {
    type: 'rabbit-mq',
    inputs: {
      host: 'http://127.0.0.1',
      port,
      ...root,
      tags: ['management'],
      virtualHost: { name: '/', permissions: { read: '.*', write: '.*', configure: '' } },
    },
    rootPassword: root.password,
    wrong: { password: 'wrong-password-of-rabbitmq' },
    failing: { virtualHost: { name: '/', permissions: { read: '[', write: '', configure: '' } } },
    canLogIn: async ({ DB_USERNAME, DB_PASSWORD }) => {
      const login = { username: DB_USERNAME, password: DB_PASSWORD };
      return (await ask('/whoami', login)).ok && (await ask('/queues/%2F', login)).ok;
    },
    users,
    remove: ({ DB_USERNAME }) => ask(`/users/${DB_USERNAME}`, root, 'DELETE'),
    stop: async () => {
      end('SIGTERM');
      await once(child, 'exit');
    },
    restart: run,
  };
};
