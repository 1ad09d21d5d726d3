import { editDistance } from './edit-distance.ts';

/** Others are not names of this API, and not safe in a header or a message. */
const plainName = /^[\w.-]{1,40}$/;

/** Without case, underscores and hyphens. */
const folded = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Of a longer name two characters may differ, of a shorter one one, of a short one none. */
const allowedEdits = (name: string): number => (name.length >= 10 ? 2 : name.length >= 6 ? 1 : 0);

/** Whether a name of a request may be shown to its sender. */
export const isPlainName = (name: string): boolean => plainName.test(name);

/** Returns the known name that is the same in another case or spelling, or else the one that was probably meant. */
export const nearestName = (name: string, known: readonly string[]): string | undefined => {
  const wanted = folded(name);
  const limit = allowedEdits(wanted);
  const isNear = (other: string): boolean =>
    Math.abs(other.length - wanted.length) <= limit && editDistance(wanted, other) <= limit;
  return known.find((each) => folded(each) === wanted) ?? known.find((each) => isNear(folded(each)));
};

/** Whether one name is the beginning or the end of the other, such as `env` of `environment`. */
export const isPartOf = (one: string, other: string): boolean => {
  const [shorter = '', longer = ''] = [folded(one), folded(other)].sort((a, b) => a.length - b.length);
  return shorter.length >= 3 && (longer.startsWith(shorter) || longer.endsWith(shorter));
};
