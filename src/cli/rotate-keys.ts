import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import type { Reply } from '../contract.ts';
import { StartError } from '../platform/errors.ts';
import { describeRefusal } from './refusal.ts';

interface Options {
  readonly url: string;
  readonly token?: string;
  readonly json?: true;
}

type Rotation = Reply<'getKeyRotation'>['keyRotation'];

const everyMs = 500;

const call = async ({ url }: Options, token: string, method: 'GET' | 'POST'): Promise<Rotation> => {
  const target = new URL('/api/v1/admin/key-rotation', url);
  const response = await fetch(target, {
    method,
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(30_000),
  }).catch((cause: unknown) => {
    throw new StartError(
      `No server answers at ${target.origin}. Once it does, the same command continues what was begun.`,
      { cause },
    );
  });
  const answer = (await response.json().catch(() => ({}))) as { keyRotation: Rotation; message?: unknown };
  if (response.ok) return answer.keyRotation;
  throw new StartError(describeRefusal(response.status, answer.message));
};

const progressOf = ({ projectsDone, projectsLeft, versionsDone, versionsLeft }: Rotation): string =>
  `  projects ${projectsDone} done, ${projectsLeft} left; versions of secrets ${versionsDone} done, ${versionsLeft} left`;

const conclusionOf = ({ rootKeyId, neededRootKeyIds }: Rotation): string =>
  neededRootKeyIds.length === 0
    ? `All keys are new. Nothing needs another root key than ${rootKeyId}.`
    : `All keys are new, but ROOT_KEY has to list these still: ${neededRootKeyIds.join(', ')}. Does every node have ${rootKeyId} as its first?`;

/** Starts it, and looks after it until it is over; tells of each change. */
const rotate = async (options: Options, token: string, tell: (line: string) => void): Promise<Rotation> => {
  let rotation = await call(options, token, 'POST');
  let told = '';
  for (;;) {
    const line = progressOf(rotation);
    if (line !== told) tell(line);
    told = line;
    if (rotation.status !== 'running') return rotation;
    await setTimeout(everyMs);
    rotation = await call(options, token, 'GET');
  }
};

const rotateKeys = async (options: Options): Promise<void> => {
  const token = options.token ?? process.env.SALLYPORT_TOKEN;
  if (!token)
    throw new StartError(
      'Give the token of somebody who administers the instance: in SALLYPORT_TOKEN, or with --token.',
    );
  if (!URL.canParse(options.url)) throw new StartError('--url must be a URL such as http://127.0.0.1:8080.');
  const rotation = await rotate(options, token, options.json ? () => undefined : (line) => console.log(line));
  if (rotation.status === 'failed')
    throw new StartError(`The rotation failed: ${rotation.error} The same command continues it.`);
  if (rotation.status === 'interrupted')
    throw new StartError('The server stopped before the rotation was done. The same command continues it.');
  console.log(options.json ? JSON.stringify(rotation, undefined, 2) : conclusionOf(rotation));
};

export const rotateKeysCommand = (): Command =>
  new Command('rotate-keys')
    .description('Replace all keys of a running server, and show how far it is; what was interrupted is continued.')
    .option(
      '--token <token>',
      'of somebody who administers the instance; better in SALLYPORT_TOKEN, where nobody else on the machine sees it',
    )
    .option('--url <url>', 'where the server is', 'http://127.0.0.1:8080')
    .option('--json', 'print only the result, as JSON')
    .action(rotateKeys);
