import { Command } from 'commander';
import { StartError } from '../../platform/errors.ts';
import { namedProject, withProject, type ProjectOptions } from '../folder-options.ts';
import { RefusedByServer } from '../server/client.ts';
import { connect } from '../server/connection.ts';
import { findProject } from '../server/project.ts';
import { asJson } from '../table.ts';
import { note } from '../terminal.ts';
import { findIdentity } from './find.ts';

interface Options extends ProjectOptions {
  readonly label?: string;
  readonly json?: true;
}

const create = async (name: string, options: Options): Promise<void> => {
  const client = connect(options, 'that may create tokens of machine identities');
  const project = await findProject(client, namedProject(options));
  const { id: identityId } = await findIdentity(client, project, name);
  const call = { params: { identityId }, body: { name: options.label } };
  const issued = await client.call('createTokenAuthToken', call).catch((error: unknown) => {
    if (!(error instanceof RefusedByServer && error.status === 404)) throw error;
    throw new StartError(`${name} has no token auth. To attach it: sallyport identity auth token ${name}`);
  });
  if (options.json) return console.log(asJson(issued));
  note(`Created: a token of ${name}, which ends after ${issued.expiresIn} seconds and is shown only now:`);
  console.log(issued.accessToken);
};

export const tokenCommand = (): Command =>
  withProject(new Command('token'))
    .argument('<name>', 'the machine identity, which has token auth')
    .option('--label <text>', 'what the token is for')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample: sallyport identity token web --label nightly > web.token')
    .action(create);
