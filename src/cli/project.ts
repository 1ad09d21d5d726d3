import { Command, Option } from 'commander';
import type { Reply } from '../contract.ts';
import { connect, withServer, type ConnectionOptions } from './server/connection.ts';
import { asJson, pairs, table } from './table.ts';
import { note } from './terminal.ts';

interface Options extends ConnectionOptions {
  readonly json?: true;
}

interface CreateOptions extends Options {
  readonly slug?: string;
  readonly description?: string;
  readonly type?: string;
}

type Project = Reply<'listProjects'>['projects'][number];

const slugsOf = ({ environments }: Pick<Project, 'environments'>): string =>
  environments.map(({ slug }) => slug).join(', ');

const list = async (options: Options): Promise<void> => {
  const { projects } = await connect(options, 'of a member of the projects').call('listProjects');
  if (options.json) console.log(asJson(projects));
  else if (projects.length === 0) note('You are not a member of any project.');
  else
    console.log(
      table(
        ['SLUG', 'NAME', 'TYPE', 'ENVIRONMENTS', 'ID'],
        projects.map((project) => [project.slug, project.name, project.type, slugsOf(project), project.id]),
      ),
    );
};

const create = async (projectName: string, options: CreateOptions): Promise<void> => {
  const { slug, description: projectDescription, type } = options;
  const { project } = await connect(options, 'that may create projects').call('createProject', {
    body: { projectName, slug, projectDescription, type },
  });
  const { name, id } = project;
  if (options.json) console.log(asJson(project));
  else
    console.log(
      `The project is created.\n${pairs({ name, slug: project.slug, id, environments: slugsOf(project) || undefined })}`,
    );
};

export const projectCommand = (): Command =>
  new Command('project')
    .addCommand(
      withServer(new Command('list'))
        .description('List the projects that you are a member of.')
        .option('--json', 'print JSON')
        .addHelpText('after', '\nExample: sallyport project list')
        .action(list),
    )
    .addCommand(
      withServer(new Command('create'))
        .description('Create a project, of which you become the administrator.')
        .argument('<name>', 'its name')
        .option('--slug <slug>', 'its slug; by default from the name')
        .option('--description <text>', 'what it is for')
        .addOption(new Option('--type <type>', 'its purpose').choices(['secret-manager', 'cert-manager']))
        .option('--json', 'print JSON')
        .addHelpText('after', '\nExample: sallyport project create Rockets --slug rockets')
        .action(create),
    );
