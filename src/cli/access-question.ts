import { InvalidArgumentError, type Command } from 'commander';
import type { ConnectionOptions } from './server/connection.ts';
import { withServer } from './server/connection.ts';
import { subjectFields, whereHelp, type Where } from './where.ts';

type Fields = Readonly<Record<string, string | string[]>>;

export interface QuestionOptions extends ConnectionOptions {
  readonly subject: string;
  readonly field?: Fields;
  readonly at?: string;
  readonly json?: true;
}

const readField = (text: string, former: Fields = {}): Fields => {
  const [, name, value] = /^(\w+)=(.+)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('Use name=value, such as userEmail=a@example.com.');
  return { ...former, [name]: name === 'secretTags' ? value.split(',') : value };
};

/** What the operations about access are asked. */
export const questionOf = (action: string, where: Where, { subject, field, at }: QuestionOptions) => ({
  subject,
  action,
  object: { ...subjectFields(where), ...field },
  ...(at !== undefined && { at }),
});

export const actionHelp = `
ACTION is an action of the subject; of secrets: readValue, describeSecret, read (both), create, edit or delete.`;

/** Adds the options of questions about access, and the help about what is asked. */
export const withQuestion = (command: Command, help: string, example: string): Command =>
  withServer(command)
    .option('--subject <subject>', 'what the action is done to, as in the rules of roles', 'secrets')
    .option('--field <name=value>', 'another field of the subject that conditions may ask for; repeatable', readField)
    .option('--at <time>', 'the answer at this time instead of now, such as 2026-01-02T03:04:05Z')
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', `${help}${actionHelp}${whereHelp}\n\nExample: ${example}`);
