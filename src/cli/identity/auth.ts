import { Command } from 'commander';
import { namedProject, withProject, type ProjectOptions } from '../folder-options.ts';
import { readDuration } from '../period.ts';
import { connect } from '../server/connection.ts';
import { findProject } from '../server/project.ts';
import { asJson } from '../table.ts';
import { note } from '../terminal.ts';
import { methods, type Method } from './auth-methods.ts';
import type { MethodOptions } from './auth-options.ts';
import { findIdentity } from './find.ts';

interface Options extends ProjectOptions, MethodOptions {
  readonly tokenTtl?: number;
  readonly json?: true;
}

const attach = async ({ title, operation, bodyOf }: Method, name: string, options: Options): Promise<void> => {
  const client = connect(options, 'that may change how machine identities log in');
  const { tokenTtl } = options;
  const body = {
    ...bodyOf(options),
    ...(tokenTtl !== undefined && { accessTokenTTL: tokenTtl / 1000, accessTokenMaxTTL: tokenTtl / 1000 }),
  };
  const project = await findProject(client, namedProject(options));
  const { id: identityId } = await findIdentity(client, project, name);
  const attached = await client.call(operation, { params: { identityId }, body });
  if (options.json) return console.log(asJson(attached));
  note(`Attached: ${title} to the machine identity ${name}. A login names its id:`);
  console.log(identityId);
};

const methodCommand = (name: string, method: Method): Command => {
  const command = withProject(new Command(name))
    .description(method.description)
    .argument('<name>', 'the machine identity')
    .option('--token-ttl <duration>', 'how long its access tokens live, such as 10m; by default 30 days', readDuration)
    .option('--json', 'print JSON')
    .addHelpText('after', `\nExample: sallyport identity auth ${name} ${method.example}`);
  for (const option of method.options) command.addOption(option);
  return command.action((identity: string, options: Options) => attach(method, identity, options));
};

export const authCommand = (): Command => {
  const command = new Command('auth');
  for (const [name, method] of Object.entries(methods)) command.addCommand(methodCommand(name, method));
  return command;
};
