import { rmSync, statSync, writeFileSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import { Command } from 'commander';
import type { Reply } from '../contract.ts';
import { Keyring } from '../platform/crypto/keys.ts';
import { secretText } from '../platform/crypto/random-secrets.ts';
import { StartError } from '../platform/errors.ts';
import { setupToken } from '../resources/instance/setup/setup-token.ts';
import { settings } from '../settings.ts';
import { createFirstProject, createReader, type FirstProject, type Reader } from './first-project.ts';
import { createSession } from './login-password.ts';
import { writeNewFile } from './new-file.ts';
import { nextSteps } from './next-steps.ts';
import { describeErrorResponse } from './refusal.ts';
import { addressAdvice, ApiClient } from './server/client.ts';
import { defaultUrl, serverUrl } from './server/connection.ts';
import { readSession, writeSession, type SavedSession } from './server/session-file.ts';
import { asJson, pairs, shortTime } from './table.ts';
import { askText, isInteractive } from './terminal.ts';

interface Options {
  readonly email: string;
  readonly organization: string;
  readonly name?: string;
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
    throw new StartError(`No server responds at ${target.origin}. Start one with npm start.${addressAdvice}`, {
      cause,
    });
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

/** What the administrator wants beside the account; empty for nothing. */
interface Wishes {
  readonly name: string;
  readonly project: string;
}

const askWishes = async ({ name, project, json, out }: Options): Promise<Wishes> => {
  const ask = async (question: string): Promise<string> =>
    json || out !== undefined || !isInteractive() ? '' : askText(question);
  return {
    name: name?.trim() ?? (await ask('Your name: ')),
    project: project?.trim() ?? (await ask('Name of the first project (leave it empty for none): ')),
  };
};

/** When the token ends, as it says itself. */
const endOf = (token: string): string => {
  const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp: number };
  return shortTime(new Date(exp * 1000).toISOString());
};

/** What the set-up created after the first request, which cannot be repeated. */
interface Created {
  project?: FirstProject;
  reader?: Reader;
  isSignedIn: boolean;
}

interface SetUp extends Created {
  readonly result: Result;
  readonly url: string;
  /** Only if it was generated. */
  readonly password: string | undefined;
}

/** The token of the instance administrator, apart from what programs get. */
const administratorToken = ({ result: { identity } }: SetUp): string =>
  `For programs that set this server up or manage it, and for nothing else: the token of the machine identity
"${identity.name}" may do everything here until ${endOf(identity.credentials.token)} (shown only now):

  export SALLYPORT_TOKEN=${identity.credentials.token}`;

const asText = (setUp: SetUp): string => {
  const { result, url, password, project, reader, isSignedIn } = setUp;
  const environment = project?.environments[0]?.slug;
  const facts = pairs({
    organization: `${result.organization.name} (${result.organization.id})`,
    administrator: result.user.username,
    password: password && `${password}   (shown only now)`,
    project: project && `${project.name} (${project.slug}): ${project.environments.map(({ slug }) => slug).join(', ')}`,
    'signed in': isSignedIn ? 'yes, on this machine; sallyport logout ends it' : undefined,
  });
  const next =
    project && environment && reader
      ? nextSteps({
          ...{ url, environment, isSignedIn, token: reader.token, tokenEnd: endOf(reader.token) },
          ...{ projectId: project.id, projectSlug: project.slug },
        })
      : `Sign in at ${url}/ to create the first project.`;
  return [`${result.message}\n${facts}`, administratorToken(setUp), next].join('\n\n');
};

const print = (setUp: SetUp, { json, out }: Options): void => {
  const { result, password, project, reader } = setUp;
  const tokenExpiresAt = endOf(result.identity.credentials.token);
  const text = json ? asJson({ ...result, tokenExpiresAt, password, project, reader }) : asText(setUp);
  if (out === undefined) return console.log(text);
  writeFileSync(out, `${text}\n`);
  console.log(`${result.message} The credentials are in ${out}.`);
};

/** Leaves the administrator signed in for the next commands, unless somebody is already, or nothing can be written. */
const keepSession = (session: SavedSession): boolean => {
  try {
    if (readSession()) return false;
    writeSession(session);
    return true;
  } catch {
    return false;
  }
};

/** Creates as the administrator what was asked for; what was created before a failure is in `created`. */
const createAll = async (client: ApiClient, { name, project }: Wishes, created: Created): Promise<void> => {
  if (name) {
    const [firstName = '', ...others] = name.split(/\s+/);
    await client.call('changeOwnName', { body: { firstName, lastName: others.join(' ') } });
  }
  if (project === '') return;
  created.project = await createFirstProject(client, project);
  created.reader = await createReader(client, created.project);
};

const setUpServer = async (options: Options): Promise<void> => {
  const { email, organization, url, passwordStdin } = options;
  const wishes = await askWishes(options);
  const password = passwordStdin ? (await readAll(process.stdin)).replace(/\r?\n$/, '') : secretText(24);
  const result = await call(url, {
    email,
    password,
    organization,
    setupToken: options.setupToken ?? ownSetupToken(),
  });
  const created: Created = { isSignedIn: false };
  const failure = await (async () => {
    const token = await createSession(url, { email, password }, result.organization.id);
    const client = new ApiClient(url, token);
    try {
      await createAll(client, wishes, created);
    } finally {
      const isScript = options.json === true || options.out !== undefined;
      created.isSignedIn = !isScript && keepSession({ url, token, email: result.user.username });
      if (!created.isSignedIn) await client.call('logout').catch(() => undefined);
    }
  })().catch((error: unknown) => error as Error);
  // The set-up cannot be repeated, so what it returned is shown in any case.
  print({ ...created, result, url: publicUrl(url), password: passwordStdin ? undefined : password }, options);
  if (failure)
    throw new StartError(
      `The server is set up, but not everything was created: ${failure.message}\nContinue in the console, at ${publicUrl(url)}/.`,
      { cause: failure },
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
    .option('--name <name>', 'your name')
    .option('--project <name>', 'also create a project, with a machine identity that may read it')
    .option('--password-stdin', 'read the password from standard input instead of generating one')
    .option(
      '--setup-token <token>',
      'the token that the server printed when it started; not needed if ROOT_KEY is in the environment',
    )
    .option('--if-new', 'succeed without doing anything if the server has been set up already')
    .option('--out <file>', 'a new file to write the credentials to, instead of standard output')
    .addOption(serverUrl('the URL of the server').default(defaultUrl))
    .option(
      '--json',
      'print the response, with the end of the token, the project and the machine identity that reads it, as JSON',
    )
    .addHelpText(
      'after',
      '\nOn a terminal, it asks for a name and a project that are not given, and leaves you signed in on this machine.\n\nExample: sallyport bootstrap --email ada@example.com --organization Acme --project Rockets',
    )
    .action(bootstrap);
