import type { GlobCharacter } from './glob.ts';

/**
 * The fields with names of hosts and of whom a certificate is for. Rules on them are compared without case, and know
 * wildcards.
 */
export const isNameField = (field: string): boolean => field === 'commonName' || field === 'altNames';

const isOne = (text: string): boolean => text.length === 1 || Array.from(text).length === 1;

/**
 * Always one character, so that `?` matches the same as before; by the upper case first, because a Greek sigma has two
 * lower ones.
 */
const foldCharacter = (character: string): string => {
  const upper = character.toUpperCase();
  const lower = (isOne(upper) ? upper : character).toLowerCase();
  return isOne(lower) ? lower : character;
};

/** The name in the one form in which names are compared. */
export const foldName = (text: string): string =>
  /^[\u0000-\u007f]*$/.test(text) ? text.toLowerCase() : Array.from(text, foldCharacter).join('');

export const foldCharacters = (pattern: readonly GlobCharacter[]): GlobCharacter[] =>
  pattern.map(({ character, isLiteral }) => ({ character: foldCharacter(character), isLiteral }));
