import { rmSync, statSync, writeFileSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import { Command } from 'commander';
import type { Reply } from '../contract.ts';
import { Keyring } from '../platform/crypto/keys.ts';
import { secretText } from '../platform/crypto/random-secrets.ts';
import { StartError } from '../platform/errors.ts';
import { setupToken } from '../resources/instance/setup/setup-token.ts';
import { settings } from '../settings.ts';
import { createFirstProject, type FirstProject } from './first-project.ts';
import { writeNewFile } from './new-file.ts';
import { nextSteps } from './next-steps.ts';
import { programCommand, quoted } from './own-command.ts';
import { describeErrorResponse } from './refusal.ts';
import { ApiClient } from './server/client.ts';
import { defaultUrl, serverUrl } from './server/connection.ts';
import { asJson, pairs, shortTime } from './table.ts';
import { askText, isInteractive } from './terminal.ts';

interface Options {
  readonly email: string;
  readonly organization: string;
  readonly project?: string;
  readonly url: string;
  readonly setupToken?: string;
  readonly passwordStdin?: true;
  readonly ifNew?: true;
  readonly out?: string;
  readonly json?: true;
}

type Result = Reply<'bootstrapInstance'>;

/** Sent once: a second request would be refused, and the token of the first is shown only in its response. */
const call = async (url: string, body: object): Promise<Result> => {
  const target = new URL(`${url}/api/v1/admin/bootstrap`);
  const response = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  }).catch((cause: unknown) => {
    throw new StartError(`No server responds at ${target.origin}. Start one with: npm start`, { cause });
  });
  const parsed = (await response.json().catch(() => ({}))) as Result & { message?: unknown };
  if (response.ok) return parsed;
  throw new StartError(describeErrorResponse(response.status, parsed.message));
};

/**
 * The set-up token of the server whose root key this environment has: beside the server, as in its container, nobody has
 * to copy the token from its log.
 */
const ownSetupToken = (): string | undefined => {
  const [first] = settings.ROOT_KEY.parse(process.env.ROOT_KEY?.trim() ?? '') ?? [];
  return first && setupToken(new Keyring([first]));
};

/** The URL that clients use, which the server may have as a setting in the same environment. */
const publicUrl = (url: string): string => settings.SITE_URL.parse(process.env.SITE_URL?.trim() ?? '') ?? url;

const projectName = async ({ project, json }: Options): Promise<string> =>
  project?.trim() ??
  (json || !isInteractive() ? '' : await askText('Name of the first project (leave it empty for none): '));

/** When the token ends, as it says itself. */
const endOf = (token: string): string => {
  const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp: number };
  return shortTime(new Date(exp * 1000).toISOString());
};

interface SetUp {
  readonly result: Result;
  readonly url: string;
  /** Only if it was generated. */
  readonly password: string | undefined;
  readonly project: FirstProject | undefined;
}

const asText = ({ result, url, password, project }: SetUp): string => {
  const { token } = result.identity.credentials;
  const environment = project?.environments[0]?.slug;
  const facts = pairs({
    organization: `${result.organization.name} (${result.organization.id})`,
    administrator: result.user.username,
    password: password && `${password}   (shown only now)`,
    project: project && `${project.name} (${project.slug}): ${project.environments.map(({ slug }) => slug).join(', ')}`,
    token: `${environment ? 'INFISICAL_TOKEN below' : token}   (shown only now)`,
    'token ends': `${endOf(token)}, for the machine identity "${result.identity.name}"`,
  });
  const next =
    project && environment
      ? `\n\n${nextSteps({ url, token, projectId: project.id, environment })}`
      : `\n\nSign in at ${url}/ to create the first project.`;
  return `${result.message}\n${facts}${next}`;
};

const print = (setUp: SetUp, { json, out }: Options): void => {
  const { result, password, project } = setUp;
  const tokenExpiresAt = endOf(result.identity.credentials.token);
  const text = json ? asJson({ ...result, tokenExpiresAt, password, project }) : asText(setUp);
  if (out === undefined) return console.log(text);
  writeFileSync(out, `${text}\n`);
  console.log(`${result.message} The credentials are in ${out}.`);
};

const setUpServer = async (options: Options): Promise<void> => {
  const { email, organization, url, passwordStdin } = options;
  const name = await projectName(options);
  const password = passwordStdin ? (await readAll(process.stdin)).replace(/\r?\n$/, '') : secretText(24);
  const result = await call(url, {
    email,
    password,
    organization,
    setupToken: options.setupToken ?? ownSetupToken(),
  });
  const setUp = { result, url: publicUrl(url), password: passwordStdin ? undefined : password };
  const created = { email, password, organizationId: result.organization.id, identityId: result.identity.id };
  const project =
    name === '' ? undefined : await createFirstProject(url, name, created).catch((error: unknown) => error as Error);
  // The set-up cannot be repeated, so what it returned is shown in any case.
  print({ ...setUp, project: project instanceof Error ? undefined : project }, options);
  if (project instanceof Error)
    throw new StartError(
      `The server is set up, but its first project is not: ${project.message}\nCreate it in the console, or with: ${programCommand()} login --url ${url} && ${programCommand()} project create ${quoted(name)}`,
      { cause: project },
    );
};

/** Creates the file before the set-up, which cannot be repeated if its result cannot be written. */
const withNewFile = async (file: string | undefined, work: () => Promise<void>): Promise<void> => {
  if (file === undefined) return work();
  writeNewFile(file, '', 0o600);
  try {
    await work();
  } finally {
    if (statSync(file).size === 0) rmSync(file);
  }
};

const isSetUp = async (url: string): Promise<boolean> =>
  (await new ApiClient(url, undefined).call('getInstanceConfig')).config.initialized;

const bootstrap = async (options: Options): Promise<void> => {
  if (options.ifNew && (await isSetUp(options.url))) return console.log('This server has already been set up.');
  await withNewFile(options.out, () => setUpServer(options));
};

export const bootstrapCommand = (): Command =>
  new Command('bootstrap')
    .requiredOption('--email <address>', "the administrator's e-mail address")
    .requiredOption('--organization <name>', "the organization's name")
    .option('--project <name>', 'also create a project with the administrator and the machine identity in it')
    .option('--password-stdin', 'read the password from standard input instead of generating one')
    .option(
      '--setup-token <token>',
      'the token that the server printed when it started; not needed if ROOT_KEY is in the environment',
    )
    .option('--if-new', 'succeed without doing anything if the server has been set up already')
    .option('--out <file>', 'a new file to write the credentials to, instead of standard output')
    .addOption(serverUrl('the URL of the server').default(defaultUrl))
    .option('--json', 'print the response, with the project and the end of the token, as JSON')
    .addHelpText('after', '\nWithout --project, it asks for one on a terminal.')
    .action(bootstrap);
