import { badToken, missingToken } from '../platform/errors.ts';

/** The token of an Authorization header; 401 without one. */
export const bearerTokenIn = (header: string | undefined): string => {
  if (!header) throw missingToken('Send an access token as "Authorization: Bearer <token>".');
  const token = /^bearer +([\w.~+/-]+=*) *$/i.exec(header)?.[1];
  if (!token) throw badToken('The Authorization header must be "Bearer <token>".');
  return token;
};
