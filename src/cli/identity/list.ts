import { Command } from 'commander';
import { namedProject, withProject, type ProjectOptions } from '../folder-options.ts';
import { connect } from '../server/connection.ts';
import { findProject } from '../server/project.ts';
import { asJson, table } from '../table.ts';
import { note } from '../terminal.ts';

interface Options extends ProjectOptions {
  readonly json?: true;
}

const list = async (options: Options): Promise<void> => {
  const client = connect(options);
  const { id: projectId } = await findProject(client, namedProject(options));
  const { identityMemberships, totalCount } = await client.call('listProjectIdentities', {
    params: { projectId },
    query: { limit: 1000 },
  });
  const rows = identityMemberships.map(({ identity, roles }) => ({
    name: identity.name,
    roles: roles.map(({ role, customRoleSlug }) => customRoleSlug ?? role).join(', '),
    id: identity.id,
  }));
  if (options.json) return console.log(asJson(rows));
  if (rows.length === 0) return note('The project has no machine identities.');
  console.log(
    table(
      ['NAME', 'ROLES', 'ID'],
      rows.map(({ name, roles, id }) => [name, roles, id]),
    ),
  );
  if (totalCount > rows.length) note(`There are ${totalCount - rows.length} more.`);
};

export const listCommand = (): Command =>
  withProject(new Command('list'))
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample: sallyport identity list')
    .action(list);
