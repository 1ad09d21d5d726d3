/** Reads a file that the build embeds into the program; undefined for other names. */
declare const EMBEDDED: ((name: string) => Buffer | undefined) | undefined;

/** Whether this is the built program, which needs no packages, rather than the source. */
export const isBuilt = typeof EMBEDDED !== 'undefined';

/** Returns an embedded file; undefined when the program runs from source. */
export const embedded = (name: string): Buffer | undefined =>
  typeof EMBEDDED === 'undefined' ? undefined : EMBEDDED(name);
