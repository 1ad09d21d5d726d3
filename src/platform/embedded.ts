import { gunzipSync } from 'node:zlib';

/** Files that the build embeds into the program, by name: compressed, in base64. */
declare const EMBEDDED: Readonly<Record<string, string>> | undefined;

/** Whether this is the built program, which needs no packages, rather than the source. */
export const isBuilt = typeof EMBEDDED !== 'undefined';

/** Returns an embedded file; undefined when the program runs from source. */
export const embedded = (name: string): Buffer | undefined => {
  const content = typeof EMBEDDED === 'undefined' ? undefined : EMBEDDED[name];
  return content === undefined ? undefined : gunzipSync(Buffer.from(content, 'base64'));
};
