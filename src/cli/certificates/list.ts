import { Command, Option } from 'commander';
import { namedProject, withProject, type ProjectOptions } from '../folder-options.ts';
import { connect } from '../server/connection.ts';
import { findProject } from '../server/project.ts';
import { asJson } from '../table.ts';
import { note } from '../terminal.ts';
import { certificateTable, listCertificates } from './find.ts';

interface Options extends ProjectOptions {
  readonly status?: string;
  readonly search?: string;
  readonly json?: true;
}

const list = async ({ status, search, ...options }: Options): Promise<void> => {
  const client = connect(options);
  const project = await findProject(client, namedProject(options));
  const certificates = await listCertificates(client, project, { status, search });
  if (options.json) console.log(asJson(certificates));
  else if (certificates.length > 0) console.log(certificateTable(certificates));
  else note(`${project.slug} has no such certificates.`);
};

export const listCommand = (): Command =>
  withProject(new Command('list'))
    .addOption(
      new Option('--status <status>', 'only certificates of this status').choices(['active', 'expired', 'revoked']),
    )
    .option('--search <text>', 'only those with this in a name or in the serial number')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample: sallyport certificates list --status active')
    .action(list);
