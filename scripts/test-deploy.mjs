// `npm run test:deploy`: what scripts/deploy has for Kubernetes and Compose, with Helm (which Go installs, into .deploy/)
// and the published schemas of Kubernetes and Compose. Needs Go and Python; neither a cluster nor a container runtime.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { root } from './setup.mjs';
import { lacking, once, python, pythonTools, quietly } from './tools.mjs';

const helmVersion = 'v3.19.0';
const composeVersion = 'v2.16.2';
const validatorVersion = '1.37.0';
/** The newest version, and the oldest that the chart supports. */
const kubernetesVersions = ['1.37', '1.29'];

const chart = join(root, 'scripts', 'deploy', 'helm', 'sallyport');
const valuesFile = (name) => join(chart, 'ci', name);

/** Installs a Go program, and returns its path. */
const goProgram = (name, module) => {
  const folder = join('.deploy', name);
  once(folder, module, () => quietly('go', ['install', module], { GOBIN: join(root, folder) }));
  return join(root, folder, name);
};

const requireThat = (isTrue, what) => {
  if (!isTrue) throw new Error(what);
};

const succeed = (command, args) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  requireThat(status === 0, `${command} ${args.join(' ')}:\n${stdout}${stderr}`);
  return stdout;
};

const templateArgs = (kubernetes, ...more) => ['template', 'test', chart, '--kube-version', `${kubernetes}.0`, ...more];

/** What every pod has to promise, whatever the values are. */
const checkPod = ({ spec }) => {
  const { securityContext: pod, containers } = spec.template.spec;
  requireThat(
    pod.runAsNonRoot && pod.runAsUser > 0 && pod.seccompProfile.type === 'RuntimeDefault',
    'a pod is not confined',
  );
  for (const { securityContext: container, env } of containers) {
    requireThat(container.readOnlyRootFilesystem && !container.allowPrivilegeEscalation, 'a container is not confined');
    requireThat(container.capabilities.drop.includes('ALL'), 'a container has capabilities');
    const names = env.map(({ name }) => name);
    requireThat(new Set(names).size === names.length, `a setting is there twice: ${names.join(', ')}`);
    requireThat(
      env.find(({ name }) => name === 'ROOT_KEY').valueFrom.secretKeyRef,
      'the root key is not from a secret',
    );
  }
};

/** Every port of a service is one of the pods. */
const checkPorts = (resources) => {
  const ofPods = resources
    .flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
    .flatMap(({ ports }) => ports.map(({ name }) => name));
  const ofServices = resources
    .filter(({ kind }) => kind === 'Service')
    .flatMap(({ spec }) => spec.ports.map(({ targetPort }) => targetPort));
  const missing = ofServices.filter((name) => !ofPods.includes(name));
  requireThat(missing.length === 0, `no pod has the ports of the service: ${missing.join(', ')}`);
};

/** The chart with some values is sound for each version of Kubernetes. */
const checkValues = (helm, validator, file) => {
  const values = ['--values', valuesFile(file)];
  succeed(helm, ['lint', '--strict', '--kube-version', `${kubernetesVersions[0]}.0`, ...values, chart]);
  for (const version of kubernetesVersions) {
    const rendered = succeed(helm, templateArgs(version, ...values));
    const renderedFile = join(root, '.deploy', 'rendered.yaml');
    writeFileSync(renderedFile, rendered);
    succeed(validator, ['--strict', '--kubernetes-version', version, renderedFile]);
    const resources = parseAllDocuments(rendered).map((document) => document.toJS());
    for (const resource of resources.filter((each) => each.spec?.template)) checkPod(resource);
    checkPorts(resources);
    console.log(`ok      ${file} on Kubernetes ${version}: ${resources.map(({ kind }) => kind).join(', ')}`);
  }
};

const smallest = ['--values', valuesFile('sqlite-values.yaml')];

/** Values that the chart refuses, with what it says. */
const refusals = [
  { args: [...smallest, '--set', 'replicas=2'], message: 'More than one replica needs PostgreSQL' },
  { args: [], message: 'rootKey.existingSecret is required' },
  { args: [...smallest, '--set', 'ingress.enabled=true'], message: 'ingress.host is required' },
  {
    args: [...smallest, '--set', 'clientCertificates.enabled=true'],
    message: 'clientCertificates.enabled needs tls.existingSecret',
  },
  { args: ['--set-string', 'settings.ROOT_KEY=in-the-values'], message: "invalid propertyName 'ROOT_KEY'" },
  { args: ['--set', 'settings.BODY_LIMIT=2000000'], message: 'want string' },
];

const checkRefusals = (helm) => {
  for (const { args, message } of refusals) {
    const { status, stderr } = spawnSync(helm, templateArgs(kubernetesVersions[0], ...args), { encoding: 'utf8' });
    requireThat(
      status !== 0 && stderr.includes(message),
      `helm template ${args.join(' ')} does not say: ${message}\n${stderr}`,
    );
  }
  console.log(`ok      ${refusals.length} wrong values are refused`);
};

const checkCompose = () => {
  const module = `github.com/compose-spec/compose-go/v2@${composeVersion}`;
  const { Dir } = JSON.parse(succeed('go', ['mod', 'download', '-json', module]));
  const schema = JSON.parse(readFileSync(join(Dir, 'schema', 'compose-spec.json'), 'utf8'));
  const ajv = addFormats(new Ajv2020({ strict: false }));
  ajv.addFormat('duration', /^(\d+(\.\d+)?(ns|us|ms|s|m|h))+$/);
  const project = parse(readFileSync(join(root, 'scripts', 'deploy', 'compose.yaml'), 'utf8'), { merge: true });
  requireThat(ajv.validate(schema, project), `compose.yaml: ${ajv.errorsText()}`);
  console.log(`ok      compose.yaml: ${Object.keys(project.services).join(', ')}`);
};

try {
  const missing = lacking(['go', 'version'], python);
  requireThat(missing.length === 0, `not installed: ${missing.join(', ')}`);
  const helm = goProgram('helm', `helm.sh/helm/v3/cmd/helm@${helmVersion}`);
  const validator = join(
    pythonTools(join('.deploy', 'python'), [`kubernetes-validate==${validatorVersion}`]),
    'kubernetes-validate',
  );
  for (const file of readdirSync(join(chart, 'ci')).toSorted()) checkValues(helm, validator, file);
  checkRefusals(helm);
  checkCompose();
} catch (error) {
  console.error(`FAILED  test:deploy: ${error.message}`);
  process.exitCode = 1;
}
