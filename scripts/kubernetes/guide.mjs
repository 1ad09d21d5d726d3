// Follows the part of the guide "Machine logins" about Kubernetes, word by word, with kubectl. The cluster has no nodes:
// what the container of the guide's pod would do runs here, with a token that the API server issues for this very pod.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { go } from '../clients/go/client.mjs';
import { at } from '../clients/install.mjs';
import { root } from '../setup.mjs';
import { lacking } from '../tools.mjs';

const { INFISICAL_CLI } = process.env;
const guide = join(root, 'src', 'http', 'pages', 'guides', 'machine-logins.md');

/** The commands and documents of the part, in order, with the words in bold before them. */
const readBlocks = () => {
  const [part] = /^## Kubernetes\n[\s\S]*?(?=^## )/m.exec(readFileSync(guide, 'utf8'));
  let title = '';
  return [...part.matchAll(/^\*\*(.+?)\.?\*\*|^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, bold, language, text]) => {
    title = bold ?? title;
    return bold === undefined ? [{ title, language, text }] : [];
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

const unlessPart =
  (...titles) =>
  (block) =>
    !titles.includes(block.title);

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

/** `login` returns the status of a login with the token in the file. */
export const followGuide = async (cluster, { site, token, projectId, folder, login, expectEqual }) => {
  const absent = lacking(['kubectl', 'version', '--client'], ['jq', '--version'], ['curl', '--version']);
  if (absent.length > 0) {
    console.log(`skipped the guide: not installed: ${absent.join(', ')}`);
    return;
  }
  const [bin, volume] = [join(folder, 'bin'), join(folder, 'volume')];
  for (const each of [bin, volume]) mkdirSync(each);
  writeFileSync(join(folder, 'kubeconfig'), kubeconfigOf(cluster));
  const environment = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: folder,
    KUBECONFIG: join(folder, 'kubeconfig'),
    SALLYPORT_URL: site,
    SALLYPORT_TOKEN: token,
    PROJECT: projectId,
  };
  const written = ({ language, text }) => (language === 'yaml' ? `cat > pod.yaml <<'END'\n${text}END\n` : text);
  const follow = (blocks) =>
    type(folder, environment, `${blocks.map(written).join('\n')}\necho; echo "IDENTITY=$IDENTITY"`);

  const blocks = readBlocks();
  const all = follow(blocks.filter(unlessPart('By the keys of the cluster', 'Command line')));
  expectEqual('the commands of the guide', 'worked', all.hasFailed ? all.text : 'worked');
  const pod = await cluster.send('GET', '/api/v1/namespaces/payments/pods/api');
  const file = join(volume, 'token');
  await issueToken(cluster, pod, file);
  const inPod = { ...environment, ...(await environmentOf(cluster, pod, volume)) };
  const identityId = inPod.INFISICAL_MACHINE_IDENTITY_ID;
  if (go.missing().length === 0) {
    go.install();
    const { status, stderr } = spawnSync(at('go', 'client'), ['kubernetes'], {
      env: { ...inPod, SITE_URL: site, IDENTITY_ID: identityId },
      encoding: 'utf8',
    });
    expectEqual('the Go SDK in the pod of the guide', 'logged in', status === 0 ? 'logged in' : stderr);
  }
  if (INFISICAL_CLI) {
    symlinkSync(INFISICAL_CLI, join(bin, 'infisical'));
    expectEqual('the pod of the guide', 'hello', runContainer(pod, inPod));
  } else console.log('skipped the pod of the guide: not installed: INFISICAL_CLI, the path of the program');
  const jwt = readFileSync(file, 'utf8');
  await cluster.send('DELETE', '/api/v1/namespaces/payments/pods/api?gracePeriodSeconds=0');
  // The API server caches what it found for ten seconds.
  let after = await login({ id: identityId }, jwt);
  for (let attempt = 0; after === 200 && attempt < 30; attempt += 1) {
    await delay(1_000);
    after = await login({ id: identityId }, jwt);
  }
  expectEqual('the token of the pod after it was deleted', 401, after);
  const again = blocks.filter(unlessPart('By the API server', 'Command line', 'In a pod'));
  const byKeys = follow(again.map((block) => ({ ...block, text: block.text.replace(/^kubectl create .*\n/gm, '') })));
  expectEqual('the commands of the guide by keys', 'worked', byKeys.hasFailed ? byKeys.text : 'worked');
  const [, other] = /^IDENTITY=(.+)$/m.exec(byKeys.text) ?? [];
  expectEqual('the same token by the keys of the cluster', 200, await login({ id: other }, jwt));
};
