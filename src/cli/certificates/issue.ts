import { Command, Option } from 'commander';
import { namedProject, withProject, type ProjectOptions } from '../folder-options.ts';
import { connect } from '../server/connection.ts';
import { findProject } from '../server/project.ts';
import { asJson } from '../table.ts';
import { note } from '../terminal.ts';
import { findAuthority, keyAlgorithms } from './authorities.ts';
import { fileNameFor, requireNewFiles, writeCertificate } from './files.ts';

interface Options extends ProjectOptions {
  readonly authority: string;
  readonly for: string;
  readonly key?: string;
  readonly output?: string;
  readonly json?: true;
}

const issue = async (names: readonly string[], options: Options): Promise<void> => {
  const client = connect(options);
  const commonName = names[0]!;
  const output = options.output ?? fileNameFor(commonName);
  if (!options.json) requireNewFiles(output);
  const project = await findProject(client, namedProject(options));
  const { id: caId } = await findAuthority(client, project, options.authority);
  const { for: ttl, key: keyAlgorithm } = options;
  const issued = await client.call('issueCertificate', {
    body: { caId, commonName, altNames: names.join(', '), ttl, keyAlgorithm },
  });
  if (options.json) return console.log(asJson(issued));
  note(`Issued: the certificate ${issued.certificateId} for ${names.join(', ')}.`);
  writeCertificate(output, issued);
};

export const issueCommand = (): Command =>
  withProject(new Command('issue'))
    .argument('<name...>', 'the names that clients know it by: host names, also *.example.com, or addresses')
    .requiredOption('--authority <name>', 'the authority that issues it')
    .option('--for <duration>', 'how long it is valid, such as 12h, 90d or 1y', '90d')
    .addOption(
      new Option('--key <algorithm>', 'the type of its key; by default that of the authority').choices(keyAlgorithms),
    )
    .option('--output <name>', 'writes NAME.pem, NAME-chain.pem and NAME.key; by default the first name')
    .option('--json', 'print JSON, also the private key, and write no files')
    .addHelpText(
      'after',
      '\nExample: sallyport certificates issue web.example.com 10.0.0.1 --authority acme-root --for 90d --output web',
    )
    .action(issue);
