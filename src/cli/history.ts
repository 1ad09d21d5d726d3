import { Command } from 'commander';
import { findFolder, folderText, withFolder, type FolderOptions } from './folder-options.ts';
import { connect } from './server/connection.ts';
import { asJson, table } from './table.ts';
import { note } from './terminal.ts';
import { limitOption } from './usage.ts';

interface Options extends FolderOptions {
  readonly limit: number;
  readonly json?: true;
}

const history = async (options: Options): Promise<void> => {
  const client = connect(options);
  const folder = await findFolder(client, options);
  const { project, environment, path } = folder;
  const query = { projectId: project.id, environment, path, limit: options.limit };
  const { commits, hasMore } = await client.call('listCommits', { query });
  const rows = commits.map(({ createdAt, actorMetadata, actorType, message }) => ({
    time: createdAt,
    by: actorMetadata?.name ?? actorType,
    what: message ?? '',
  }));
  if (options.json) return console.log(asJson(rows));
  if (rows.length === 0) return note(`Nothing has changed in ${folderText(folder)}.`);
  console.log(
    table(
      ['TIME', 'BY', 'CHANGE'],
      rows.map(({ time, by, what }) => [time, by, what]),
    ),
  );
  if (hasMore) note('There are older ones: --limit');
};

export const historyCommand = (): Command =>
  withFolder(new Command('history'))
    .addOption(limitOption('the most changes, the newest', 20, 100))
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nThe command rollback takes these times: it returns the folder to what it was right after the change.\n\nExample: sallyport history --env prod --path /payments',
    )
    .action(history);
