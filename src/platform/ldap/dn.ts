/** One text for the spellings of a name that differ in case and in blanks. */
export const normalizedDn = (dn: string): string => dn.toLowerCase().replaceAll(/\s*([,=+])\s*/g, '$1');
