import { withoutTrailing, type GlobCharacter } from './glob.ts';

/** Whether the field contains names of a certificate, which are folded for comparison and may have wildcards. */
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

/** Format characters, and the others that Unicode recommends not to show, such as variation selectors. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Texts that differ in case, in invisible characters, or in compatible characters such as full-width letters become
 * equal (NFKC), as in the comparison of distinguished names (RFC 4518). Normalizes again in the end, because some
 * letters are composed only in lower case.
 */
const foldText = (text: string): string =>
  /^[\u0000-\u007f]*$/.test(text)
    ? text.toLowerCase()
    : Array.from(text.replaceAll(invisible, '').normalize('NFKC'), foldCharacter).join('').normalize('NFKC');

/** The dot after a complete host name; invisible characters may have separated it, or a space, from the rest. */
const finalDot = /(?<![\s.])[\s.]+$/;

/** Normalizes a name for comparison. In a URL, a final dot belongs to the path. */
export const foldName = (text: string): string => {
  const folded = foldText(text).trim();
  return folded.includes('/') ? folded : folded.replace(finalDot, '');
};

/** Normalizes the pattern of a name in the same way; what it has by then in place of other characters is literal. */
export const foldPattern = (pattern: readonly GlobCharacter[]): readonly GlobCharacter[] => {
  const folded: GlobCharacter[] = [];
  let literals = '';
  const fold = (): void => {
    for (const character of foldText(literals)) folded.push({ character, isLiteral: true });
    literals = '';
  };
  for (const at of pattern) {
    if (at.isLiteral || !'*?{},/'.includes(at.character)) literals += at.character;
    else {
      fold();
      folded.push(at);
    }
  }
  fold();
  return folded.some(({ character }) => character === '/') ? folded : withoutTrailing('.', folded, true);
};
