import type { Reply } from '../../contract.ts';
import { isVariableName } from '../../formats/dotenv.ts';

type SecretList = Reply<'listSecrets'>;

/** Names and values for the environment of a program. */
export type Variables = Readonly<Record<string, string>>;

/** The variables of a folder, and what cannot be one. */
export interface FolderVariables {
  readonly variables: Variables;
  /** For each reason the names of the secrets that are left out. */
  readonly leftOut: ReadonlyMap<string, readonly string[]>;
}

/**
 * Variables by which the system or an interpreter finds or loads code: whoever may write secrets could run a program of
 * their own on the machines of all who use `run`.
 */
const loading =
  /^(PATH|HOME|SHELL|IFS|ENV|BASH_ENV|BASH_FUNC_.*|PS4|PROMPT_COMMAND|LD_.*|DYLD_.*|NODE_OPTIONS|NODE_PATH|PYTHONPATH|PYTHONHOME|PYTHONSTARTUP|PERL5LIB|PERL5OPT|RUBYLIB|RUBYOPT|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|GIT_.*|PAGER|EDITOR|VISUAL|BROWSER)$/i;

const reasons = {
  hidden: 'you may not read their values',
  name: 'they cannot be names of variables',
  value: 'their values contain a null character',
  loading: 'they decide which code runs here; --all-names passes them on',
} as const;

interface Options {
  /** Whether variables that decide which code runs are passed on. */
  readonly hasAllNames: boolean;
}

type Secret = Pick<SecretList['secrets'][number], 'secretKey' | 'secretValue' | 'secretValueHidden'>;

const problemOf = (
  { secretKey, secretValue, secretValueHidden }: Secret,
  { hasAllNames }: Options,
): string | undefined => {
  if (secretValueHidden) return reasons.hidden;
  if (!isVariableName(secretKey)) return reasons.name;
  if (secretValue.includes('\0')) return reasons.value;
  return !hasAllNames && loading.test(secretKey) ? reasons.loading : undefined;
};

/** The secrets of a folder over those of its imports, of which the last has precedence. */
export const variablesOf = ({ secrets, imports }: SecretList, options: Options): FolderVariables => {
  const variables: Record<string, string> = {};
  const leftOut = new Map<string, string[]>();
  const effective = new Map<string, Secret>();
  for (const secret of [...imports.flatMap((one) => one.secrets), ...secrets]) effective.set(secret.secretKey, secret);
  for (const secret of effective.values()) {
    const problem = problemOf(secret, options);
    if (problem === undefined) variables[secret.secretKey] = secret.secretValue;
    else leftOut.set(problem, [...(leftOut.get(problem) ?? []), secret.secretKey]);
  }
  return { variables, leftOut };
};

/** The names of the variables that only one of the two has, or that differ. */
export const changedNames = (before: Variables, after: Variables): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name]).sort();
