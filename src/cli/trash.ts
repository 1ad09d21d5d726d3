import { Command } from 'commander';
import type { Reply } from '../contract.ts';
import { StartError } from '../platform/errors.ts';
import { namedProject, normalPath, withProject, type FolderOptions } from './folder-options.ts';
import { askIfProtected, type ChangeOptions } from './protected.ts';
import type { ApiClient } from './server/client.ts';
import { connect } from './server/connection.ts';
import { checkEnvironment, findProject, type Project } from './server/project.ts';
import { suggestion } from './suggest.ts';
import { asJson, shortTime, table } from './table.ts';
import { note, printable, requireYes } from './terminal.ts';
import { UsageError } from './usage.ts';

interface ListOptions extends FolderOptions {
  readonly json?: true;
}

interface RestoreOptions extends FolderOptions, ChangeOptions {
  readonly as?: string;
}

type RemoveOptions = FolderOptions & ChangeOptions;

type Item = Reply<'listTrash'>['items'][number];

const pageSize = 500;

const itemText = ({ kind, name, environment, secretPath }: Item): string =>
  `the ${kind} ${name} of ${environment}:${secretPath}`;

/** What the options name does not have to exist any more, except the project and the environment. */
const readTrash = async (client: ApiClient, project: Project, { env, path }: FolderOptions): Promise<Item[]> => {
  if (path !== undefined && env === undefined)
    throw new UsageError('--path is a folder of one environment: name it with --env.');
  if (env !== undefined) checkEnvironment(project, env);
  const items: Item[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const { items: page } = await client.call('listTrash', {
      params: { projectId: project.id },
      query: {
        environment: env,
        secretPath: path === undefined ? undefined : normalPath(path),
        offset,
        limit: pageSize,
      },
    });
    items.push(...page);
    // A page may be shorter, because of what the caller may not see.
    if (page.length === 0) return items;
  }
};

const list = async (options: ListOptions): Promise<void> => {
  const client = connect(options);
  const project = await findProject(client, namedProject(options));
  const items = await readTrash(client, project, options);
  if (options.json) return console.log(asJson(items));
  if (items.length === 0) return note(`There is nothing of ${project.slug} in the trash.`);
  console.log(
    table(
      ['NAME', 'KIND', 'FOLDER', 'DELETED', 'BY', 'UNTIL', 'ID'],
      items.map(({ name, kind, environment, secretPath, deletedAt, deletedBy, expiresAt, id }) => [
        name,
        kind,
        `${environment}:${secretPath}`,
        shortTime(deletedAt),
        deletedBy.name,
        shortTime(expiresAt),
        id,
      ]),
    ),
  );
};

/** Finds an entry by its id, or by its name if there is only one of that name. */
const findItem = async (client: ApiClient, project: Project, wanted: string, options: FolderOptions): Promise<Item> => {
  const items = await readTrash(client, project, options);
  const byId = items.find(({ id }) => id === wanted);
  if (byId) return byId;
  const [item, ...others] = items.filter(({ name }) => name === wanted);
  if (!item) {
    const names = [...new Set(items.map(({ name }) => name))];
    throw new StartError(`The trash of ${project.slug} has no ${wanted}.${suggestion(wanted, names)}`);
  }
  if (others.length > 0)
    throw new StartError(
      `The trash has ${others.length + 1} of that name. Give the id instead:\n${[item, ...others]
        .map((one) => `  ${one.id}  ${itemText(one)}, deleted ${shortTime(one.deletedAt)}`)
        .join('\n')}`,
    );
  return item;
};

const restore = async (wanted: string, { as: newName, ...options }: RestoreOptions): Promise<void> => {
  const client = connect(options);
  const project = await findProject(client, namedProject(options));
  const item = await findItem(client, project, wanted, options);
  await askIfProtected({ project, environment: item.environment }, printable(`Restore ${itemText(item)}`), options);
  const { restored } = await client.call('restoreFromTrash', {
    params: { projectId: project.id, trashItemId: item.id },
    body: { newName },
  });
  const { name, environment, secretPath } = restored;
  note(printable(`Restored: the ${item.kind} ${name} in ${project.slug}:${environment}:${secretPath}`));
};

const remove = async (wanted: string, options: RemoveOptions): Promise<void> => {
  const client = connect(options);
  const project = await findProject(client, namedProject(options));
  const item = await findItem(client, project, wanted, options);
  const contents = item.kind === 'folder' ? `with its ${item.numberOfSecrets} secrets` : 'with all its versions';
  const question = `Remove ${itemText(item)} ${contents} for good?`;
  await requireYes(printable(question), options);
  await client.call('removeFromTrash', { params: { projectId: project.id, trashItemId: item.id } });
  note(printable(`Removed for good: ${itemText(item)}`));
};

const withFilter = (command: Command): Command =>
  withProject(command)
    .option('--env <slug>', 'only what was deleted in this environment')
    .option('--path <path>', 'only what was deleted in this folder of it');

export const trashCommand = (): Command =>
  new Command('trash')
    .addCommand(
      withFilter(new Command('list'))
        .description('List the deleted secrets and folders of a project, the latest first.')
        .option('--json', 'print JSON')
        .addHelpText('after', '\nExample: sallyport trash list --env dev')
        .action(list),
    )
    .addCommand(
      withFilter(new Command('restore'))
        .description('Restore a deleted secret with its versions, or a folder with what was in it.')
        .argument('<name>', 'its name, or its id if there are several of the name')
        .option('--as <name>', 'another name, if its own is taken by now')
        .option('--yes', 'do not ask, also in a protected environment')
        .addHelpText('after', '\nExample: sallyport trash restore DATABASE_URL --env dev')
        .action(restore),
    )
    .addCommand(
      withFilter(new Command('rm'))
        .description('Remove a deleted secret or folder for good.')
        .argument('<name>', 'its name, or its id if there are several of the name')
        .option('--yes', 'do not ask')
        .addHelpText('after', '\nExample: sallyport trash rm DATABASE_URL --env dev')
        .action(remove),
    );
