import { hash } from 'node:crypto';

/** SHA-256, to identify a text by its content; not for storing secrets. */
export const hashText = (text: string): string => hash('sha256', text);

/** The S256 challenge of a PKCE verifier (RFC 7636). */
export const codeChallenge = (verifier: string): string => hash('sha256', verifier, 'base64url');
