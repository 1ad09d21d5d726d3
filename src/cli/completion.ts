import { Argument, Command } from 'commander';

/** What can follow a command: the names of the commands below it, and its long options. */
interface Words {
  readonly path: readonly string[];
  readonly commands: readonly string[];
  readonly options: readonly string[];
}

/** The words of a command and of all commands below it. */
const wordsOf = (command: Command, path: readonly string[] = []): Words[] => [
  {
    path,
    commands: command.commands.map((each) => each.name()),
    options: [...command.options.flatMap(({ long }) => long ?? []), '--help'],
  },
  ...command.commands.flatMap((each) => wordsOf(each, [...path, each.name()])),
];

const listed = ({ commands, options }: Words): string => [...commands, ...options].join(' ');

/** The commands on the line; those without commands below them have arguments. */
const bashPattern = ({ path, commands }: Words): string =>
  commands.length > 0 ? `'${path.join(' ')}'` : `'${path.join(' ')}' | '${path.join(' ')} '*`;

/** Offers what can follow the commands on the line, and files otherwise. */
const bash = (all: readonly Words[]): string => `_sallyport() {
  local names='' candidates word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) break ;; esac
    names="\${names:+$names }$word"
  done
  case "$names" in
${all.map((words) => `    ${bashPattern(words)}) candidates='${listed(words)}' ;;`).join('\n')}
    *) candidates='' ;;
  esac
  COMPREPLY=($(compgen -W "$candidates" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _sallyport sallyport`;

const fishCondition = ({ path }: Words): string =>
  path.length === 0
    ? '__fish_use_subcommand'
    : path.map((name) => `__fish_seen_subcommand_from ${name}`).join('; and ');

const fish = (all: readonly Words[]): string =>
  all
    .flatMap((words) => [
      ...words.commands.map((name) => `complete -c sallyport -n '${fishCondition(words)}' -f -a ${name}`),
      ...words.options.map((option) => `complete -c sallyport -n '${fishCondition(words)}' -l ${option.slice(2)}`),
    ])
    .join('\n');

const shells = {
  bash,
  // zsh understands the functions of bash after this.
  zsh: (all: readonly Words[]): string => `autoload -U +X bashcompinit && bashcompinit\n${bash(all)}`,
  fish,
};

/** Prints a script by which a shell completes the commands and options of this program. */
export const completionCommand = (): Command =>
  new Command('completion')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(shells)))
    .addHelpText(
      'after',
      `
bash: add to ~/.bashrc: source <(sallyport completion bash)
zsh:  add to ~/.zshrc: source <(sallyport completion zsh)
fish: sallyport completion fish > ~/.config/fish/completions/sallyport.fish

Example: source <(sallyport completion bash)`,
    )
    .action((shell: keyof typeof shells, _options: object, command: Command) =>
      console.log(shells[shell](wordsOf(command.parent!))),
    );
