import { Command } from 'commander';
import { namedProject, withProject, type ProjectOptions } from './folder-options.ts';
import { connect } from './server/connection.ts';
import { checkEnvironment, findProject } from './server/project.ts';
import { asJson, table } from './table.ts';
import { note, requireYes } from './terminal.ts';

interface ListOptions extends ProjectOptions {
  readonly json?: true;
}

interface CreateOptions extends ProjectOptions {
  readonly name?: string;
}

interface RemoveOptions extends ProjectOptions {
  readonly yes?: true;
}

const list = async (options: ListOptions): Promise<void> => {
  const { environments } = await findProject(connect(options), namedProject(options));
  if (options.json) console.log(asJson(environments));
  else
    console.log(
      table(
        ['SLUG', 'NAME', 'PROTECTED'],
        environments.map(({ slug, name, isProtected }) => [slug, name, isProtected ? 'yes' : '']),
      ),
    );
};

const create = async (slug: string, { name = slug, ...options }: CreateOptions): Promise<void> => {
  const client = connect(options);
  const project = await findProject(client, namedProject(options));
  await client.call('createEnvironment', { params: { projectId: project.id }, body: { name, slug } });
  note(`Created: the environment ${slug} of ${project.slug}.`);
};

const remove = async (slug: string, options: RemoveOptions): Promise<void> => {
  const client = connect(options);
  const project = await findProject(client, namedProject(options));
  checkEnvironment(project, slug);
  const { id } = project.environments.find((each) => each.slug === slug)!;
  await requireYes(`Delete the environment ${slug} of ${project.slug} with all its secrets?`, options);
  await client.call('deleteEnvironment', { params: { projectId: project.id, id } });
  note(`Deleted: the environment ${slug} of ${project.slug}. It can be restored in the console for 14 days.`);
};

export const environmentsCommand = (): Command =>
  new Command('envs')
    .addCommand(
      withProject(new Command('list'))
        .description('List the environments of a project.')
        .option('--json', 'print JSON')
        .addHelpText('after', '\nExample: sallyport envs list --project rockets')
        .action(list),
    )
    .addCommand(
      withProject(new Command('create'))
        .description('Create an environment.')
        .argument('<slug>', 'its slug')
        .option('--name <name>', 'its name; by default the slug')
        .addHelpText('after', '\nExample: sallyport envs create qa --name "Quality assurance"')
        .action(create),
    )
    .addCommand(
      withProject(new Command('rm'))
        .description('Delete an environment; it can be restored for 14 days.')
        .argument('<slug>', 'its slug')
        .option('--yes', 'do not ask')
        .addHelpText('after', '\nExample: sallyport envs rm qa')
        .action(remove),
    );
