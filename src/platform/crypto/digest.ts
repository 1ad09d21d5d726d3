import { createHash } from 'node:crypto';

/** For naming things by their content; never for secrets. */
export const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');
