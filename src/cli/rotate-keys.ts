import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import type { Reply } from '../contract.ts';
import { StartError } from '../platform/errors.ts';
import { addressAdvice, type ApiClient } from './server/client.ts';
import { connect, serverUrl } from './server/connection.ts';
import { Progress } from './terminal.ts';

interface Options {
  readonly url?: string;
  readonly token?: string;
  readonly json?: true;
}

type Rotation = Reply<'getKeyRotation'>['keyRotation'];

const everyMs = 500;
const laterAdvice = ` Run the same command again later to continue.${addressAdvice}`;

const progressOf = ({ projectsDone, projectsLeft, versionsDone, versionsLeft }: Rotation): string =>
  `  projects ${projectsDone} done, ${projectsLeft} left; versions of secrets ${versionsDone} done, ${versionsLeft} left`;

const conclusionOf = ({ rootKeyId, neededRootKeyIds }: Rotation): string =>
  neededRootKeyIds.length === 0
    ? `All keys are replaced. Only the root key ${rootKeyId} is needed.`
    : `All keys are replaced, but ROOT_KEY must still list these: ${neededRootKeyIds.join(', ')}. Check that ${rootKeyId} is the first one on every node.`;

/** Shows how far a rotation is: as a bar on a terminal, otherwise as a line for each change. */
const reporter = (): ((rotation: Rotation) => void) => {
  const bar = new Progress();
  let printed = '';
  return (rotation) => {
    const line = progressOf(rotation);
    const { projectsDone, projectsLeft, versionsDone, versionsLeft } = rotation;
    const done = projectsDone + versionsDone;
    if (process.stderr.isTTY)
      bar.show(done, done + projectsLeft + versionsLeft, `${versionsLeft} versions of secrets left`);
    else if (line !== printed) console.log(line);
    printed = line;
    if (rotation.status !== 'running') bar.end();
  };
};

/** Starts the rotation and polls it until it ends; reports the progress. */
const rotate = async (client: ApiClient, report: (rotation: Rotation) => void): Promise<Rotation> => {
  let { keyRotation: rotation } = await client.call('startKeyRotation');
  for (;;) {
    report(rotation);
    if (rotation.status !== 'running') return rotation;
    await setTimeout(everyMs);
    ({ keyRotation: rotation } = await client.call('getKeyRotation'));
  }
};

const rotateKeys = async (options: Options): Promise<void> => {
  const client = connect(options, 'of an instance administrator', laterAdvice);
  const rotation = await rotate(client, options.json ? () => undefined : reporter());
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
    .addHelpText('after', '\nExample: sallyport rotate-keys')
    .action(rotateKeys);
