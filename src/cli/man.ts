import { Command, type Help } from 'commander';

/** Escapes what troff would read as a request or an escape. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&');

const sentence = (text: string): string => escaped(text.replaceAll('`', '').trim());

const optionsOf = (command: Command, help: Help): string[] =>
  help
    .visibleOptions(command)
    .filter(({ long }) => long !== '--help')
    .flatMap((option) => ['.TP', `.B ${escaped(help.optionTerm(option))}`, sentence(help.optionDescription(option))]);

const argumentsOf = (command: Command, help: Help): string[] =>
  help
    .visibleArguments(command)
    .flatMap((argument) => [
      '.TP',
      `.I ${escaped(help.argumentTerm(argument))}`,
      sentence(help.argumentDescription(argument)),
    ]);

/** What is written below the options in the help of a command, such as its example. */
const notesOf = (command: Command): string => {
  let written = '';
  command.configureOutput({ writeOut: (text) => (written += text) });
  command.outputHelp();
  const own = command.helpInformation();
  return written.startsWith(own) ? written.slice(own.length).trim() : '';
};

/** The sections of the commands that do something, and not only have others below them. */
const sectionsOf = (command: Command, names: readonly string[] = []): string[] =>
  command.commands.flatMap((each) => {
    const path = [...names, each.name()];
    if (each.commands.length > 0) return sectionsOf(each, path);
    const help = each.createHelp();
    const usage = `sallyport ${path.join(' ')} ${each.usage()}`;
    const notes = notesOf(each);
    return [
      `.SS ${escaped(`sallyport ${path.join(' ')}`)}`,
      sentence(each.description()),
      '.PP',
      `.B ${escaped(usage)}`,
      ...argumentsOf(each, help),
      ...optionsOf(each, help),
      ...(notes === '' ? [] : ['.PP', '.nf', escaped(notes.replaceAll('`', '')), '.fi']),
    ];
  });

/** The manual page of a program, from the definitions of its commands. */
export const manualPage = (program: Command): string =>
  [
    `.TH SALLYPORT 1 "" "sallyport ${escaped(program.version() ?? '')}" "User Commands"`,
    '.SH NAME',
    `sallyport \\- ${sentence(program.description())}`,
    '.SH SYNOPSIS',
    '.B sallyport',
    '.I command',
    '[options]',
    '.SH COMMANDS',
    ...sectionsOf(program),
    '.SH EXIT STATUS',
    sentence(
      '0 if all is well, 1 if the command could not be done, 2 if it was called wrongly. sallyport run exits as its program does: 127 if there is no such program, 126 if it cannot be run, 128 and the number of the signal that ended it.',
    ),
    '',
  ].join('\n');

export const manCommand = (): Command =>
  new Command('man')
    .addHelpText('after', '\nExample: sallyport man > sallyport.1')
    .action((_options: object, command: Command) => {
      process.stdout.write(manualPage(command.parent!));
    });
