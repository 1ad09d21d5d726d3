import type { GlobCharacter } from './glob.ts';

/** Whether the field contains names of a certificate, which are compared without case and may have wildcards. */
export const isNameField = (field: string): boolean => field === 'commonName' || field === 'altNames';

const isOne = (text: string): boolean => text.length === 1 || Array.from(text).length === 1;

/**
 * Always returns one character, so that `?` matches the same; converts to upper case first, because the Greek sigma has
 * two lower-case forms.
 */
const foldCharacter = (character: string): string => {
  const upper = character.toUpperCase();
  const lower = (isOne(upper) ? upper : character).toLowerCase();
  return isOne(lower) ? lower : character;
};

/** Normalizes a name for comparison. */
export const foldName = (text: string): string =>
  /^[\u0000-\u007f]*$/.test(text) ? text.toLowerCase() : Array.from(text, foldCharacter).join('');

export const foldCharacters = (pattern: readonly GlobCharacter[]): GlobCharacter[] =>
  pattern.map(({ character, isLiteral }) => ({ character: foldCharacter(character), isLiteral }));
