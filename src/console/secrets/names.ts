/** Why the server would refuse the name of a secret; undefined if it would not. */
export const secretNameError = (name: string): string | undefined => {
  if (name === '') return 'Enter a name.';
  if (name !== name.trim()) return 'Remove the space around the name.';
  if (/[:/\p{Cc}]/u.test(name)) return 'Use no colon, slash or control character.';
  return name.length > 255 ? 'Use at most 255 characters.' : undefined;
};

/** Why the server would refuse the name of a folder; undefined if it would not. */
export const folderNameError = (name: string): string | undefined => {
  if (!/^[A-Za-z0-9_-]+$/.test(name)) return 'Use letters, digits, hyphens and underscores.';
  return name.length > 255 ? 'Use at most 255 characters.' : undefined;
};
