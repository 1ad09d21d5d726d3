import { Command } from 'commander';
import { StartError } from '../../platform/errors.ts';
import { namedProject, withProject, type ProjectOptions } from '../folder-options.ts';
import { RefusedByServer } from '../server/client.ts';
import { connect } from '../server/connection.ts';
import { findProject } from '../server/project.ts';
import { note, requireYes } from '../terminal.ts';
import { findIdentity } from './find.ts';

interface Options extends ProjectOptions {
  readonly yes?: true;
}

const remove = async (name: string, options: Options): Promise<void> => {
  const client = connect(options, 'that may delete machine identities');
  const project = await findProject(client, namedProject(options));
  const identity = await findIdentity(client, project, name);
  await requireYes(`Delete the machine identity ${name} of ${project.slug}, with its credentials?`, options);
  const params = { projectId: project.id, identityId: identity.id };
  await client.call('deleteProjectOwnedIdentity', { params }).catch((error: unknown) => {
    if (!(error instanceof RefusedByServer && error.status === 404)) throw error;
    throw new StartError(`${name} belongs to the organization, not to ${project.slug}. Delete it in the console.`);
  });
  note(`Deleted: the machine identity ${name} of ${project.slug}. What it logged in with no longer works.`);
};

export const rmCommand = (): Command =>
  withProject(new Command('rm'))
    .argument('<name>', 'its name')
    .option('--yes', 'do not ask')
    .addHelpText('after', '\nExample: sallyport identity rm web')
    .action(remove);
