import { secretInt } from './random-secrets.ts';

/** What a password has to contain. A class of which none is required is not used. */
export interface PasswordRequirements {
  readonly length: number;
  readonly required: {
    readonly lowercase: number;
    readonly uppercase: number;
    readonly digits: number;
    readonly symbols: number;
  };
  readonly allowedSymbols?: string;
}

export const defaultRequirements: PasswordRequirements = {
  length: 48,
  required: { lowercase: 1, uppercase: 1, digits: 1, symbols: 0 },
};

export const defaultSymbols = '-_.~!*';

const lowercase = 'abcdefghijklmnopqrstuvwxyz';

const pick = (alphabet: string): string => alphabet.charAt(secretInt(alphabet.length));

/** Generates a password; the requirements need at least one character of a class, and no more than the length. */
export const generatePassword = ({ length, required, allowedSymbols }: PasswordRequirements): string => {
  const classes = [
    { least: required.lowercase, alphabet: lowercase },
    { least: required.uppercase, alphabet: lowercase.toUpperCase() },
    { least: required.digits, alphabet: '0123456789' },
    {
      least: required.symbols,
      alphabet: allowedSymbols === undefined || allowedSymbols === '' ? defaultSymbols : allowedSymbols,
    },
  ].filter(({ least }) => least > 0);
  const all = classes.map(({ alphabet }) => alphabet).join('');
  const characters = classes.flatMap(({ least, alphabet }) => Array.from({ length: least }, () => pick(alphabet)));
  while (characters.length < length) characters.push(pick(all));
  for (let last = characters.length - 1; last > 0; last -= 1) {
    const other = secretInt(last + 1);
    [characters[last], characters[other]] = [characters[other]!, characters[last]!];
  }
  return characters.join('');
};
