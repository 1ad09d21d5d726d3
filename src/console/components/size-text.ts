const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** A size with two or three digits: 1.5 MB, 15 MB, 150 MB. */
export const sizeText = (bytes: number): string => {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${value.toFixed(power > 0 && value < 10 ? 1 : 0)} ${units[power]}`;
};
