import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import type { Reply } from '../contract.ts';
import { StartError } from '../platform/errors.ts';
import { directoryFile, readDirectoryFile } from './directory-file.ts';
import { normalPath, requireFolder } from './folder-options.ts';
import type { ApiClient } from './server/client.ts';
import { connect, withServer, type ConnectionOptions } from './server/connection.ts';
import { findProject, type Project } from './server/project.ts';
import { suggestion } from './suggest.ts';
import { askText, isInteractive, note } from './terminal.ts';
import { UsageError } from './usage.ts';

interface Options extends ConnectionOptions {
  readonly project?: string;
  readonly env?: string;
  readonly path?: string;
  readonly replace?: true;
}

/** Asks which of the names it is; the first is what an empty answer means. */
const choose = async (what: string, option: string, names: readonly string[]): Promise<string> => {
  if (names.length === 1) return names[0]!;
  if (!isInteractive()) throw new UsageError(`Name the ${what} with ${option}. There are: ${names.join(', ')}.`);
  note(`${what[0]!.toUpperCase()}${what.slice(1)}s: ${names.join(', ')}`);
  for (;;) {
    const answer = (await askText(`Which ${what}? [${names[0]}] `)) || names[0]!;
    if (names.includes(answer)) return answer;
    note(`There is no ${what} '${answer}'.${suggestion(answer, names)}`);
  }
};

const isForSecrets = ({ type }: Reply<'listProjects'>['projects'][number]): boolean => type === 'secret-manager';

const chooseProject = async (client: ApiClient, wanted: string | undefined): Promise<Project> => {
  if (wanted !== undefined) return findProject(client, wanted);
  const projects = (await client.call('listProjects')).projects.filter(isForSecrets);
  if (projects.length === 0)
    throw new StartError('You are not a member of any project. To create one: sallyport project create NAME');
  return findProject(
    client,
    await choose(
      'project',
      '--project',
      projects.map(({ slug }) => slug),
    ),
  );
};

const init = async (options: Options): Promise<void> => {
  const file = join(process.cwd(), directoryFile);
  if (existsSync(file) && !options.replace)
    throw new UsageError(`${directoryFile} exists already. Give --replace to write it again.`);
  const client = connect(options);
  const former = options.project === undefined && !options.replace ? readDirectoryFile() : undefined;
  const project = await chooseProject(client, options.project ?? former?.project);
  const slugs = project.environments.map(({ slug }) => slug);
  if (slugs.length === 0) throw new StartError(`The project ${project.slug} has no environments.`);
  const environment = options.env ?? former?.environment ?? (await choose('environment', '--env', slugs));
  const path = normalPath(options.path ?? former?.path ?? '/');
  await requireFolder(client, project, environment, path);
  const settings = { project: project.slug, environment, ...(path !== '/' && { path }) };
  writeFileSync(file, `${JSON.stringify(settings, undefined, 2)}\n`);
  console.log(`${directoryFile} names ${project.slug}:${environment}:${path} for the commands in this directory.`);
  note('It contains no secrets: commit it. Next: sallyport secrets list, sallyport run -- PROGRAM');
};

export const initCommand = (): Command =>
  withServer(new Command('init'))
    .option('--project <id or slug>', 'the project; asked for otherwise')
    .option('--env <slug>', 'the environment; asked for otherwise')
    .option('--path <path>', 'the folder; by default the root')
    .option('--replace', 'replace the file if there is one')
    .addHelpText(
      'after',
      `\nWrites ${directoryFile}. An .infisical.json is understood as well, and gives the answers.\n\nExample: sallyport init --project rockets --env dev`,
    )
    .action(init);
