// Follows the part of the guide "Machine logins" about Kubernetes, word by word, in each of its ways and tabs. The cluster
// has no nodes: what the container of the guide's pod would do runs here, with a token that the API server issues for
// this very pod.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { agentConfig } from '../clients/cli/agent.mjs';
import { go } from '../clients/go/client.mjs';
import { at } from '../clients/install.mjs';
import { root } from '../setup.mjs';
import { lacking } from '../tools.mjs';
import { untilRefused } from './cluster.mjs';

const { INFISICAL_CLI } = process.env;
const guide = join(root, 'src', 'http', 'pages', 'guides', 'machine-logins.md');

const byApiServer = 'By the API server';
const byKeys = 'By the keys of the cluster';
const ways = [byApiServer, byKeys].flatMap((how) => ['curl', 'Command line'].map((tab) => ({ how, tab })));

/** The commands and documents of the part, in order, with the words in bold before them in the same tab. */
const readBlocks = () => {
  const [part] = /^## Kubernetes\n[\s\S]*?(?=^## )/m.exec(readFileSync(guide, 'utf8'));
  let title = '';
  const marks = /^\*\*(.+?)\.?\*\*|^<!-- \/tabs -->$|^```(\w+)\n([\s\S]*?)^```$/gm;
  return [...part.matchAll(marks)].flatMap(([, bold, language, text]) => {
    if (language !== undefined) return [{ title, language, text }];
    title = bold ?? '';
    return [];
  });
};

/** A kubeconfig of the administrator; the guide begins with one. */
const kubeconfigOf = ({ url, caCert, administrator }) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'tests',
    contexts: [{ name: 'tests', context: { cluster: 'tests', user: 'tests' } }],
    clusters: [
      { name: 'tests', cluster: { server: url, 'certificate-authority-data': Buffer.from(caCert).toString('base64') } },
    ],
    users: [{ name: 'tests', user: { token: administrator } }],
  });

/** Runs commands in one shell that stops at the first failure; returns what is printed. For curl, no status is one. */
const type = (folder, environment, commands) => {
  const { status, stdout, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', commands], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
  });
  const text = `${stdout}${stderr}`.trim();
  return { hasFailed: status !== 0 || text.includes('"statusCode":'), text };
};

/** Whether somebody who follows the guide in this way types the block. */
const isOf =
  ({ how, tab }) =>
  ({ title, text }) => {
    if (title === byApiServer || title === byKeys) return title === how;
    if (title === 'Command line' && text.includes('--jwks-file') !== (how === byKeys)) return false;
    return title === tab || !ways.some((way) => way.tab === title);
  };

/** What the guide creates in the cluster, besides the namespace. */
const created = [
  'pod/api configmap/sallyport serviceaccount/api --namespace payments',
  'serviceaccount/sallyport-reviewer --namespace default',
  'clusterrolebinding/sallyport-reviewer',
];
const podPath = '/api/v1/namespaces/payments/pods/api';
const cleared = created.map((names) => `kubectl delete --ignore-not-found ${names}\n`).join('');

