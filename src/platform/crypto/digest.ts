import { hash } from 'node:crypto';

/** For naming things by their content; never for secrets. */
export const hashText = (text: string): string => hash('sha256', text);
