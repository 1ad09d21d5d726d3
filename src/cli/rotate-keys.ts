import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import type { Reply } from '../contract.ts';
import { StartError } from '../platform/errors.ts';
import { describeErrorResponse } from './refusal.ts';
import { findConnection, serverUrl, type Connection } from './server/connection.ts';

interface Options {
  readonly url?: string;
  readonly token?: string;
  readonly json?: true;
}

type Rotation = Reply<'getKeyRotation'>['keyRotation'];

const everyMs = 500;

const call = async ({ url, token }: Connection, method: 'GET' | 'POST'): Promise<Rotation> => {
  const target = new URL('/api/v1/admin/key-rotation', url);
  const response = await fetch(target, {
    method,
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(30_000),
  }).catch((cause: unknown) => {
    throw new StartError(`No server responds at ${target.origin}. Run the same command again later to continue.`, {
      cause,
    });
  });
  const parsed = (await response.json().catch(() => ({}))) as {
    keyRotation: Rotation;
    message?: unknown;
    error?: unknown;
  };
  if (response.ok) return parsed.keyRotation;
  throw new StartError(describeErrorResponse(response.status, parsed.message, parsed.error));
};

const progressOf = ({ projectsDone, projectsLeft, versionsDone, versionsLeft }: Rotation): string =>
  `  projects ${projectsDone} done, ${projectsLeft} left; versions of secrets ${versionsDone} done, ${versionsLeft} left`;

const conclusionOf = ({ rootKeyId, neededRootKeyIds }: Rotation): string =>
  neededRootKeyIds.length === 0
    ? `All keys are replaced. Only the root key ${rootKeyId} is needed.`
    : `All keys are replaced, but ROOT_KEY must still list these: ${neededRootKeyIds.join(', ')}. Check that ${rootKeyId} is the first one on every node.`;

/** Starts the rotation and polls it until it ends; prints the progress when it changes. */
const rotate = async (connection: Connection, print: (line: string) => void): Promise<Rotation> => {
  let rotation = await call(connection, 'POST');
  let printed = '';
  for (;;) {
    const line = progressOf(rotation);
    if (line !== printed) print(line);
    printed = line;
    if (rotation.status !== 'running') return rotation;
    await setTimeout(everyMs);
    rotation = await call(connection, 'GET');
  }
};

const rotateKeys = async (options: Options): Promise<void> => {
  const connection = findConnection(options, 'of an instance administrator');
  const rotation = await rotate(connection, options.json ? () => undefined : (line) => console.log(line));
  if (rotation.status === 'failed')
    throw new StartError(`The rotation failed: ${rotation.error} Run the same command again to continue.`);
  if (rotation.status === 'interrupted')
    throw new StartError(
      'The server stopped before the rotation was complete. Run the same command again to continue.',
    );
  console.log(options.json ? JSON.stringify(rotation, undefined, 2) : conclusionOf(rotation));
};

export const rotateKeysCommand = (): Command =>
  new Command('rotate-keys')
    .option(
      '--token <token>',
      'the token of an instance administrator; SALLYPORT_TOKEN is safer, because other users of the machine cannot see it',
    )
    .addOption(serverUrl())
    .option('--json', 'print only the result, as JSON')
    .action(rotateKeys);
