import { Command, Option } from 'commander';
import type { Reply } from '../../contract.ts';
import { StartError } from '../../platform/errors.ts';
import { namedProject, withProject, type ProjectOptions } from '../folder-options.ts';
import type { ApiClient } from '../server/client.ts';
import { connect } from '../server/connection.ts';
import { findProject, type Project } from '../server/project.ts';
import { suggestion } from '../suggest.ts';
import { asJson, shortTime, table } from '../table.ts';
import { note } from '../terminal.ts';

interface ListOptions extends ProjectOptions {
  readonly json?: true;
}

interface CreateOptions extends ProjectOptions {
  readonly commonName?: string;
  readonly parent?: string;
  readonly until?: string;
  readonly key: string;
  readonly json?: true;
}

type Authority = Reply<'listCertificateAuthorities'>[number];

export const keyAlgorithms = [
  'EC_prime256v1',
  'EC_secp384r1',
  'EC_secp521r1',
  'RSA_2048',
  'RSA_3072',
  'RSA_4096',
] as const;

const listAuthorities = (client: ApiClient, { id: projectId }: Project): Promise<Authority[]> =>
  client.call('listCertificateAuthorities', { query: { projectId } });

/** Finds an authority by its name; for an unknown one, the message says which there are. */
export const findAuthority = async (client: ApiClient, project: Project, name: string): Promise<Authority> => {
  const authorities = await listAuthorities(client, project);
  const found = authorities.find((one) => one.name === name);
  if (found) return found;
  const names = authorities.map((one) => one.name);
  throw new StartError(`${project.slug} has no certificate authority ${name}.${suggestion(name, names)}`);
};

const list = async (options: ListOptions): Promise<void> => {
  const client = connect(options);
  const project = await findProject(client, namedProject(options));
  const authorities = await listAuthorities(client, project);
  if (options.json) return console.log(asJson(authorities));
  if (authorities.length === 0) return note(`${project.slug} has no certificate authorities.`);
  console.log(
    table(
      ['NAME', 'TYPE', 'STATUS', 'SUBJECT', 'UNTIL', 'ID'],
      authorities.map(({ name, status, id, configuration: { type, dn, notAfter } }) => [
        name,
        type,
        status,
        dn,
        notAfter === null ? '' : shortTime(notAfter),
        id,
      ]),
    ),
  );
};

const create = async (name: string, options: CreateOptions): Promise<void> => {
  const client = connect(options);
  const project = await findProject(client, namedProject(options));
  const parent = options.parent === undefined ? undefined : await findAuthority(client, project, options.parent);
  // An authority below another one cannot outlive it, and the server wants to be told its end.
  const notAfter = options.until ?? parent?.configuration.notAfter ?? undefined;
  const authority = await client.call('createCertificateAuthority', {
    body: {
      projectId: project.id,
      name,
      configuration: {
        type: parent ? 'intermediate' : 'root',
        commonName: options.commonName ?? name,
        keyAlgorithm: options.key,
        parentCaId: parent?.id,
        notAfter,
      },
    },
  });
  if (options.json) return console.log(asJson(authority));
  note(`Created: the certificate authority ${name} of ${project.slug}. Its key never leaves the server.`);
};

export const authoritiesCommand = (): Command =>
  new Command('authorities')
    .addCommand(
      withProject(new Command('list'))
        .description('List the certificate authorities of a project.')
        .option('--json', 'print JSON')
        .addHelpText('after', '\nExample: sallyport authorities list')
        .action(list),
    )
    .addCommand(
      withProject(new Command('create'))
        .description('Create a certificate authority: a root, or one below another authority of the project.')
        .argument('<name>', 'its name')
        .option('--common-name <name>', 'the name in its certificate; by default its name')
        .option('--parent <name>', 'the authority that signs it; without it, it is a root')
        .option(
          '--until <time>',
          'the end of its validity, such as 2040-01-01T00:00:00Z; by default that of its parent',
        )
        .addOption(
          new Option('--key <algorithm>', 'the type of its key').choices(keyAlgorithms).default('EC_prime256v1'),
        )
        .option('--json', 'print JSON')
        .addHelpText('after', '\nExample: sallyport authorities create acme-root --common-name "Acme Root"')
        .action(create),
    );