/** Issues the token that the kubelet would put into the volume of the pod, and writes it to a file. */
const issueToken = async ({ send }, pod, file) => {
  const { serviceAccountToken } = pod.spec.volumes[0].projected.sources[0];
  const { namespace, name, uid } = pod.metadata;
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${pod.spec.serviceAccountName}/token`;
  const { status } = await send('POST', path, {
    spec: {
      audiences: [serviceAccountToken.audience],
      expirationSeconds: serviceAccountToken.expirationSeconds,
      boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name, uid },
    },
  });
  writeFileSync(file, status.token);
};

/** The environment of the container, whose mounted volume is this folder. */
const environmentOf = async ({ send }, { spec, metadata }, volume) => {
  const [{ envFrom, volumeMounts }] = spec.containers;
  const path = `/api/v1/namespaces/${metadata.namespace}/configmaps/${envFrom[0].configMapRef.name}`;
  const { data } = await send('GET', path);
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, value.replace(volumeMounts[0].mountPath, volume)]),
  );
};

const runContainer = ({ spec }, env) => {
  const [file, ...args] = spec.containers[0].command;
  const { stdout, stderr } = spawnSync(file, args, { env, encoding: 'utf8' });
  return stdout.trim() || stderr.trim();
};

/** An agent whose login is refused would try again for ever. */
const limited = { encoding: 'utf8', timeout: 60_000 };

/** Returns what the agent writes. */
const runAgent = (folder, env) => {
  const file = join(folder, 'greeting');
  rmSync(file, { force: true });
  const template = `{{ with getSecretByName "${env.INFISICAL_PROJECT_ID}" "dev" "/" "GREETING" }}{{ .Value }}{{ end }}`;
  const templates = [{ 'template-content': template, 'destination-path': file }];
  const config = agentConfig(folder, { address: env.SALLYPORT_URL, type: 'kubernetes', templates });
  const { stderr } = spawnSync(INFISICAL_CLI, ['agent', '--config', config], { env, ...limited });
  return existsSync(file) ? readFileSync(file, 'utf8') : stderr;
};

/** Runs what the pod of the guide would run, with those clients that are installed. */
const usePod = async ({ what, cluster, pod, token, environment, expectEqual }) => {
  const inPod = { ...environment, ...(await environmentOf(cluster, pod, dirname(token))) };
  const identityId = inPod.INFISICAL_MACHINE_IDENTITY_ID;
  if (go.missing().length === 0) {
    go.install();
    const { status, stderr } = spawnSync(at('go', 'client'), ['kubernetes'], {
      env: { ...inPod, SITE_URL: environment.SALLYPORT_URL, IDENTITY_ID: identityId },
      ...limited,
    });
    expectEqual(`the Go SDK in the pod, ${what}`, 'logged in', status === 0 ? 'logged in' : stderr);
  }
  if (INFISICAL_CLI) {
    expectEqual(`the pod, ${what}`, 'hello', runContainer(pod, inPod));
    expectEqual(`the agent in the pod, ${what}`, 'hello', runAgent(dirname(token), inPod));
  }
  return identityId;
};

/** An environment in a new folder, with the kubeconfig and the programs of somebody who follows the guide. */
const newEnvironment = (folder, cluster, { site, token, projectId }) => {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const program = join(root, 'dist', 'sallyport.cjs');
  writeFileSync(join(bin, 'sallyport'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, { mode: 0o755 });
  if (INFISICAL_CLI) symlinkSync(INFISICAL_CLI, join(bin, 'infisical'));
  else console.log('skipped the pod of the guide: not installed: INFISICAL_CLI, the path of the program');
  writeFileSync(join(folder, 'kubeconfig'), kubeconfigOf(cluster));
  return {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: folder,
    KUBECONFIG: join(folder, 'kubeconfig'),
    SALLYPORT_URL: site,
    SALLYPORT_TOKEN: token,
    PROJECT: projectId,
  };
};

const written = ({ language, text }) => (language === 'yaml' ? `cat > pod.yaml <<'END'\n${text}END\n` : text);

/** Follows the guide, whose project is `rockets`; `logIn` returns the status of a login with a token. */
export const followGuide = async (cluster, { folder, call, logIn, expectEqual, ...place }) => {
  const absent = lacking(['kubectl', 'version', '--client'], ['jq', '--version'], ['curl', '--version']);
  if (absent.length > 0) {
    console.log(`skipped the guide: not installed: ${absent.join(', ')}`);
    return;
  }
  const environment = newEnvironment(folder, cluster, place);
  const token = join(folder, 'volume', 'token');
  mkdirSync(dirname(token));
  const blocks = readBlocks();
  for (const [index, way] of ways.entries()) {
    const what = `${way.how[0].toLowerCase()}${way.how.slice(1)}, ${way.tab}`;
    const commands = blocks.filter(isOf(way)).map(written).join('\n');
    // Nobody deletes the namespace of a cluster without a controller manager.
    const again = cleared + commands.replace('kubectl create namespace payments\n', '');
    const { hasFailed, text } = type(folder, environment, index === 0 ? commands : again);
    expectEqual(`the commands of the guide, ${what}`, 'worked', hasFailed ? text : 'worked');
    if (hasFailed) continue;
    const pod = await cluster.send('GET', podPath);
    await issueToken(cluster, pod, token);
    const id = await usePod({ what, cluster, pod, token, environment, expectEqual });
    const jwt = readFileSync(token, 'utf8');
    expectEqual(`the token of the pod, ${what}`, 200, await logIn({ id }, jwt));
    await cluster.send('DELETE', `${podPath}?gracePeriodSeconds=0`);
    const after = `the token of the pod after it was deleted, ${what}`;
    if (way.how === byApiServer) expectEqual(after, 401, await untilRefused(() => logIn({ id }, jwt)));
    else expectEqual(after, 200, await logIn({ id }, jwt));
    // The next way makes another one of this name.
    await call('DELETE', `/api/v1/identities/${id}`);
  }
};
