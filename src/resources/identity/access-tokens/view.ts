import type { Reply } from '../../../contract.ts';
import type { IssuedToken } from './issue.ts';

export const accessTokenView = ({ token, expiresIn, row }: IssuedToken): Reply<'loginWithUniversalAuth'> => ({
  accessToken: token,
  expiresIn,
  // A token with a period ignores the configured maximum.
  accessTokenMaxTTL: row.period > 0 ? 0 : row.maxTtl,
  tokenType: 'Bearer',
});
