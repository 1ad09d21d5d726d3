import { readFileSync } from 'node:fs';
import { InvalidArgumentError, Option } from 'commander';
import { UsageError } from '../usage.ts';

type Pairs = Readonly<Record<string, string>>;

/** What the commands for attaching a login take, each some of it. */
export interface MethodOptions {
  readonly issuer?: string;
  readonly discoveryUrl?: string;
  readonly audience?: string;
  readonly subject?: string;
  readonly claim?: Pairs;
  readonly keepClaim?: Pairs;
  readonly caFile?: string;
  readonly jwksUrl?: string;
  readonly jwksFile?: string;
  readonly publicKey?: readonly string[];
  readonly host?: string;
  readonly reviewerTokenFile?: string;
  readonly namespaces?: string;
  readonly serviceAccounts?: string;
  readonly principals?: string;
  readonly accounts?: string;
  readonly tenant?: string;
  readonly resource?: string;
  readonly servicePrincipals?: string;
  readonly type?: string;
  readonly gcpProjects?: string;
  readonly zones?: string;
  readonly commonNames?: string;
  readonly altName?: readonly string[];
  readonly chain?: true;
}

export const option = (flags: string, description: string): Option => new Option(flags, description);

export const required = (flags: string, description: string): Option =>
  option(flags, description).makeOptionMandatory();

const readPair = (text: string, former: Pairs = {}): Pairs => {
  const [, name, value] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('Use NAME=VALUE, such as ref=refs/heads/main.');
  return { ...former, [name]: value };
};

export const pairOption = (flags: string, description: string): Option =>
  option(flags, `${description}; repeatable`).argParser(readPair);

const append = (text: string, former?: readonly string[]): readonly string[] => [...(former ?? []), text];

export const repeatableOption = (flags: string, description: string): Option =>
  option(flags, `${description}; repeatable`).argParser(append);

export const readFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UsageError(`${file} cannot be read.`, { cause });
  }
};

export const fileIfGiven = (file: string | undefined): string | undefined =>
  file === undefined ? undefined : readFile(file);

/** What tokens of an issuer are compared with. */
export const tokenOptions: readonly Option[] = [
  option('--audience <list>', 'whom tokens have to be for: one of these, separated by commas'),
  option('--subject <pattern>', 'what `sub` has to be; * is any text'),
  pairOption('--claim <name=pattern>', 'what a claim has to be'),
];

export const caFileOption = option('--ca-file <file>', 'the certificates of its own authority, in PEM');
