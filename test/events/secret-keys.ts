import { transientFolders } from './model-project.ts';

const names = (letter: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${letter}${index}`);
/**
 * Separate keys for single and batch changes, for renaming, and for moving and copying, so that the events of one
 * cannot be mistaken for those of another.
 */
export const [plainKeys, renamedKeys, movedKeys] = [names('K', 8), names('R', 5), names('M', 5)];
export const allKeys = [...plainKeys, ...renamedKeys, ...movedKeys];

/**
 * Secrets leave these folders only together with their folder, and no name is used twice: deleting a folder right
 * before such a secret is created elsewhere would look like renaming the folder.
 */
export const isTransient = (folder: string): boolean => (transientFolders as readonly string[]).includes(folder);

let freshNames = 0;
export const freshName = (): string => `F${(freshNames += 1)}`;
