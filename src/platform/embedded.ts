import { gunzipSync } from 'node:zlib';

/** Files that the build puts into the program, compressed and in base64, by name. */
declare const EMBEDDED: Readonly<Record<string, string>> | undefined;

/** Whether this is the built program, which needs none of the packages; not when it runs from its source. */
export const isBuilt = typeof EMBEDDED !== 'undefined';

/** Undefined when it runs from its source. */
export const embedded = (name: string): Buffer | undefined => {
  const content = typeof EMBEDDED === 'undefined' ? undefined : EMBEDDED[name];
  return content === undefined ? undefined : gunzipSync(Buffer.from(content, 'base64'));
};
