import { Command } from 'commander';
import { namedProject, withProject, type ProjectOptions } from '../folder-options.ts';
import { connect } from '../server/connection.ts';
import { findProject } from '../server/project.ts';
import { fileNameFor, requireNewFiles, writeCertificate } from './files.ts';
import { certificateArgument, findCertificate } from './find.ts';

interface Options extends ProjectOptions {
  readonly key: boolean;
  readonly output?: string;
}

const get = async (wanted: string, options: Options): Promise<void> => {
  const client = connect(options);
  const project = await findProject(client, namedProject(options));
  const { id, commonName, hasPrivateKey } = await findCertificate(client, project, wanted);
  const output = options.output ?? fileNameFor(commonName || id);
  requireNewFiles(output);
  const call = { params: { id } };
  writeCertificate(
    output,
    options.key && hasPrivateKey
      ? await client.call('getCertificateBundle', call)
      : { ...(await client.call('getCertificateBody', call)), ...(options.key && { privateKey: null }) },
  );
};

export const getCommand = (): Command =>
  withProject(new Command('get'))
    .argument('<certificate>', certificateArgument)
    .option('--no-key', 'without the private key, which not everybody may read')
    .option('--output <name>', 'writes NAME.pem, NAME-chain.pem and NAME.key; by default its name')
    .addHelpText('after', '\nExample: sallyport certificates get web.example.com --output web')
    .action(get);
