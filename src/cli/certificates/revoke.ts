import { Command, Option } from 'commander';
import { namedProject, withProject, type ProjectOptions } from '../folder-options.ts';
import { connect } from '../server/connection.ts';
import { findProject } from '../server/project.ts';
import { note, printable, requireYes } from '../terminal.ts';
import { certificateArgument, findCertificate } from './find.ts';

interface Options extends ProjectOptions {
  readonly reason: string;
  readonly yes?: true;
}

const reasons = [
  'unspecified',
  'key-compromise',
  'affiliation-changed',
  'superseded',
  'cessation-of-operation',
  'privilege-withdrawn',
];

const revoke = async (wanted: string, options: Options): Promise<void> => {
  const client = connect(options);
  const project = await findProject(client, namedProject(options));
  const { id, commonName, serialNumber } = await findCertificate(client, project, wanted);
  const text = `the certificate ${commonName} with the serial number ${serialNumber}`;
  await requireYes(printable(`Revoke ${text} for good?`), options);
  const revocationReason = options.reason.toUpperCase().replaceAll('-', '_');
  await client.call('revokeCertificate', { params: { id }, body: { revocationReason } });
  note(`Revoked: ${text}.`);
};

export const revokeCommand = (): Command =>
  withProject(new Command('revoke'))
    .argument('<certificate>', certificateArgument)
    .addOption(new Option('--reason <reason>', 'what the revocation list says').choices(reasons).default('unspecified'))
    .option('--yes', 'do not ask')
    .addHelpText('after', '\nExample: sallyport certificates revoke web.example.com --reason key-compromise')
    .action(revoke);
