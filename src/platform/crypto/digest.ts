import { hash } from 'node:crypto';

/** SHA-256, to identify a text by its content; not for storing secrets. */
export const hashText = (text: string): string => hash('sha256', text);
