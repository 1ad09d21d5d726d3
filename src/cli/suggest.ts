import { editDistance } from '../http/edit-distance.ts';

/** How many names a message lists. */
const maxNamed = 12;
const maxExamined = 1000;

const allowedEdits = (name: string): number => (name.length >= 4 ? 2 : 1);

/** The known name that a mistyped one was probably meant to be. */
export const nearest = (wanted: string, known: readonly string[]): string | undefined => {
  const folded = wanted.toLowerCase();
  const scored = known.slice(0, maxExamined).map((name) => {
    const other = name.toLowerCase();
    const isPart = folded.length >= 3 && (other.startsWith(folded) || folded.startsWith(other));
    return { name, distance: isPart ? 1 : editDistance(folded, other) };
  });
  const [best] = scored.sort((one, other) => one.distance - other.distance);
  return best && best.distance <= allowedEdits(wanted) ? best.name : undefined;
};

/** Which names there are instead of an unknown one, for the end of a message. */
export const suggestion = (wanted: string, known: readonly string[]): string => {
  const meant = nearest(wanted, known);
  const more = known.length > maxNamed ? ` and ${known.length - maxNamed} more` : '';
  const list = known.length === 0 ? 'There are none.' : `There are: ${known.slice(0, maxNamed).join(', ')}${more}.`;
  return `${meant === undefined ? '' : ` Did you mean ${meant}?`} ${list}`;
};
